package io.oncegate.webhooks;

import io.smallrye.mutiny.Uni;
import java.util.Optional;

/** How what one source tells is understood, and who hears it. Thread-safe. */
interface Teller {

    /** Of an account or a gateway that is not active: what it told before waits until it is. */
    Teller SILENT = new Teller() {
        @Override
        public Optional<About> about(byte[] body) {
            return Optional.empty();
        }

        @Override
        public Uni<Effect> apply(byte[] body, String eventId) {
            return Uni.createFrom().item(Effect.LATER);
        }

        @Override
        public Optional<Hint> hint(byte[] body) {
            return Optional.empty();
        }
    };

    /** What a body says of itself; empty for what is no event. */
    Optional<About> about(byte[] body);

    /**
     * Takes a body as its sender's word.
     *
     * @param eventId of our row
     */
    Uni<Effect> apply(byte[] body, String eventId);

    /** What a body that anybody may have sent gives reason to ask; empty for nothing. */
    Optional<Hint> hint(byte[] body);
}
