package io.oncegate.payments;

import io.oncegate.outbound.OutboundRequest;
import io.oncegate.outbound.Reply;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One account's way of speaking a provider's protocol: writes requests and reads answers. It sends nothing, keeps
 * nothing and decides nothing about what follows. Thread-safe.
 */
public interface Dialect {

    /** What the provider can do. */
    Descriptor descriptor();

    /** Why this amount cannot be asked for, as the rest of a sentence about the member; empty when it can. */
    Optional<String> refusal(long amount, String currency);

    /**
     * The bytes of one of the descriptor's operations.
     *
     * @param externalId the provider's id, for an operation that follows another
     * @param key the provider's idempotency key, where the dialect has one
     */
    FrozenRequest freeze(ProviderOperation operation, Charge charge, @Nullable String externalId, @Nullable String key);

    /** A frozen request with the credentials and the key's header. */
    OutboundRequest leaving(FrozenRequest request);

    /** What an answer to one of the descriptor's operations means. */
    ProviderOutcome read(ProviderOperation operation, Charge charge, Reply reply);

    /** Asks for a payment by the provider's id; empty where the dialect has no such question. */
    Optional<OutboundRequest> status(Charge charge, String externalId);

    /** Asks for a payment by our reference; empty where the dialect has no such question. */
    Optional<OutboundRequest> lookUp(Charge charge);

    /** Stops a payment for good; empty where the dialect cannot. */
    Optional<OutboundRequest> cancel(Charge charge, String externalId);

    /**
     * What an answer to a question ({@link ProviderOperation#STATUS}, {@code LOOK_UP}) or to a {@code CANCEL} means. Never
     * {@code NotSent} but for 401, 403 and 429, never {@code Rejected}: a malformed question tells nothing about money.
     */
    ProviderOutcome readAbout(ProviderOperation question, Charge charge, Reply reply);

    /** How the provider tells of payments unasked; empty where it does not. */
    default Optional<Notices> notices() {
        return Optional.empty();
    }

    /** What notices are signed with where no setting says so; empty where that is a secret of its own. */
    default Optional<String> signingSecret() {
        return Optional.empty();
    }
}
