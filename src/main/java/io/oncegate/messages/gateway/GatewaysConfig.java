package io.oncegate.messages.gateway;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which gateways messages can go through, and how long a call to one may take. */
@ConfigMapping(prefix = "oncegate.messages")
public interface GatewaysConfig {

    /**
     * The gateway of tenants that name none. Messages are accepted even while it is inactive: they wait for it, since a
     * message is never refused for want of a gateway.
     */
    @WithDefault("http-json")
    String defaultGateway();

    /**
     * How long a gateway may take from the first byte of a request to the last of its answer. A gateway stores a
     * message and answers; one that takes longer has trouble, and its message's slot is worth more to another one.
     */
    @WithDefault("10s")
    Duration callTimeout();

    /**
     * How long a connection to a gateway may take, name look-up and TLS included. Several times what a handshake around
     * the world takes; nothing has been sent by then, and another try is free.
     */
    @WithDefault("3s")
    Duration connectTimeout();

    /** By name; those that ship are in the application's own properties. */
    Map<String, GatewayConfig> gateways();

    /** One gateway. */
    interface GatewayConfig {

        /** The gateway's protocol: <code>http-json</code>, <code>kannel</code> or <code>keyless</code>. Required. */
        String dialect();

        /** The gateway's address, without a query. A gateway without one is inactive. */
        Optional<URI> url();

        /** What names the service there and is no secret: the user of a Kannel's <code>sendsms-user</code>. */
        Optional<String> id();

        /**
         * The token or password. A gateway that lacks what its protocol asks for is inactive: no tenant can be given
         * it, and messages that are bound to go through it wait.
         */
        Optional<String> secret();

        /**
         * The secrets that the gateway's events may be signed with: more than one while they rotate. The addresses at
         * which a Kannel brings receipts are signed with the first, and with <code>secret</code> where there is none.
         */
        Optional<List<String>> webhookSecrets();

        /**
         * The address at which a Kannel reaches this service to bring receipts, without a query. Without one it brings
         * none, and a message through it ends as <code>sent</code>.
         */
        Optional<URI> receiptUrl();

        /**
         * Calls of one instance that may be under way to the gateway; one more is not sent. Enough for a hundred
         * messages a second that take a third of a second each, and all that a gateway that hangs can tie up.
         */
        @WithDefault("32")
        int inFlight();

        /**
         * Calls that one instance begins within a second; one more is not sent. What a carrier's link takes: whoever
         * exceeds that gets errors.
         */
        @WithDefault("100")
        int callsPerSecond();

        /** How long the gateway remembers a message's id. By default what is known of the protocol's gateways. */
        Optional<Duration> keyRetention();
    }
}
