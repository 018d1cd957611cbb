package io.oncegate.scenario;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An order has so much time to be paid and no more. What its provider does not do within it is not asked for again: no
 * customer is charged for what was given up. All orders were placed at the beginning, and their time is short.
 */
class PaymentDeadlineIT {
    private static final Duration PAY_WITHIN = Duration.ofSeconds(3);
    /** Between the statement that looks at the clock and the bytes. */
    private static final Duration SEND_WITHIN = Duration.ofSeconds(1);
    /** More often than anybody asks in that time. */
    private static final int ALWAYS = 12;

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static final Map<Case, Placed> PLACED = new LinkedHashMap<>();
    private static FaultProxy nobody;
    private static Database database;
    private static ServiceProcess service;

    private record Case(String dialect, String verb) {
        String account() {
            return dialect + "-" + verb.replaceAll("[^a-z0-9]", "-");
        }

        /** A method that does it again and again. */
        String method() {
            return "sandbox:" + String.join(",", Collections.nCopies(ALWAYS, verb));
        }
    }

    private record Placed(Tenant tenant, Purchase purchase) {

        static Placed with(Case one, String method) {
            var tenant = Tenant.payingThrough(one.account(), service, database);
            return new Placed(tenant, Purchase.of(tenant.client(), method));
        }

        void assertToldNotExecuted() {
            assertThat(purchase.answers().get(0).status()).isEqualTo(202);
            var told = purchase.placeUntilTold();
            assertThat(told.status()).as(told::text).isEqualTo(402);
            assertThat(Client.slug(told)).isEqualTo("payment-not-executed");
            var problem = new JsonObject(told.text());
            assertThat(problem.getString("order_id")).isEqualTo(purchase.orderId());
            assertThat(problem.getString("next_key")).isEqualTo("new");
            assertThat(purchase.order().getString("status")).isEqualTo("payment_failed");
            assertThat(SANDBOX.charges(purchase.orderId())).isEmpty();
        }

        void assertNothingMovedMoneyAfterItsTime() {
            var latest = payUntil().plus(SEND_WITHIN);
            assertThat(SANDBOX.movesAbout(tenant.names(purchase.orderId())))
                    .isNotEmpty()
                    .allSatisfy(move ->
                            assertThat(Instant.parse(move.getString("at"))).isBefore(latest));
        }

        private Instant payUntil() {
            return Instant.ofEpochMilli(database.count(
                    "SELECT (extract(epoch FROM pay_until) * 1000)::bigint FROM payments WHERE order_id = ?",
                    purchase.orderId()));
        }
    }

    static List<Case> neverReached() {
        return PayingInstance.DIALECTS.stream()
                .map(dialect -> new Case(dialect, "never_reached"))
                .toList();
    }

    /** The provider proves, when it is asked, that no money has moved and that none will. */
    static List<Case> neverExecuted() {
        return List.of(
                new Case("stripe", "503"),
                new Case("stripe", "drop_before_apply"),
                new Case("stripe", "500_stored"),
                new Case("tbank", "503"),
                new Case("tbank", "drop_before_apply"));
    }

    /** It cannot be asked without the id that its answer would have brought. */
    static List<Case> neverProven() {
        return List.of(new Case("yookassa", "503"), new Case("yookassa", "drop_before_apply"));
    }

    static List<Case> payerNeverCame() {
        return List.of(new Case("stripe", "requires_action"), new Case("tbank", "requires_action"));
    }

    @BeforeAll
    static void placeThem() {
        database = TestServers.shared().freshDatabase();
        nobody = FaultProxy.to(SANDBOX.url().getHost(), SANDBOX.url().getPort());
        nobody.refuse();
        var launch = PayingInstance.on(database, SANDBOX.url())
                .without("ONCEGATE_SANDBOX_URL")
                .without("ONCEGATE_ALLOW_SANDBOX")
                .with("ONCEGATE_PAYMENTS_PAY_WITHIN", PAY_WITHIN.toSeconds() + "s")
                .with("ONCEGATE_PAYMENTS_SEND_WITHIN", SEND_WITHIN.toSeconds() + "s")
                .with("ONCEGATE_PAYMENTS_REVIEW_AFTER", "60s");
        var nowhere = URI.create("http://%s:%d".formatted(FaultProxy.host(), nobody.port()));
        neverReached().forEach(one -> PayingInstance.accountAt(launch, one.account(), one.dialect(), nowhere));
        var reached = List.of(neverExecuted(), neverProven(), payerNeverCame());
        reached.forEach(cases ->
                cases.forEach(one -> PayingInstance.accountAt(launch, one.account(), one.dialect(), SANDBOX.url())));
        service = launch.start();

        // The first of each kind takes as long as all that is left to the others.
        for (var warm : payerNeverCame()) {
            assertThat(Placed.with(warm, "pm_card").purchase().placeUntilTold().status())
                    .isEqualTo(201);
        }
        neverReached().forEach(one -> PLACED.put(one, Placed.with(one, "pm_card")));
        reached.forEach(cases -> cases.forEach(one -> PLACED.put(one, Placed.with(one, one.method()))));
        Purchase.placeTogether(PLACED.values().stream().map(Placed::purchase).toList());
    }

    @AfterAll
    static void end() {
        Secrets.assertKeptBy(service);
        service.close();
        nobody.close();
    }

    @ParameterizedTest
    @MethodSource("neverReached")
    void whatNeverLeftIsToldNotExecuted(Case one) {
        var placed = PLACED.get(one);

        placed.assertToldNotExecuted();

        assertThat(SANDBOX.requestsAbout(List.of(placed.purchase().orderId()))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("neverExecuted")
    void whatIsProvenNotExecutedIsToldSoAndNeverTriedAgain(Case one) {
        var placed = PLACED.get(one);

        placed.assertToldNotExecuted();

        placed.assertNothingMovedMoneyAfterItsTime();
    }

    @ParameterizedTest
    @MethodSource("neverProven")
    void whatNobodyCanProveIsLeftToAnOperatorAndNeverTriedAgain(Case one) {
        var placed = PLACED.get(one);

        placed.purchase().awaitStatus("payment_review");

        assertThat(placed.purchase().place().status()).isEqualTo(202);
        assertThat(SANDBOX.charges(placed.purchase().orderId())).isEmpty();
        placed.assertNothingMovedMoneyAfterItsTime();
    }

    @ParameterizedTest
    @MethodSource("payerNeverCame")
    void aPayerWhoComesTooLatePaysNothing(Case one) {
        var purchase = PLACED.get(one).purchase();
        var answer = purchase.placeUntilTold();
        assertThat(answer.status()).isEqualTo(201);
        var page = URI.create(
                new JsonObject(answer.text()).getJsonObject("payment").getString("redirect_url"));

        purchase.awaitStatus("payment_failed");
        var tooLate = SANDBOX.send(
                RawRequest.of("POST", page.getRawPath() + "?result=approve").header("Content-Length", "0"));

        assertThat(tooLate.status()).isEqualTo(409);
        assertThat(SANDBOX.charges(purchase.orderId())).isEmpty();
        assertThatAnswer(purchase.place()).isTheSameAs(answer);
    }
}
