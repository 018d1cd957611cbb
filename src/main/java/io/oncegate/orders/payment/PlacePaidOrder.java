package io.oncegate.orders.payment;

import io.oncegate.idempotency.IdempotencyEngine;
import io.oncegate.idempotency.IdempotentRequest;
import io.oncegate.idempotency.operation.Answer;
import io.oncegate.idempotency.operation.InProgress;
import io.oncegate.orders.Order;
import io.oncegate.orders.OrdersConfig;
import io.oncegate.orders.PaidOrders;
import io.oncegate.orders.PaymentAsked;
import io.oncegate.payments.Account;
import io.oncegate.payments.Accounts;
import io.oncegate.problem.Problem;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemType;
import io.oncegate.ratelimit.Further;
import io.oncegate.ratelimit.RateLimits;
import io.oncegate.request.RequestContext;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Places orders that are paid for: through which account, whether that can be, and who pays for the attempt. */
@ApplicationScoped
class PlacePaidOrder implements PaidOrders {

    private final IdempotencyEngine engine;
    private final RateLimits limits;
    private final Accounts accounts;
    private final PayOrder payOrder;
    private final OrdersConfig config;

    PlacePaidOrder(
            IdempotencyEngine engine, RateLimits limits, Accounts accounts, PayOrder payOrder, OrdersConfig config) {
        this.engine = engine;
        this.limits = limits;
        this.accounts = accounts;
        this.payOrder = payOrder;
        this.config = config;
    }

    @Override
    public InProgress open(String tenant) {
        return (orderId, deadline) -> payOrder.goOn(tenant, orderId, deadline);
    }

    @Override
    public Uni<Answer> place(IdempotentRequest request, Order order, PaymentAsked asked) {
        Optional<Account> account = request.caller().paymentProvider().flatMap(accounts::find);
        Optional<Problem> refusal = account.map(one -> refusal(one, order, asked))
                .orElseGet(() -> Optional.of(Problem.of(
                        ProblemType.PAYMENT_NOT_CONFIGURED,
                        "This tenant has no payment provider. Leave payment out, or have one configured.")));
        if (refusal.isPresent()) {
            return engine.refuse(request, refusal.get(), open(order.tenant()));
        }
        RequestContext context = RequestContext.current();
        IdempotentRequest patient = request.until(context.deadline(config.paymentBudget()));
        Instruction instruction = new Instruction(
                account.get().name(), context.id(), request.scope().key(), asked.method(), asked.returnUrl());
        return pay(patient, order)
                .chain(() -> engine.execute(patient, () -> payOrder.paying(order, instruction, account.get())));
    }

    private static Optional<Problem> refusal(Account account, Order order, PaymentAsked asked) {
        if (account.requiresReturnUrl() && asked.returnUrl() == null) {
            return Optional.of(Problem.invalid(List.of(
                    new FieldError("/payment/return_url", "is required: the provider may send the payer there"))));
        }
        return account.refusal(order.amount(), order.currency())
                .map(why -> Problem.invalid(List.of(new FieldError("/amount", why))))
                .or(() -> account.unavailableFor().map(PlacePaidOrder::unavailable));
    }

    /** Before anything is written down: an order that cannot be paid now need not be open for minutes. */
    private static Problem unavailable(Duration wait) {
        return Problem.of(
                        ProblemType.PROVIDER_UNAVAILABLE,
                        "The payment provider cannot be called now; nothing was done. Repeat with the same key.")
                .withRetryAfter(wait);
    }

    /** A repeat is no further attempt of its payer. */
    private Uni<Void> pay(IdempotentRequest request, Order order) {
        return engine.isKnown(request)
                .chain(known -> known
                        ? Uni.createFrom().voidItem()
                        : limits.charge(List.of(Further.by(order.principal(), order.userId()))));
    }
}
