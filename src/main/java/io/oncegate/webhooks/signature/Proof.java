package io.oncegate.webhooks.signature;

import java.util.Optional;

/**
 * A request is its sender's.
 *
 * @param eventId the sender's id of the event, where the signature covers one beside the body
 */
public record Proof(Optional<String> eventId) {

    static final Proof OF_THE_BODY = new Proof(Optional.empty());
}
