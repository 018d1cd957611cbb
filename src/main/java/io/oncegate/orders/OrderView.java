package io.oncegate.orders;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** An order as clients see it. */
@Schema(name = "Order")
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({"order_id", "status", "user_id", "amount", "currency", "external_id", "created_at"})
record OrderView(
        @JsonProperty("order_id") @Schema(description = "ULID", examples = "\"01JDYZ0F6T7V8W9X0Y1Z2A3B4C\"")
        String orderId,

        @JsonProperty("status")
        @Schema(
                description = "Only `paid` means paid",
                enumeration = {
                    "created",
                    "payment_pending",
                    "payment_action_required",
                    "payment_review",
                    "paid",
                    "payment_failed"
                })
        String status,

        @JsonProperty("user_id") @Schema(examples = "\"user-17\"")
        String userId,

        @JsonProperty("amount") @Schema(description = "In minor units of the currency", examples = "1999")
        long amount,

        @JsonProperty("currency") @Schema(description = "ISO 4217", examples = "\"EUR\"")
        String currency,

        @JsonProperty("external_id") @Schema(description = "The merchant's own reference") @Nullable
        String externalId,

        @JsonProperty("created_at") @Schema(examples = "\"2026-01-31T09:30:00.123Z\"")
        Instant createdAt) {

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
