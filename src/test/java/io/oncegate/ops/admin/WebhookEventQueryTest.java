package io.oncegate.ops.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncegate.problem.ProblemException;
import io.oncegate.webhooks.EventStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookEventQueryTest {

    @Test
    void asksForWhatWasNotApplied() {
        assertThat(WebhookEventQuery.status("parked")).isEqualTo(EventStatus.PARKED);
        assertThat(WebhookEventQuery.status("failed")).isEqualTo(EventStatus.FAILED);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "applied", "received", "ignored", "PARKED", "parked "})
    void refusesAnyOther(String status) {
        assertThatThrownBy(() -> WebhookEventQuery.status(status))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        refused -> assertThat(refused.problem().detail()).contains("must be parked or failed"));
    }
}
