package io.oncegate.phase;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import java.util.Optional;

/** Where PostgreSQL is and how long it may take. */
@ConfigMapping(prefix = "oncegate.db")
public interface DatabaseConfig {

    /** PostgreSQL's host name or address. Required. */
    Optional<String> host();

    /** PostgreSQL's port. */
    @WithDefault("5432")
    @Min(1)
    @Max(65535)
    int port();

    /** The database's name. Required. */
    Optional<String> name();

    /** The user that owns the tables. Required. */
    Optional<String> user();

    /** The user's password. Required, but may be empty where PostgreSQL asks for none. */
    Optional<String> password();

    /**
     * Connections of one instance. PostgreSQL works fastest with a few per core; the sum over all instances must stay
     * below its <code>max_connections</code>.
     */
    @WithDefault("24")
    @Min(1)
    @Max(1000)
    int poolSize();

    /** Statements that may wait for a connection; one more is refused with 503 <code>overloaded</code>. */
    @WithDefault("2000")
    @Min(0)
    int poolWaiting();

    /**
     * How many statements of a kind may be under way: while as many are, further new orders and messages wait a moment and
     * leave together, in one statement. More of them wait less, and cost PostgreSQL more.
     */
    @WithDefault("2")
    @Min(1)
    @Max(1000)
    int batches();

    /** How long opening a connection may take. */
    @WithDefault("2s")
    Duration connectTimeout();

    /**
     * How long one statement may run in PostgreSQL before it is cancelled there. Every statement of the service is an
     * index look-up and a few inserts, so two seconds mean that something is wrong.
     */
    @WithDefault("2s")
    Duration statementTimeout();

    /**
     * How long a reply is awaited before the same statement is sent again on another connection (its claim finds what
     * the first one did). Must be longer than the statement timeout, so that the first one has ended by then.
     */
    @WithDefault("2300ms")
    Duration replyTimeout();

    /**
     * How long a connection may be silent before it is closed. Must be longer than the reply timeout; short enough that
     * connections which a network has silently swallowed come back soon.
     */
    @WithDefault("60s")
    Duration idleTimeout();
}
