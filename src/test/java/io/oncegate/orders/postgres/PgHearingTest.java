package io.oncegate.orders.postgres;

import static io.oncegate.orders.postgres.Payments.LONG;
import static io.oncegate.orders.postgres.Payments.WINDOWS;
import static io.oncegate.orders.postgres.Tellings.account;
import static io.oncegate.orders.postgres.Tellings.id;
import static io.oncegate.orders.postgres.Tellings.notice;
import static io.oncegate.payments.ProviderOperation.CHARGE;
import static io.oncegate.payments.ProviderOperation.CONFIRM;
import static io.oncegate.payments.ProviderOperation.CREATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncegate.orders.payment.Attempt;
import io.oncegate.orders.payment.Heard;
import io.oncegate.orders.payment.TestAttempts;
import io.oncegate.payments.AskedProvider;
import io.oncegate.payments.ProviderOutcome.Refunded;
import io.oncegate.payments.ProviderOutcome.Succeeded;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.TestServers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What providers tell unasked, on a real PostgreSQL: in any order, too early, twice, and by others. */
class PgHearingTest {
    /** Times, and what is new with each writing. */
    private static final Set<String> INCIDENTAL = Set.of(
            "attempt_id",
            "order_id",
            "account",
            "idempotency_key",
            "request_id",
            "request",
            "provider_key",
            "external_id",
            "worker_token",
            "checked_at",
            "first_sent_at",
            "resend_until",
            "settle_until",
            "pay_until",
            "review_at",
            "created_at",
            "updated_at");

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
    void everyOrderOfEventsEndsInTheSameState() {
        var ends = new ArrayList<Map<String, Object>>();
        for (var order : permutations(List.of("created", "requires_action", "succeeded", "refunded"))) {
            var attempt = payments.begin(CREATE);
            var id = id();
            order.forEach(event -> {
                assertThat(tellings.tell(attempt, id, event)).isIn(Heard.APPLIED, Heard.NOTHING_NEW);
            });
            ends.add(state(attempt));
            assertThat(payments.attempt(attempt)).as("%s", order).containsEntry("external_id", id);
            assertThat(payments.payment(attempt)).as("%s", order).containsEntry("external_id", id);
        }

        assertThat(ends).hasSize(24);
        assertThat(Set.copyOf(ends)).hasSize(1);
        assertThat(ends.get(0))
                .containsEntry("payment_attempts.status", "succeeded")
                .containsEntry("payments.status", "refunded")
                .containsEntry("orders.status", "payment_failed");
    }

    @Test
    void everyOrderOfEventsWithoutARefundEndsPaid() {
        var ends = new ArrayList<Map<String, Object>>();
        for (var order : permutations(List.of("created", "requires_action", "processing", "succeeded"))) {
            var attempt = payments.begin(CREATE);
            var id = id();
            order.forEach(
                    event -> assertThat(tellings.tell(attempt, id, event)).isIn(Heard.APPLIED, Heard.NOTHING_NEW));
            ends.add(state(attempt));
        }

        assertThat(Set.copyOf(ends)).hasSize(1);
        assertThat(ends.get(0)).containsEntry("payments.status", "paid").containsEntry("orders.status", "paid");
    }

    @Test
    void theEventIsAppliedByTheStatementThatRecordsIt() {
        var attempt = payments.begin(CHARGE);
        var event = payments.event(account(attempt));

        assertThat(tellings.tell(attempt, notice(attempt, id(), "succeeded"), event))
                .isEqualTo(Heard.APPLIED);

        assertThat(payments.order(attempt)).containsEntry("status", "paid");
        assertThat(payments.key(attempt)).containsEntry("status", "succeeded").containsEntry("response_code", 201);
        assertThat(payments.storedEvent(event)).containsEntry("status", "applied");
        assertThat(payments.storedEvent(event).get("ended_at")).isNotNull();
    }

    @Test
    void whatIsTwiceUnderTwoEventIdsHasOneEffect() {
        var attempt = payments.begin(CHARGE);
        var id = id();
        var second = payments.event(account(attempt));
        assertThat(tellings.tell(attempt, id, "succeeded")).isEqualTo(Heard.APPLIED);
        var once = payments.attempt(attempt);

        assertThat(tellings.tell(attempt, notice(attempt, id, "succeeded"), second))
                .isEqualTo(Heard.NOTHING_NEW);

        assertThat(payments.attempt(attempt)).usingRecursiveComparison().isEqualTo(once);
        assertThat(payments.storedEvent(second)).containsEntry("status", "received");
    }

    @ParameterizedTest
    @ValueSource(strings = {"refunded", "declined", "requires_action"})
    void nothingIsRecordedTwice(String event) {
        var attempt = payments.begin(CHARGE);
        var id = id();
        assertThat(tellings.tell(attempt, id, event)).isEqualTo(Heard.APPLIED);

        assertThat(tellings.tell(attempt, id, event)).isEqualTo(Heard.NOTHING_NEW);
    }

    @Test
    void aWorkerWhoseAnswerComesAfterTheEventWritesNothing() {
        var attempt = payments.begin(CREATE);
        var id = id();
        assertThat(tellings.tell(attempt, id, "succeeded")).isEqualTo(Heard.APPLIED);

        var confirm = TestAttempts.request(CONFIRM, attempt);
        assertThat(payments.await(payments.attempts().step(attempt, confirm, id, WINDOWS, Deadline.in(LONG))))
                .isFalse();
        assertThat(payments.settle(attempt, Payments.paid(id))).isFalse();
        assertThat(tellings.leaveOpen(attempt)).isFalse();
        assertThat(payments.await(payments.attempts().lateSuccess(attempt.id(), id, null, Deadline.in(LONG))))
                .isFalse();

        assertThat(payments.order(attempt)).containsEntry("status", "paid");
    }

    @Test
    void whatDoesNotEndAnAttemptTakesItFromNoWorker() {
        var attempt = payments.begin(CREATE);
        var id = id();
        assertThat(tellings.tell(attempt, id, "created")).isEqualTo(Heard.APPLIED);
        assertThat(tellings.tell(attempt, id, "processing")).isEqualTo(Heard.APPLIED);

        var confirm = TestAttempts.request(CONFIRM, attempt);
        assertThat(payments.await(payments.attempts().step(attempt, confirm, id, WINDOWS, Deadline.in(LONG))))
                .isTrue();

        assertThat(payments.payment(attempt)).containsEntry("status", "pending").containsEntry("external_id", id);
    }

    @Test
    void whatComesBeforeTheOrderIsHeardWhenItIsThere() {
        var id = id();
        var order = Payments.ulid();
        var early = notice(Optional.of(id), Optional.of(order), charge -> new Succeeded(id));

        var event = payments.event("early");
        assertThat(tellings.told("early", early, event)).isEqualTo(Heard.NO_SUCH_PAYMENT);
        assertThat(payments.storedEvent(event)).containsEntry("status", "received");

        var attempt = payments.begin(order, "early", CHARGE, WINDOWS);

        assertThat(tellings.told("early", early, event)).isEqualTo(Heard.APPLIED);
        assertThat(payments.order(attempt)).containsEntry("status", "paid");
    }

    @Test
    void ofManyWhoTellTheSameAtOnceOneIsFirst() {
        var attempt = payments.begin(CHARGE);
        var notice = notice(attempt, id(), "succeeded");
        var tellers = Stream.generate(() -> payments.event(account(attempt)))
                .limit(20)
                .map(event -> CompletableFuture.supplyAsync(() -> tellings.tell(attempt, notice, event)))
                .toList();

        assertThat(tellers.stream().map(CompletableFuture::join))
                .hasSize(20)
                .containsOnlyOnce(Heard.APPLIED)
                .isSubsetOf(Heard.APPLIED, Heard.LATER, Heard.NOTHING_NEW);

        assertThat(payments.database()
                        .count(
                                "SELECT count(*) FROM webhook_events WHERE account = ? AND status = 'applied'",
                                account(attempt)))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "' OR true --", "01ARZ3NDEKTSV4RRFFQ69G5FAV-99999", "01ARZ3NDEKTSV4RRFFQ69G5FAV"})
    void whatNamesNoAttemptOfOursIsAboutNone(String reference) {
        var stranger = notice(Optional.of("x"), Optional.of(reference), charge -> new Succeeded("x"));

        assertThat(tellings.told("any", stranger, payments.event("any"))).isEqualTo(Heard.NO_SUCH_PAYMENT);
        assertThat(tellings.hint("any", stranger)).isEqualTo(Heard.NO_SUCH_PAYMENT);
        assertThat(provider.asked()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anotherAccountsAttemptIsNotTouchedWhateverTheEventNames(boolean byItsId) {
        var attempt = payments.begin(CREATE);
        var id = id();
        assertThat(tellings.tell(attempt, id, "requires_action")).isEqualTo(Heard.APPLIED);
        var before = payments.attempt(attempt);
        var event = payments.event("somebody-else");
        var notice = byItsId
                ? notice(Optional.of(id), Optional.empty(), charge -> new Succeeded(id))
                : notice(attempt, id, "succeeded");

        assertThat(tellings.told("somebody-else", notice, event)).isEqualTo(Heard.NO_SUCH_PAYMENT);
        assertThat(tellings.hint("somebody-else", notice)).isEqualTo(Heard.NO_SUCH_PAYMENT);

        assertThat(payments.attempt(attempt)).usingRecursiveComparison().isEqualTo(before);
        assertThat(payments.storedEvent(event)).containsEntry("status", "received");
    }

    @Test
    void aPaymentThatIsKnownNeedsNoReference() {
        var attempt = payments.begin(CHARGE);
        var id = id();
        assertThat(tellings.tell(attempt, id, "succeeded")).isEqualTo(Heard.APPLIED);

        var refund = notice(Optional.of(id), Optional.empty(), charge -> new Refunded(id));
        assertThat(tellings.tell(attempt, refund, payments.event(account(attempt))))
                .isEqualTo(Heard.APPLIED);

        assertThat(payments.payment(attempt)).containsEntry("status", "refunded");
    }

    @Test
    void aRefundReleasesTheReferenceAndLeavesTheAnswer() {
        var attempt = payments.begin(CHARGE);
        var id = id();
        payments.database()
                .execute(
                        "UPDATE orders SET external_id = order_id, external_id_held = order_id WHERE order_id = ?",
                        attempt.order().id());
        assertThat(tellings.tell(attempt, id, "succeeded")).isEqualTo(Heard.APPLIED);
        var answer = payments.key(attempt).get("response_body");

        assertThat(tellings.tell(attempt, id, "refunded")).isEqualTo(Heard.APPLIED);

        assertThat(payments.order(attempt))
                .containsEntry("status", "payment_failed")
                .containsEntry("external_id_held", null);
        assertThat(payments.key(attempt)).containsEntry("status", "succeeded").containsEntry("response_body", answer);
    }

    /** Another attempt may follow, which is for whoever looks after the payment. */
    @ParameterizedTest
    @ValueSource(strings = {"canceled", "unclear"})
    void whatNeedsALookIsLookedAfterSoonUnlessSomebodyDoes(String event) {
        var attempt = payments.begin(CHARGE);
        assertThat(tellings.leaveOpen(attempt)).isTrue();
        assertThat(tellings.due(attempt)).isEmpty();

        assertThat(tellings.tell(attempt, id(), event)).isEqualTo(Heard.APPLIED);

        assertThat(tellings.due(attempt)).hasSize(1);
        assertThat(tellings.tell(attempt, id(), "unclear")).isEqualTo(Heard.NOTHING_NEW);
        assertThat(tellings.due(attempt)).isEmpty();
    }

    @Test
    void aFailureToReadTellsItselfAndChangesNothing() {
        var attempt = payments.begin(CHARGE);
        var before = payments.attempt(attempt);
        var poisoned = notice(attempt, charge -> {
            throw new IllegalStateException("poison");
        });

        assertThatThrownBy(() -> tellings.tell(attempt, poisoned, payments.event(account(attempt))))
                .hasRootCauseMessage("poison");

        assertThat(payments.attempt(attempt)).usingRecursiveComparison().isEqualTo(before);
    }

    /** The three rows, without what differs between any two payments. */
    private static Map<String, Object> state(Attempt attempt) {
        var state = new LinkedHashMap<String, Object>();
        Map.of(
                        "orders",
                        payments.order(attempt),
                        "payments",
                        payments.payment(attempt),
                        "payment_attempts",
                        payments.attempt(attempt))
                .forEach((table, row) -> row.forEach((column, value) -> {
                    if (!INCIDENTAL.contains(column)) {
                        state.put(table + "." + column, value);
                    }
                }));
        return state;
    }

    private static <T> List<List<T>> permutations(List<T> all) {
        if (all.isEmpty()) {
            return List.of(List.of());
        }
        var permutations = new ArrayList<List<T>>();
        for (var first : all) {
            var rest = new ArrayList<>(all);
            rest.remove(first);
            for (var end : permutations(rest)) {
                var one = new ArrayList<T>(List.of(first));
                one.addAll(end);
                permutations.add(one);
            }
        }
        return permutations;
    }
}
