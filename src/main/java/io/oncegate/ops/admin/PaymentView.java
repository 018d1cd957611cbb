package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.oncegate.orders.payment.Listed;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** An attempt to have an order paid, as the operator sees it. */
@Schema(name = "PaymentAttempt")
@JsonInclude(JsonInclude.Include.NON_NULL)
record PaymentView(
        @JsonProperty("id") @Schema(required = true, description = "Of the attempt")
        String id,

        @JsonProperty("tenant_id") @Schema(required = true) String tenantId,

        @JsonProperty("order_id")
        @Schema(required = true, description = "What the provider has for a reference, or part of it")
        String orderId,

        @JsonProperty("account") @Schema(required = true, description = "The configured account at a provider")
        String account,

        @JsonProperty("amount") @Schema(required = true, description = "In minor units of the currency")
        long amount,

        @JsonProperty("currency") @Schema(required = true) String currency,

        @JsonProperty("attempt")
        @Schema(required = true, description = "Its number; above 1 where an earlier one was proven not executed")
        int attempt,

        @JsonProperty("operation")
        @Schema(
                required = true,
                description = "The request that it is at",
                enumeration = {"create", "confirm", "charge"})
        String operation,

        @JsonProperty("status")
        @Schema(
                required = true,
                enumeration = {"prepared", "sending", "unknown", "pending", "action_required", "review"})
        String status,

        @JsonProperty("reason") @Schema(description = "Of a review") @Nullable
        String reason,

        @JsonProperty("last_outcome") @Schema(description = "What the last call to the provider came of") @Nullable
        String lastOutcome,

        @JsonProperty("external_id")
        @Schema(description = "What the provider calls the payment; absent where that is not known")
        @Nullable
        String externalId,

        @JsonProperty("checks") @Schema(required = true, description = "How often it was looked after")
        int checks,

        @JsonProperty("age_seconds") @Schema(required = true)
        long ageSeconds,

        @JsonProperty("created_at") @Schema(required = true) Instant createdAt,

        @JsonProperty("checked_at") @Schema(required = true, description = "When it was last looked after, or sent")
        Instant checkedAt,

        @JsonProperty("next_check_at") @Schema(description = "Absent in review") @Nullable
        Instant nextCheckAt) {

    static PaymentView of(Listed listed) {
        return new PaymentView(
                listed.id(),
                listed.tenant(),
                listed.orderId(),
                listed.account(),
                listed.amount(),
                listed.currency(),
                listed.number(),
                listed.operation(),
                listed.status().wire(),
                listed.reason(),
                listed.lastOutcome(),
                listed.externalId(),
                listed.checks(),
                listed.ageSeconds(),
                listed.createdAt(),
                listed.checkedAt(),
                listed.nextCheckAt());
    }
}
