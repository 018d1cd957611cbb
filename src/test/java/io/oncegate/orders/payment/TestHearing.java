package io.oncegate.orders.payment;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.idempotency.operation.TestOperations;
import io.oncegate.orders.TestAnswers;
import io.oncegate.payments.Accounts;

/** What hears of payments, without the service. */
public final class TestHearing {

    private TestHearing() {}

    public static HearOfPayment on(Attempts attempts, OperationKind orders, Accounts accounts) {
        var json = new ObjectMapper().registerModule(new JavaTimeModule());
        var metrics = new PaymentMetrics(new SimpleMeterRegistry());
        var settle = new SettleOrder(attempts, TestAnswers.written(json), metrics, TestOperations.of(orders));
        return new HearOfPayment(attempts, settle, accounts);
    }
}
