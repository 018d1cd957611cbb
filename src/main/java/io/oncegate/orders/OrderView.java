package io.oncegate.orders;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An order as clients see it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"order_id", "status", "user_id", "amount", "currency", "external_id", "created_at"})
record OrderView(
        @JsonProperty("order_id") String orderId,
        @JsonProperty("status") String status,
        @JsonProperty("user_id") String userId,
        @JsonProperty("amount") long amount,
        @JsonProperty("currency") String currency,
        @JsonProperty("external_id") @Nullable String externalId,
        @JsonProperty("created_at") Instant createdAt) {

    static OrderView of(Order order) {
        return new OrderView(
                order.id(),
                order.status().wire(),
                order.userId(),
                order.amount(),
                order.currency(),
                order.externalId(),
                order.createdAt());
    }
}
