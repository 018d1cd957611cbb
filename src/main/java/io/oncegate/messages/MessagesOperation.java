package io.oncegate.messages;

import io.oncegate.idempotency.identity.CanonicalForm;
import io.oncegate.idempotency.operation.OperationKind;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Accepting a message, as the idempotency engine sees it. */
@ApplicationScoped
class MessagesOperation {

    static final String NAME = "messages";

    @Produces
    @Singleton
    OperationKind kind(MessagesConfig config) {
        return new OperationKind(
                NAME,
                "POST",
                MessageResource.PATH,
                config.retention(),
                config.budget(),
                config.keySource(),
                new CanonicalForm(config.fingerprintExcludes()));
    }
}
