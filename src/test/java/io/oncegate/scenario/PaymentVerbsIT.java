package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever a provider does, and however often and at once a client repeats: the ledger has one charge, or none where it
 * was declined or never happened; the last answer tells the truth; and while nobody knows, everybody is told so.
 */
class PaymentVerbsIT {
    private static final int AT_ONCE = 11;
    private static final int IN_TURN = 3;
    private static final int AT_WORK = 24;

    private static final Sandbox SANDBOX =
            new Sandbox(URI.create(TestServers.shared().sandboxUrl()));
    private static final Map<Case, CompletableFuture<Void>> RUNNING = new LinkedHashMap<>();
    private static final ExecutorService PEOPLE = Executors.newFixedThreadPool(AT_WORK);
    private static ServiceProcess service;

    /** How it ends. */
    private enum End {
        PAID,
        DECLINED,
        ACTION,
        REVIEW_CHARGED,
        REVIEW_NOT_CHARGED
    }

    private record Case(String dialect, String verb, End end) {
        String account() {
            return dialect + "-" + verb.replaceAll("[^a-z0-9]", "-").replaceAll("-+$", "");
        }

        @Override
        public String toString() {
            return "%s, %s: %s".formatted(dialect, verb, end);
        }
    }

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        everywhere(cases, "ok", End.PAID);
        everywhere(cases, "decline", End.DECLINED);
        everywhere(cases, "requires_action", End.ACTION);
        everywhere(cases, "429(1)", End.PAID);
        everywhere(cases, "status_500", End.PAID);
        for (var applied : List.of(
                "apply_then_drop",
                "hang_then_apply(2500)",
                "apply_after(1500)",
                "500_applied",
                "409_in_flight(1000)",
                "garbage",
                "empty",
                "slow_body(5000)",
                "truncated_body",
                "status_lag(1500)",
                "forget_keys(600000)")) {
            keyedOrAsked(cases, applied, End.PAID);
            cases.add(new Case("keyless", applied, End.REVIEW_CHARGED));
        }
        for (var notApplied :
                List.of("drop_before_apply", "hang(3000)", "500_stored", "503", "302", "close_keepalive")) {
            keyedOrAsked(cases, notApplied, End.PAID);
            cases.add(new Case("keyless", notApplied, End.REVIEW_NOT_CHARGED));
        }
        everywhere(cases, "mismatch_amount", End.REVIEW_CHARGED);
        for (var dialect : List.of("stripe", "yookassa", "keyless")) {
            cases.add(new Case(dialect, "mismatch_currency", End.REVIEW_CHARGED));
        }
        // Its answers name no currency.
        cases.add(new Case("tbank", "mismatch_currency", End.PAID));
        return cases;
    }

    private static void everywhere(List<Case> cases, String verb, End end) {
        PayingInstance.DIALECTS.forEach(dialect -> cases.add(new Case(dialect, verb, end)));
    }

    private static void keyedOrAsked(List<Case> cases, String verb, End end) {
        Stream.of("stripe", "yookassa", "tbank").forEach(dialect -> cases.add(new Case(dialect, verb, end)));
    }

    @BeforeAll
    static void begin() {
        var database = TestServers.shared().freshDatabase();
        var launch = PayingInstance.on(database, SANDBOX.url());
        cases().forEach(one -> PayingInstance.account(launch, one.account(), one.dialect()));
        service = launch.start();
        for (var one : cases()) {
            var client = Tenant.payingThrough(one.account(), service, database).client();
            RUNNING.put(one, CompletableFuture.runAsync(() -> buy(one, client), PEOPLE));
        }
    }

    @AfterAll
    static void end() {
        PEOPLE.shutdownNow();
        Secrets.assertKeptBy(service);
        service.close();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isChargedOnceOrNotAtAll(Case one) {
        RUNNING.get(one).join();
    }

    private static void buy(Case one, Client client) {
        var purchase = Purchase.of(client, "sandbox:" + one.verb());
        purchase.placeAtOnce(AT_ONCE);
        for (var time = 0; time < IN_TURN; time++) {
            purchase.place();
        }
        switch (one.end()) {
            case PAID -> assertPaid(purchase);
            case DECLINED -> assertDeclined(purchase);
            case ACTION -> assertPaidAfterThePayersStep(purchase);
            case REVIEW_CHARGED -> assertReviewed(purchase, 1);
            case REVIEW_NOT_CHARGED -> assertReviewed(purchase, 0);
        }
    }

    private static void assertPaid(Purchase purchase) {
        var outcome = purchase.placeUntilTold();
        assertThat(outcome.status()).as(outcome::text).isEqualTo(201);
        purchase.assertEachAnswerWasOpenOr(outcome);
        var order = purchase.awaitStatus("paid");
        assertThat(order.getJsonObject("payment").getString("status")).isEqualTo("paid");
        assertThat(order.getJsonObject("payment").getString("external_id")).isNotBlank();
        assertThat(SANDBOX.charges(purchase.orderId())).hasSize(1);
    }

    private static void assertDeclined(Purchase purchase) {
        var outcome = purchase.placeUntilTold();
        assertThat(outcome.status()).as(outcome::text).isEqualTo(402);
        assertThat(Client.slug(outcome)).isEqualTo("payment-declined");
        purchase.assertEachAnswerWasOpenOr(outcome);
        purchase.awaitStatus("payment_failed");
        assertThat(SANDBOX.charges(purchase.orderId())).isEmpty();
    }

    private static void assertPaidAfterThePayersStep(Purchase purchase) {
        var outcome = purchase.placeUntilTold();
        assertThat(outcome.status()).as(outcome::text).isEqualTo(201);
        purchase.assertEachAnswerWasOpenOr(outcome);
        var order = purchase.order();
        assertThat(order.getString("status")).isEqualTo("payment_action_required");
        assertThat(SANDBOX.charges(purchase.orderId())).isEmpty();

        SANDBOX.approve(order.getJsonObject("payment").getString("redirect_url"));

        // Where nobody can be asked, only an operator finds out.
        if (!order.getJsonObject("payment").getString("account").startsWith("keyless")) {
            purchase.awaitStatus("paid");
        }
        assertThat(SANDBOX.charges(purchase.orderId())).hasSize(1);
    }

    private static void assertReviewed(Purchase purchase, int charges) {
        purchase.awaitStatus("payment_review");
        var told = purchase.place();
        assertThat(told.status()).as(told::text).isEqualTo(202);
        assertThat(told.headers("Retry-After")).containsExactly("3600");
        purchase.assertEachAnswerWasOpenOr(told);
        // What the provider does by itself may come after the service has given up.
        await().untilAsserted(
                        () -> assertThat(SANDBOX.charges(purchase.orderId())).hasSize(charges));
    }
}
