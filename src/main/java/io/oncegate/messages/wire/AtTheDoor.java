package io.oncegate.messages.wire;

import io.oncegate.messages.gateway.DispatchOutcome;
import io.oncegate.messages.gateway.DispatchOutcome.NotSent;
import io.oncegate.messages.gateway.DispatchOutcome.Unknown;
import io.oncegate.outbound.Reply;
import io.oncegate.outbound.wire.Wait;
import java.util.Optional;

/** What an answer's status says whatever its body holds. What it leaves open is in the protocol's own table. */
public final class AtTheDoor {

    private AtTheDoor() {}

    /** For an answer to a request of any kind: who asks is not known there, or asks too often. */
    public static Optional<DispatchOutcome> turnedAway(Reply reply) {
        return switch (reply.status()) {
            case 401, 403 -> Optional.of(credentialsRefused());
            case 429 -> Optional.of(new NotSent("throttled", true, Wait.askedFor(reply)));
            default -> Optional.empty();
        };
    }

    /** The gateway does not know us. */
    public static NotSent credentialsRefused() {
        return new NotSent(NotSent.CREDENTIALS_REFUSED, true, Optional.empty());
    }

    /** What is left when no table names this status. */
    public static Unknown unlisted(Reply reply) {
        boolean redirect = reply.status() >= 300 && reply.status() < 400;
        return new Unknown(redirect ? "redirect" : "status-" + reply.status());
    }
}
