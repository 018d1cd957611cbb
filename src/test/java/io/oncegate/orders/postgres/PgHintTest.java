package io.oncegate.orders.postgres;

import static io.oncegate.orders.postgres.Tellings.account;
import static io.oncegate.orders.postgres.Tellings.id;
import static io.oncegate.orders.postgres.Tellings.notice;
import static io.oncegate.payments.ProviderOperation.CHARGE;
import static io.oncegate.payments.ProviderOperation.CREATE;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.orders.payment.Attempt;
import io.oncegate.orders.payment.Heard;
import io.oncegate.payments.AskedProvider;
import io.oncegate.payments.ProviderOutcome;
import io.oncegate.payments.ProviderOutcome.Absent;
import io.oncegate.payments.ProviderOutcome.Mismatch;
import io.oncegate.payments.ProviderOutcome.Refunded;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import io.oncegate.payments.ProviderOutcome.Unknown;
import io.oncegate.testsupport.TestServers;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What anybody may have sent, on a real PostgreSQL: the provider is asked, and its answer is what is recorded. */
class PgHintTest {
    private static Payments payments;

    private final AskedProvider provider = new AskedProvider();
    private Tellings tellings;

    @BeforeAll
    static void start() {
        payments = new Payments(TestServers.shared().freshDatabase().migrate());
    }

    @AfterAll
    static void stop() {
        payments.close();
    }

    @BeforeEach
    void listen() {
        tellings = new Tellings(payments, payments.hearing(provider));
    }

    @Test
    void aForgedHintChangesNothingAndAGenuineOnePays() {
        var attempt = payments.begin(CHARGE);
        var id = id();
        var hint = notice(attempt, id, "succeeded");
        var before = payments.attempt(attempt);

        for (ProviderOutcome word : List.of(
                new Unknown("timeout", false),
                new Absent(Optional.empty()),
                new Mismatch("reference", Optional.of(id)))) {
            provider.answers(charge -> word);
            assertThat(tellings.hint(account(attempt), hint))
                    .isEqualTo(word instanceof Unknown ? Heard.LATER : Heard.NOTHING_NEW);
            assertThat(payments.attempt(attempt)).usingRecursiveComparison().isEqualTo(before);
        }
        assertThat(provider.asked()).hasSize(3).containsOnly("/status/" + id);

        provider.answers(charge -> new Succeeded(id));
        assertThat(tellings.hint(account(attempt), hint)).isEqualTo(Heard.APPLIED);

        assertThat(payments.order(attempt)).containsEntry("status", "paid");
    }

    @Test
    void aHintIsAskedForByTheIdThatWeKnow() {
        var attempt = payments.begin(CREATE);
        var id = id();
        assertThat(tellings.tell(attempt, id, "created")).isEqualTo(Heard.APPLIED);
        provider.answers(charge -> new Succeeded(id));

        assertThat(tellings.hint(account(attempt), notice(attempt, "forged", "succeeded")))
                .isEqualTo(Heard.APPLIED);

        assertThat(provider.asked()).containsExactly("/status/" + id);
    }

    @Test
    void aHintWithoutAnIdIsAskedForByOurReference() {
        var attempt = payments.begin(CREATE);
        var hint = notice(Optional.empty(), Optional.of(attempt.order().id()), charge -> new Absent(Optional.empty()));

        assertThat(tellings.hint(account(attempt), hint)).isEqualTo(Heard.LATER);

        assertThat(provider.asked())
                .containsExactly("/look-up/" + attempt.order().id());
    }

    @Test
    void aHintAboutWhatHasEndedIsHeardAsWell() {
        var attempt = payments.begin(CHARGE);
        var id = id();
        assertThat(tellings.tell(attempt, id, "succeeded")).isEqualTo(Heard.APPLIED);
        var hint = notice(Optional.of(id), Optional.empty(), charge -> new Absent(Optional.empty()));
        provider.answers(charge -> new Succeeded(id));
        assertThat(tellings.hint(account(attempt), hint)).isEqualTo(Heard.NOTHING_NEW);

        provider.answers(charge -> new Refunded(id));
        assertThat(tellings.hint(account(attempt), hint)).isEqualTo(Heard.APPLIED);
        assertThat(payments.payment(attempt)).containsEntry("status", "refunded");

        var declined = payments.begin(CHARGE);
        assertThat(tellings.tell(declined, id(), "declined")).isEqualTo(Heard.APPLIED);
        provider.answers(charge -> new Succeeded(declinedId(declined)));
        assertThat(tellings.hint(account(declined), notice(declined, "any", "succeeded")))
                .isEqualTo(Heard.IN_REVIEW);
        assertThat(payments.attempt(declined)).containsEntry("reason", "late_success");
    }

    private static String declinedId(Attempt attempt) {
        return (String) payments.attempt(attempt).get("external_id");
    }
}
