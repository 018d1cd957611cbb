package io.oncegate.ops.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.oncegate.orders.payment.AttemptStatus;
import io.oncegate.orders.payment.Listed;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PaymentViewTest {

    private static final Instant CREATED = Instant.parse("2026-01-31T09:30:00.123456Z");
    private static final Instant CHECKED = Instant.parse("2026-01-31T09:31:00Z");
    private static final Instant NEXT = Instant.parse("2026-01-31T09:32:00Z");

    private static final ObjectMapper JSON = new ObjectMapper()
            .registerModule(new JavaTimeModule())
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    @Test
    void tellsAllThatIsKnown() throws JsonProcessingException {
        Listed listed = new Listed(
                "01JDYZ0F6T7V8W9X0Y1Z2A3B4C",
                "shop",
                "01JDYYZS2M3N4P5Q6R7S8T9V0W",
                "stripe",
                2,
                "confirm",
                AttemptStatus.ACTION_REQUIRED,
                "late_success",
                "timeout",
                "pi_1",
                1999,
                "EUR",
                7,
                CREATED,
                CHECKED,
                NEXT,
                60);

        assertThat(JSON.readTree(JSON.writeValueAsString(PaymentView.of(listed))))
                .isEqualTo(JSON.readTree("""
                        {"id": "01JDYZ0F6T7V8W9X0Y1Z2A3B4C", "tenant_id": "shop",
                         "order_id": "01JDYYZS2M3N4P5Q6R7S8T9V0W", "account": "stripe", "amount": 1999,
                         "currency": "EUR", "attempt": 2, "operation": "confirm", "status": "action_required",
                         "reason": "late_success", "last_outcome": "timeout", "external_id": "pi_1", "checks": 7,
                         "age_seconds": 60, "created_at": "2026-01-31T09:30:00.123456Z",
                         "checked_at": "2026-01-31T09:31:00Z", "next_check_at": "2026-01-31T09:32:00Z"}
                        """));
    }

    @Test
    void leavesOutWhatIsNotKnown() throws JsonProcessingException {
        Listed listed = new Listed(
                "01JDYZ0F6T7V8W9X0Y1Z2A3B4C",
                "shop",
                "01JDYYZS2M3N4P5Q6R7S8T9V0W",
                "stripe",
                1,
                "charge",
                AttemptStatus.REVIEW,
                null,
                null,
                null,
                1999,
                "EUR",
                0,
                CREATED,
                CREATED,
                null,
                0);

        assertThat(JSON.readTree(JSON.writeValueAsString(PaymentView.of(listed)))
                        .fieldNames())
                .toIterable()
                .doesNotContain("reason", "last_outcome", "external_id", "next_check_at")
                .contains("checks", "age_seconds");
    }
}
