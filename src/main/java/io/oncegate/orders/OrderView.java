package io.oncegate.orders;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An order as clients see it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"order_id", "status", "user_id", "amount", "currency", "external_id", "payment", "created_at"})
@RegisterForReflection
record OrderView(
        @JsonProperty("order_id") String orderId,
        @JsonProperty("status") String status,
        @JsonProperty("user_id") String userId,
        @JsonProperty("amount") long amount,
        @JsonProperty("currency") String currency,
        @JsonProperty("external_id") @Nullable String externalId,
        @JsonProperty("payment") @Nullable PaymentView payment,
        @JsonProperty("created_at") Instant createdAt) {

    /** Its payment as clients see it. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    @JsonPropertyOrder({"status", "account", "external_id", "redirect_url"})
    record PaymentView(
            @JsonProperty("status") String status,
            @JsonProperty("account") String account,
            @JsonProperty("external_id") @Nullable String externalId,
            @JsonProperty("redirect_url") @Nullable String redirectUrl) {

        static @Nullable PaymentView of(@Nullable OrderPayment payment) {
            return payment == null
                    ? null
                    : new PaymentView(
                            payment.status().wire(), payment.account(), payment.externalId(), payment.redirectUrl());
        }
    }

    static OrderView of(Order order) {
        return new OrderView(
                order.id(),
                order.status().wire(),
                order.userId(),
                order.amount(),
                order.currency(),
                order.externalId(),
                PaymentView.of(order.payment()),
                order.createdAt());
    }
}
