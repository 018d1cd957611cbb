package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What becomes of a payment whose call told nothing, when its client does not ask again. The orders that take long were
 * all placed at the beginning and left to the completer; each test looks at what became of its own.
 */
class PaymentDoubtIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration A_MOMENT = Duration.ofMillis(300);
    private static final int TIME_BUDGET_USED_UP = 503;

    private static final Sandbox SANDBOX = Sandbox.shared();
    private static Database database;
    private static ServiceProcess service;

    private static Left storedError;
    private static Left slow;
    private static Left late;
    private static Left chargedWithoutKeys;
    private static Left refusedWithoutKeys;

    /** An order that its client has left alone. */
    private record Left(Tenant tenant, Purchase purchase) {

        static Left at(String account, String method) {
            var tenant = Tenant.payingThrough(account, service, database);
            return new Left(tenant, Purchase.of(tenant.client(), method));
        }

        String id() {
            return purchase.orderId();
        }

        List<JsonObject> posts(String end) {
            return SANDBOX.postsAbout(tenant.names(id())).stream()
                    .filter(post -> post.getString("uri").endsWith(end))
                    .toList();
        }

        Stream<Object> stored(String column) {
            return tenant.attempts(id()).stream().map(attempt -> attempt.get(column));
        }
    }

    @BeforeAll
    static void placeThem() {
        database = TestServers.shared().freshDatabase();
        var launch = PayingInstance.on(database, SANDBOX.url());
        PayingInstance.account(launch, "slow", "tbank");
        PayingInstance.set(launch, "slow", "settle-after", "10s");
        PayingInstance.account(launch, "late", "tbank");
        PayingInstance.set(launch, "late", "settle-after", "2s");
        PayingInstance.account(launch, "keyless-lost", "keyless");
        service = launch.start();

        storedError = Left.at("stripe", "sandbox:500_stored");
        slow = Left.at("slow", "sandbox:hang_then_apply(6500)");
        late = Left.at("late", "sandbox:hang_then_apply(7500),hang_then_apply(7500)");
        chargedWithoutKeys = Left.at("keyless-lost", "sandbox:apply_then_drop");
        refusedWithoutKeys = Left.at("keyless-lost", "sandbox:503");
        var left = Stream.of(storedError, slow, late, chargedWithoutKeys, refusedWithoutKeys)
                .map(Left::purchase)
                .toList();
        Purchase.placeTogether(left);
        assertThat(left)
                .allSatisfy(purchase -> assertThat(purchase.answers())
                        .extracting(answer -> answer.status())
                        .containsExactly(202));
    }

    @AfterAll
    static void end() {
        Secrets.assertKeptBy(service);
        service.close();
    }

    @Test
    void aClientWithoutTimeCutsNoCallToAnyProvider() {
        var hasty = PayingInstance.DIALECTS.stream()
                .map(dialect -> Left.at(dialect, "sandbox:hang_then_apply(1000)"))
                .toList();

        assertThat(hasty)
                .allSatisfy(
                        each -> assertThat(statusWithinAMoment(each.purchase())).isEqualTo(202));

        assertThat(hasty).allSatisfy(each -> {
            each.purchase().awaitStatus("paid");
            assertThat(SANDBOX.charges(each.id())).hasSize(1);
            assertThat(SANDBOX.movesAbout(each.tenant().names(each.id()))).hasSize(1);
        });
    }

    /** What it is answered within a moment, as soon as that is enough for anything to happen. */
    private static int statusWithinAMoment(Purchase purchase) {
        return await().atMost(PATIENCE)
                .until(() -> purchase.placeWithin(A_MOMENT).status(), status -> status != TIME_BUDGET_USED_UP);
    }

    @Test
    void anErrorThatTheProviderKeepsUnderAKeyIsAskedForOnceAndAnotherKeyPays() {
        storedError.purchase().awaitStatus("paid");

        assertThat(storedError.stored("status")).containsExactly("not_executed", "succeeded");
        assertThat(storedError.posts("/confirm"))
                .extracting(post -> (Object) Sandbox.header(post, "Idempotency-Key"))
                .containsExactlyElementsOf(storedError.stored("provider_key").toList())
                .doesNotHaveDuplicates();
        assertThat(SANDBOX.charges(storedError.id())).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatAProviderWithoutKeysAndQuestionsDidNotTellIsLeftToAnOperatorAndNothingMoreIsSent(boolean charged) {
        var left = charged ? chargedWithoutKeys : refusedWithoutKeys;

        left.purchase().awaitStatus("payment_review");
        var told = left.purchase().place();

        assertThat(told.status()).isEqualTo(202);
        assertThat(SANDBOX.requestsAbout(List.of(left.id()))).hasSize(1);
        assertThat(SANDBOX.charges(left.id())).hasSize(charged ? 1 : 0);
    }

    @Test
    void whatIsLeftToAnOperatorIsCounted() {
        chargedWithoutKeys.purchase().awaitStatus("payment_review");
        refusedWithoutKeys.purchase().awaitStatus("payment_review");

        assertThat(metric("oncegate_payments_attempts_total{account=\"keyless-lost\",outcome=\"review\"}"))
                .isEqualTo(2);
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> metric("oncegate_payments_open{state=\"review\"}") == 2);
    }

    @Test
    void aChargeThatIsNotSeenYetIsWaitedFor() {
        slow.purchase().awaitStatus("paid");

        var charges = SANDBOX.charges(slow.id());
        assertThat(charges).hasSize(1);
        assertThat(slow.stored("number")).containsExactly(1);
        assertThat(slow.posts("/Charge")).hasSize(1);
        assertThat(slow.posts("/Cancel")).isEmpty();
        assertThat(slow.posts("/GetState").stream().map(PaymentDoubtIT::at).sorted())
                .as("it was asked for before it was there")
                .first()
                .satisfies(first -> assertThat(first).isBefore(at(charges.get(0))));
    }

    /** Longer than the provider is known to take. While it works on the payment, it does not let it be stopped either. */
    @Test
    void aChargeThatComesAfterItsTimeIsTheOnlyOne() {
        late.purchase().awaitStatus("paid");

        assertThat(SANDBOX.charges(late.id())).hasSize(1);
        assertThat(late.stored("number")).containsExactly(1);
        assertThat(late.posts("/Charge")).hasSize(1);
        assertThat(late.posts("/Cancel")).as("it was taken for not executed").isNotEmpty();
    }

    private static Instant at(JsonObject received) {
        return Instant.parse(received.getString("at"));
    }

    private static double metric(String series) {
        return RawHttp.exchange(service.managementUrl(), RawRequest.of("GET", "/q/metrics"))
                .text()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length())))
                .sum();
    }
}
