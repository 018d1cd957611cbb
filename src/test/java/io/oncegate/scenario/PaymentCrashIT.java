package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code kill -9} and {@code SIGSTOP} at each point of a payment. The point is held by the network to PostgreSQL or by
 * the provider, never by the service. Two orders are caught at it: the client of one repeats its request at another
 * instance, the other one is left to that instance's completer.
 */
class PaymentCrashIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Pattern FENCED =
            Pattern.compile("(?m)^oncegate_payments_attempts_total\\{[^}]*outcome=\"fenced\"[^}]*} ([0-9.]+)$");
    /** The first statement with a key asks whether it is known, the second claims it. */
    private static final int CLAIM = 2;

    private static final Sandbox SANDBOX =
            new Sandbox(URI.create(TestServers.shared().sandboxUrl()));
    private static Database database;
    private static FaultProxy network;
    private static ServiceProcess victim;
    private static ServiceProcess survivor;

    @BeforeAll
    static void start() {
        database = TestServers.shared().freshDatabase();
        network = FaultProxy.to(database.host(), database.port());
        survivor = PayingInstance.on(database, SANDBOX.url()).start();
        // It waits for what it is owed however long it slept: nothing of a statement that was answered is sent again.
        victim = PayingInstance.on(database.through(FaultProxy.host(), network.port()), SANDBOX.url())
                .with("ONCEGATE_DB_REPLY_TIMEOUT", "60s")
                .with("ONCEGATE_DB_IDLE_TIMEOUT", "120s")
                .with("ONCEGATE_OPERATIONS_ORDERS_PAYMENT_BUDGET", "60s")
                .start();
    }

    @AfterEach
    void mend() {
        network.pass();
        victim.restart();
    }

    @AfterAll
    static void stop() {
        Secrets.assertKeptBy(victim, survivor);
        victim.close();
        survivor.close();
        network.close();
    }

    /** One order on its way through the instance that is going to die. */
    private static final class Caught {
        private final Tenant tenant;
        private final Purchase purchase;
        private CompletableFuture<RawResponse> underWay = new CompletableFuture<>();

        Caught(String account, String method) {
            this.tenant = Tenant.payingThrough(account, survivor, database);
            this.purchase = Purchase.of(tenant.client().at(victim), method);
            // Its credential is known to the instance before anything fails.
            assertThat(victimKnows(tenant)).isTrue();
        }

        private boolean victimKnows(Tenant known) {
            return known.client().at(victim).placeOrder(Secrets.newKey(), "{}").status() == 422;
        }

        @CanIgnoreReturnValue
        Caught begin() {
            underWay = CompletableFuture.supplyAsync(purchase::place, task -> new Thread(task).start());
            return this;
        }

        /** The id of its order, past the service; empty while there is none. */
        Optional<String> orderId() {
            return database.query("SELECT order_id FROM payments WHERE idempotency_key = ?", purchase.key()).stream()
                    .map(row -> (String) row.get("order_id"))
                    .findFirst();
        }

        /** What the provider's requests about it are known by. */
        List<String> names() {
            var order = orderId().orElseThrow();
            var externalId = attempt("external_id");
            return externalId == null ? List.of(order) : List.of(order, (String) externalId);
        }

        Object attempt(String column) {
            return database.query(
                            "SELECT a.* FROM payment_attempts AS a JOIN payments AS p USING (tenant_id, order_id)"
                                    + " WHERE p.idempotency_key = ? ORDER BY number DESC",
                            purchase.key())
                    .get(0)
                    .get(column);
        }

        void awaitOrder() {
            await().atMost(PATIENCE).pollInterval(POLL).until(() -> orderId().isPresent());
        }

        void awaitOperation(String operation) {
            awaitOrder();
            await().atMost(PATIENCE)
                    .pollInterval(POLL)
                    .until(() -> attempt("operation").equals(operation));
        }

        /** The provider has the request that moves the money. */
        void awaitAtTheProvider(String operation) {
            awaitOperation(operation);
            await().atMost(PATIENCE).pollInterval(POLL).until(() -> {
                return SANDBOX.postsAbout(names()).stream().anyMatch(post -> moves(operation, post));
            });
        }

        private static boolean moves(String operation, JsonObject post) {
            return !operation.equals("confirm") || post.getString("uri").matches(".*(/confirm|/Charge)$");
        }

        void awaitCharge() {
            await().atMost(PATIENCE)
                    .pollInterval(POLL)
                    .until(() -> SANDBOX.charges(orderId().orElseThrow()).size() == 1);
        }

        void awaitPaidInTheTable() {
            await().atMost(PATIENCE)
                    .pollInterval(POLL)
                    .until(() -> database.count(
                                    "SELECT count(*) FROM orders WHERE order_id = ? AND status = 'paid'",
                                    orderId().orElse(""))
                            == 1);
        }

        /** The client repeats its request at the other instance until it is told. */
        @CanIgnoreReturnValue
        RawResponse finishByRetry() {
            purchase.moveTo(tenant.client().at(survivor));
            var outcome = purchase.placeUntilTold();
            assertPaidOnce(outcome);
            return outcome;
        }

        /** Nobody asks; the order is looked at. */
        void finishByCompleter() {
            var id = orderId().orElseThrow();
            var client = tenant.client().at(survivor);
            await().atMost(PATIENCE)
                    .pollInterval(POLL)
                    .untilAsserted(() -> assertThat(client.send(client.get(Client.ORDERS + "/" + id))
                                    .text())
                            .contains("\"status\":\"paid\""));
            purchase.moveTo(client);
            assertPaidOnce(purchase.place());
        }

        private void assertPaidOnce(RawResponse outcome) {
            assertThat(outcome.status()).as(outcome::text).isEqualTo(201);
            assertThat(outcome.text()).contains("\"status\":\"paid\"");
            assertThat(purchase.place().text()).isEqualTo(outcome.text());
            assertThat(SANDBOX.charges(orderId().orElseThrow())).hasSize(1);
        }
    }

    private static List<Caught> two(String account, String method) {
        return List.of(new Caught(account, method), new Caught(account, method));
    }

    private static void finish(List<Caught> caught) {
        network.pass();
        caught.get(0).finishByRetry();
        caught.get(1).finishByCompleter();
    }

    @Test
    void beforeTheFirstPhaseNothingIsThere() {
        var caught = two("stripe", "pm_card");
        network.stall();
        caught.forEach(Caught::begin);
        victim.kill9();
        network.pass();

        assertThat(caught).allSatisfy(each -> assertThat(each.orderId()).isEmpty());
        caught.get(0).finishByRetry();
        assertThat(caught.get(1).orderId()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe", "yookassa", "tbank"})
    void afterTheFirstPhaseAndBeforeAByteLeft(String account) {
        var caught = two(account, "pm_card");
        for (var each : caught) {
            network.swallowReplyTo(each.purchase.key(), CLAIM);
            each.begin().awaitOrder();
        }
        victim.kill9();

        caught.forEach(each -> assertThat(SANDBOX.postsAbout(each.names())).isEmpty());
        finish(caught);
    }

    @ParameterizedTest
    @ValueSource(strings = {"stripe confirm", "yookassa charge", "tbank confirm"})
    void bytesSentAndNoAnswer(String accountAndOperation) {
        var words = accountAndOperation.split(" ");
        var caught = two(words[0], "sandbox:hang_then_apply(1900)");
        caught.forEach(Caught::begin);
        caught.forEach(each -> each.awaitAtTheProvider(words[1]));
        victim.kill9();

        finish(caught);
    }

    @Test
    void theAnswerIsThereAndNotYetRecorded() {
        var caught = two("stripe", "sandbox:hang_then_apply(1000)");
        caught.forEach(Caught::begin);
        caught.forEach(each -> each.awaitAtTheProvider("confirm"));
        network.stall();
        caught.forEach(Caught::awaitCharge);
        victim.kill9();

        finish(caught);
    }

    @Test
    void afterTheSecondPhase() {
        var caught = two("stripe", "pm_card");
        for (var each : caught) {
            // The target of the second request. The provider's id would do, were "pi_" not a part of "api_keys" too.
            network.swallowNextReplyTo("/confirm");
            each.begin().awaitOperation("confirm");
        }
        victim.kill9();

        finish(caught);
    }

    @Test
    void afterTheLastPhaseAndBeforeTheClientHasIt() {
        var caught = two("stripe", "pm_card");
        for (var each : caught) {
            network.swallowNextReplyTo("{\"order_id\"");
            each.begin().awaitPaidInTheTable();
        }
        victim.kill9();

        finish(caught);
    }

    /** Whether it was sent nobody can say, and the provider cannot be asked. */
    @ParameterizedTest
    @ValueSource(strings = {"pm_card", "sandbox:hang_then_apply(500)"})
    void withoutKeysAndQuestionsAnOperatorDecidesAndNothingIsSentAgain(String method) {
        var caught = new Caught("keyless", method);
        if (method.equals("pm_card")) {
            network.swallowReplyTo(caught.purchase.key(), CLAIM);
            caught.begin().awaitOrder();
        } else {
            caught.begin().awaitAtTheProvider("charge");
        }
        victim.kill9();
        var posts = SANDBOX.postsAbout(caught.names()).size();
        network.pass();

        caught.purchase.moveTo(caught.tenant.client().at(survivor));
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> caught.purchase.place().text().contains("payment_review"));

        assertThat(SANDBOX.postsAbout(caught.names())).hasSize(posts);
    }

    @Test
    void aWorkerThatWasStoppedBeforeTheBytesSendsNothingWhenItWakesUp() {
        var caught = new Caught("stripe", "pm_card");
        var fencedBefore = fenced();
        network.delay(Duration.ofMillis(300));
        caught.begin().awaitOrder();
        victim.pause();
        assertThat(SANDBOX.postsAbout(caught.names())).isEmpty();
        network.pass();

        var outcome = caught.finishByRetry();
        var posts = SANDBOX.postsAbout(caught.names()).size();
        victim.resume();

        assertThat(caught.underWay.join().text()).isEqualTo(outcome.text());
        await().atMost(PATIENCE).until(() -> fenced() > fencedBefore);
        assertThat(SANDBOX.postsAbout(caught.names())).hasSize(posts);
        assertThat(SANDBOX.charges(caught.orderId().orElseThrow())).hasSize(1);
    }

    @Test
    void aWorkerThatWasStoppedAfterTheBytesFindsTheOutcomeRecorded() {
        var caught = new Caught("stripe", "sandbox:hang_then_apply(1000)");
        var fencedBefore = fenced();
        caught.begin().awaitAtTheProvider("confirm");
        victim.pause();

        var outcome = caught.finishByRetry();
        victim.resume();

        assertThat(caught.underWay.join().text()).isEqualTo(outcome.text());
        await().atMost(PATIENCE).until(() -> fenced() > fencedBefore);
        assertThat(SANDBOX.charges(caught.orderId().orElseThrow())).hasSize(1);
    }

    private static double fenced() {
        var metrics = RawHttp.exchange(victim.managementUrl(), RawRequest.of("GET", "/q/metrics"))
                .text();
        return FENCED.matcher(metrics)
                .results()
                .mapToDouble(found -> Double.parseDouble(found.group(1)))
                .sum();
    }
}
