package io.oncegate.ratelimit;

import io.oncegate.testsupport.Database;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Nobody reads or writes what requests for orders are about while this lasts: whoever tries waits, and is seen waiting.
 * So it is known whether anything was asked, to the last statement. Messages are not
 * locked: every instance counts, each second, how many of them wait.
 */
final class LockedTables implements AutoCloseable {

    private final Database database;
    private final Connection holder;

    private LockedTables(Database database, Connection holder) {
        this.database = database;
        this.holder = holder;
    }

    static LockedTables of(Database database) throws SQLException {
        var holder = database.connect();
        holder.setAutoCommit(false);
        try (var statement = holder.createStatement()) {
            statement.execute("LOCK TABLE tenants, api_keys, idempotency_keys, orders IN ACCESS EXCLUSIVE MODE");
        }
        return new LockedTables(database, holder);
    }

    /** Statements that have come to these tables, but for the one by which an instance looks what is left to be done. */
    long waiting() {
        return database.count("SELECT count(*) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND wait_event_type = 'Lock'"
                + " AND query NOT LIKE '%expired_for_seconds%'");
    }

    @Override
    public void close() throws SQLException {
        holder.close();
    }
}
