package io.oncegate.runtime;

import io.oncegate.idempotency.IdempotencyConfig;
import io.oncegate.idempotency.IdempotencySettings;
import io.oncegate.messages.DispatchConfig;
import io.oncegate.messages.DispatchSettings;
import io.oncegate.messages.MessagesConfig;
import io.oncegate.messages.MessagesSettings;
import io.oncegate.orders.OrdersConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.stream.Stream;

/** What is wrong with the settings of the operations that take a key, and with those of keys. */
@ApplicationScoped
class OperationSettingsCheck {

    private final IdempotencyConfig idempotency;
    private final OrdersConfig orders;
    private final MessagesConfig messages;
    private final DispatchConfig dispatch;

    OperationSettingsCheck(
            IdempotencyConfig idempotency, OrdersConfig orders, MessagesConfig messages, DispatchConfig dispatch) {
        this.idempotency = idempotency;
        this.orders = orders;
        this.messages = messages;
        this.dispatch = dispatch;
    }

    /** A sentence for each reason not to start. */
    List<String> complaints() {
        return Stream.of(
                        IdempotencySettings.complaints(idempotency),
                        IdempotencySettings.complaints(
                                "oncegate.operations.orders",
                                orders.retention(),
                                orders.budget(),
                                orders.fingerprintExcludes()),
                        IdempotencySettings.complaints(
                                "oncegate.operations.orders.payment-budget", orders.paymentBudget()),
                        MessagesSettings.complaints(messages),
                        DispatchSettings.complaints(dispatch))
                .flatMap(List::stream)
                .toList();
    }
}
