package io.oncegate.orders;

import io.oncegate.idempotency.identity.CanonicalForm;
import io.oncegate.idempotency.identity.KeySource;
import io.oncegate.idempotency.operation.OperationKind;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Placing an order, as the idempotency engine sees it. Its key always comes from the client. */
@ApplicationScoped
class OrdersOperation {

    static final String NAME = "orders";

    @Produces
    @Singleton
    OperationKind kind(OrdersConfig config) {
        return new OperationKind(
                NAME,
                "POST",
                OrderResource.PATH,
                config.retention(),
                config.budget(),
                KeySource.CLIENT,
                new CanonicalForm(config.fingerprintExcludes()));
    }
}
