package io.oncegate.payments;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which accounts payments can go through, and how long each step may take. */
@ConfigMapping(prefix = "oncegate.payments")
public interface PaymentsConfig {

    /**
     * How long after an attempt was written down its request may still leave; a worker that stalled for longer looks
     * again instead. Far below the time after which others take it for never sent.
     */
    @WithDefault("2s")
    Duration sendWithin();

    /**
     * How long after an order was placed something that charges may be sent for it. After that only questions are asked,
     * and a payment that is proven not to have happened has failed. Longer than a provider's outage usually is, short
     * enough that nobody has paid elsewhere meanwhile.
     */
    @WithDefault("15m")
    Duration payWithin();

    /** How often the completer looks for payments that are due. Somebody waits for each of them; a look is a statement. */
    @WithDefault("2s")
    Duration checkInterval();

    /**
     * How long a payment may be unknown before it is left to an operator. Providers settle their own doubts within a
     * day.
     */
    @WithDefault("24h")
    Duration reviewAfter();

    /**
     * How long after the last look at the provider a repeated request looks for itself. A client that repeats in a tight
     * loop must not become a flood at the provider.
     */
    @WithDefault("2s")
    Duration inlineCheckAfter();

    /**
     * How long a provider may take from the first byte of a request to the last of its answer. Slow card networks
     * answer within it; the shutdown waits longer than one such call.
     */
    @WithDefault("30s")
    Duration callTimeout();

    /**
     * How long a connection to a provider may take, name look-up and TLS included. Several times what a handshake around
     * the world takes; nothing has been sent by then, and another try is free.
     */
    @WithDefault("3s")
    Duration connectTimeout();

    /** By name; those that ship are in the application's own properties. */
    Map<String, AccountConfig> accounts();

    /** One account at a provider. */
    interface AccountConfig {

        /**
         * The provider's protocol: <code>stripe</code>, <code>yookassa</code>, <code>tbank</code> or
         * <code>keyless</code>. Required.
         */
        String dialect();

        /** The provider's address, without a query. By default the one where the protocol is at home. */
        Optional<URI> url();

        /** What names the account there and is no secret: a shop's id (YooKassa), a terminal's key (T-Bank). */
        Optional<String> id();

        /**
         * The secret key or password. An account that lacks what its protocol asks for is inactive, and an order whose
         * tenant names it is refused.
         */
        Optional<String> secret();

        /** The secrets that the provider's webhooks may be signed with: more than one while they rotate. */
        Optional<List<String>> webhookSecrets();

        /**
         * Calls of one instance that may be under way to the provider; one more is not sent. Enough for thirty calls a
         * second that take a second each, and all that a provider that hangs can tie up.
         */
        @WithDefault("32")
        int inFlight();

        /**
         * Calls that one instance begins within a second; one more is not sent. Below what providers grant an account:
         * whoever exceeds that gets errors.
         */
        @WithDefault("50")
        int callsPerSecond();

        /**
         * The key by which the provider recognises a request that is sent again. <code>derived</code> is a hash of order,
         * operation and attempt. <code>verbatim</code> is the client's own key, where it fits and for the first attempt
         * to move the money: for an account that one tenant has for itself, since two tenants may use the same key.
         */
        @WithDefault("derived")
        KeySource providerKey();

        /** Whether a payment through this account needs a <code>return_url</code>: 422 without one. */
        @WithDefault("false")
        boolean requireReturnUrl();

        /**
         * After how long a request that left has either had its effect or never will. By default what is known of the
         * protocol's provider.
         */
        Optional<Duration> settleAfter();

        /** How long the provider remembers a key. By default what is known of the protocol's provider. */
        Optional<Duration> keyRetention();
    }

    /** Where a provider's idempotency key comes from. */
    enum KeySource {
        /** From the order, the operation and the attempt. */
        DERIVED,
        /** From the client, where that is possible. */
        VERBATIM
    }
}
