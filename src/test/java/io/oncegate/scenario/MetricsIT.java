package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.house.Readme;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.Scrape;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What a service says it has done, against what it was made to do. All of it was done at the beginning, once; each test
 * looks at what was counted of its part.
 */
class MetricsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(200);

    private static final String STRIPE = "stripe";
    /** Has no keys and answers no questions. */
    private static final String DOUBTFUL = "doubtful";
    /** Tells of payments that are not ours. */
    private static final String OF_OTHERS = "stripe-of-others";

    private static final String SECRET = Secrets.remember("whsec_metrics");
    /** A metric as documents name it: {@code name{label,label}}, or {@code name_*} for all that begins with it. */
    private static final Pattern CODE = Pattern.compile("`([a-z]+(?:_[a-z]+)*?)(_\\*)?(?:\\{([^}]*)})?`");

    private static final String METRICS =
            "**Metrics**, at `/q/metrics` in Prometheus' format. Labels have few values: never"
                    + " a tenant, a key or a path as it was received.";

    private static final Path ARCHITECTURE = Path.of("src/site/markdown/architecture.md");
    private static final String EXPORT = "/v1/orders/export";

    private static Database database;
    private static ServiceProcess service;
    private static Scrape before;

    @BeforeAll
    static void doAllThatIsCounted() {
        database = TestServers.shared().freshDatabase();
        service = launch().start();
        var tenant = Tenant.at(service, database);
        var client = tenant.client();
        var paying = Tenant.payingThrough(STRIPE, service, database).client();
        var doubtful = Tenant.payingThrough(DOUBTFUL, service, database);
        var sending =
                Tenant.sendingThrough(SendingInstance.KEYED, service, database).client();
        before = Scrape.of(service);

        repeat(tenant, client);
        assertStatus(client.send(client.get(EXPORT)), 200);
        assertStatus(client.send(client.get(EXPORT)), 429);
        assertStatus(Purchase.of(paying, "pm_card").place(), 201);
        assertStatus(Purchase.of(paying, "sandbox:decline").place(), 402);
        leaveToAnOperator(doubtful);
        Letter.of(sending, "hello").accepted().awaitStatus("sent");
        Letter.of(sending, "sandbox:decline").accepted().awaitStatus("rejected");
        tell();
        refuseByProfile(client);
    }

    private static ServiceLaunch launch() {
        var launch = PayingInstance.on(database, Sandbox.shared().url())
                .with("ONCEGATE_RATE_LIMIT_POLICIES_EXPORT_CAPACITY", "1")
                .with("ONCEGATE_RATE_LIMIT_POLICIES_EXPORT_REFILL", "1/1000s")
                .with("ONCEGATE_RATE_LIMIT_POLICIES_RECIPIENT_MODE", "shadow");
        PayingInstance.account(launch, DOUBTFUL, "keyless");
        PayingInstance.account(launch, OF_OTHERS, STRIPE);
        PayingInstance.set(launch, STRIPE, "webhook-secrets", SECRET);
        return PayingInstance.set(launch, OF_OTHERS, "webhook-secrets", SECRET);
    }

    /** One order: placed, repeated from memory and from the table, and its key under another body. */
    private static void repeat(Tenant tenant, Client client) {
        var key = Secrets.newKey();
        var unseen = Secrets.newKey();
        var body = Bodies.order("user-1", 100);
        assertStatus(client.placeOrder(key, body), 201);
        assertStatus(client.placeOrder(key, body), 201);
        assertStatus(client.placeOrder(key, Bodies.order("user-1", 200)), 409);
        database.execute(
                "UPDATE idempotency_keys SET key = ? WHERE tenant_id = ? AND key = ?", unseen, tenant.id(), key);
        assertStatus(client.placeOrder(unseen, body), 201);
    }

    /** A payment of which nobody can say what became, until an operator does. */
    private static void leaveToAnOperator(Tenant tenant) {
        var purchase = Purchase.of(tenant.client(), "sandbox:apply_then_drop");
        assertStatus(purchase.place(), 202);
        purchase.awaitStatus("payment_review");
        var attempt = tenant.attempts(purchase.orderId()).get(0).get("attempt_id");
        var verdict = JsonObject.of("outcome", "not_executed", "note", "asked by telephone");
        assertStatus(operator("POST", "/admin/v1/payments/" + attempt + "/resolve", verdict), 204);
    }

    /** Webhooks: one, the same again, one that is not its sender's, and one about a payment of somebody else. */
    private static void tell() {
        var created = Telling.stripe(STRIPE, SECRET, "evt_1", "customer.created", JsonObject.of("id", "cus_1"));
        assertStatus(created.sendTo(service), 200);
        assertStatus(created.sendTo(service), 200);
        assertStatus(
                Telling.stripe(STRIPE, "whsec_other", "evt_2", "customer.created", JsonObject.of("id", "cus_1"))
                        .sendTo(service),
                401);
        var intent = JsonObject.of("id", "pi_of_nobody", "object", "payment_intent");
        assertStatus(
                Telling.stripe(OF_OTHERS, SECRET, "evt_3", "payment_intent.succeeded", intent)
                        .sendTo(service),
                200);
    }

    private static void refuseByProfile(Client client) {
        assertStatus(operator("PUT", "/admin/v1/profile", JsonObject.of("profile", "emergency")), 200);
        assertStatus(client.send(client.get(EXPORT)), 503);
        assertThat(Scrape.of(service).value("oncegate_profile")).isEqualTo(2);
        assertStatus(operator("PUT", "/admin/v1/profile", JsonObject.of("profile", "normal")), 200);
    }

    private static RawResponse operator(String method, String target, JsonObject body) {
        return RawHttp.exchange(
                service.url(),
                RawRequest.of(method, target)
                        .header("X-Api-Key", Secrets.remember(ServiceLaunch.OPERATOR_KEY))
                        .header("Content-Type", "application/json")
                        .body(body.encode()));
    }

    private static void assertStatus(RawResponse answer, int status) {
        assertThat(answer.status()).as(answer::text).isEqualTo(status);
    }

    @AfterAll
    static void stop() {
        // Servers are told apart by their ports, which are free ones here and have no name when the meter is made.
        assertThat(service.log().lines())
                .filteredOn(line -> line.contains("already registered"))
                .allMatch(line -> line.contains("http.server.active.connections"));
        Secrets.assertKeptBy(service);
        service.close();
    }

    /** What is counted when an answer has left, or when something has happened since, is there soon. */
    private static void assertCounted(String metric, String labelsBegin, Map<String, Long> expected) {
        await().atMost(PATIENCE).pollInterval(POLL).untilAsserted(() -> {
            var counted = Scrape.of(service).since(before, metric);
            counted.keySet().removeIf(labels -> !labels.startsWith(labelsBegin));
            assertThat(counted).isEqualTo(expected);
        });
    }

    private static void assertValue(String series, double expected) {
        await().atMost(PATIENCE)
                .pollInterval(POLL)
                .untilAsserted(() ->
                        assertThat(Scrape.of(service).value(series)).as(series).isEqualTo(expected));
    }

    @Test
    void countsWhatBecameOfKeys() {
        assertCounted(
                "oncegate_idempotency_requests_total",
                "",
                Map.of(
                        "messages new", 2L,
                        "orders new", 3L,
                        "orders open", 1L,
                        "orders replay", 1L,
                        "orders cache", 1L,
                        "orders reused", 1L));
    }

    @Test
    void countsRequestsByTemplateAndStatus() {
        var requests = "http_server_requests_seconds_count";
        assertCounted(requests, "POST SUCCESS 201 /v1/", Map.of("POST SUCCESS 201 /v1/orders", 4L));
        assertCounted(
                requests,
                "POST SUCCESS 202 ",
                Map.of("POST SUCCESS 202 /v1/orders", 1L, "POST SUCCESS 202 /v1/messages", 2L));
        assertCounted(requests, "POST SUCCESS 200 ", Map.of("POST SUCCESS 200 /v1/webhooks/{account}", 3L));
        assertCounted(requests, "POST SUCCESS 204 ", Map.of("POST SUCCESS 204 /admin/v1/payments/{id}/resolve", 1L));
        assertCounted(
                "http_server_requests_seconds_bucket",
                "POST CLIENT_ERROR 402 /v1/orders +Inf",
                Map.of("POST CLIENT_ERROR 402 /v1/orders +Inf", 1L));
    }

    @Test
    void countsDecisionsByPolicyAndRoute() {
        assertCounted(
                "oncegate_ratelimit_decisions_total",
                "allow enforce export",
                Map.of("allow enforce export GET /v1/orders/export redis", 1L));
        assertCounted(
                "oncegate_ratelimit_decisions_total",
                "deny",
                Map.of("deny enforce export GET /v1/orders/export redis", 1L));
        assertCounted("oncegate_ratelimit_near_limit_total", "export", Map.of("export", 1L));
    }

    @Test
    void countsPaymentsAndCallsToProviders() {
        assertCounted(
                "oncegate_payments_attempts_total",
                "",
                Map.of(
                        "stripe succeeded", 1L,
                        "stripe declined", 1L,
                        "doubtful unknown", 1L,
                        "doubtful review", 1L,
                        "doubtful not_executed", 1L));
        assertCounted(
                "oncegate_provider_calls_total",
                "",
                Map.of(
                        "stripe create created", 2L,
                        "stripe confirm succeeded", 1L,
                        "stripe confirm declined", 1L,
                        "doubtful charge unknown", 1L));
        assertCounted(
                "oncegate_provider_seconds_count",
                "",
                Map.of("stripe create", 2L, "stripe confirm", 2L, "doubtful charge", 1L));
    }

    @Test
    void countsMessagesByWhatTheirGatewaySaid() {
        assertCounted("oncegate_messages_sent_total", "", Map.of("http-json sent", 1L, "http-json rejected", 1L));
    }

    @Test
    void countsWebhooksAsTheyComeAndAsTheyEnd() {
        assertCounted(
                "oncegate_webhooks_total",
                "stripe ",
                Map.of("stripe accepted", 1L, "stripe duplicate", 1L, "stripe refused", 1L, "stripe ignored", 1L));
        assertValue("oncegate_webhooks_depth{state=\"parked\"}", 1);
        assertValue("oncegate_webhooks_depth{state=\"ready\"}", 0);
    }

    @Test
    void countsWhatTheProfileRefuses() {
        assertCounted("oncegate_overload_rejected_total", "", Map.of("low route-disabled GET /v1/orders/export", 1L));
        assertCounted("oncegate_overload_victims_total", "", Map.of());
        assertValue("oncegate_profile", 0);
    }

    @Test
    void showsHowMuchMayBeUnderWayAndThatNothingIs() {
        assertValue("oncegate_provider_inflight_limit{account=\"stripe\"}", 32);
        assertValue("oncegate_provider_inflight{account=\"stripe\"}", 0);
        assertValue("oncegate_provider_breaker{account=\"stripe\"}", 0);
        assertValue("oncegate_gateway_inflight_limit{gateway=\"http-json\"}", 32);
        assertValue("oncegate_gateway_inflight{gateway=\"http-json\"}", 0);
        assertValue("oncegate_ratelimit_store_inflight_limit", 2000);
        assertValue("oncegate_webhooks_hints_limit", 1000);
        assertValue("oncegate_messages_queue_fill", 0);
        assertValue("oncegate_idempotency_waiting", 0);
        assertValue("oncegate_storage_degraded", 0);
        assertValue("oncegate_draining", 0);
    }

    @Test
    void countsTheRunsOfBackgroundWork() {
        assertThat(Scrape.of(service).since(before, "oncegate_background_runs_total"))
                .containsKeys("done heartbeat", "done message-queue", "done payments-stripe");
    }

    @Test
    void theReadmeNamesEachMetricOfTheServiceWithItsLabelsAndNoOther() throws IOException {
        var now = Scrape.of(service);
        var named = new HashSet<String>();

        assertThat(Readme.table(METRICS)).isNotEmpty().allSatisfy(row -> {
            var spans = CODE.matcher(row.get(0)).results().toList();
            assertThat(spans).isNotEmpty().allSatisfy(span -> {
                var metrics = exported(now, span.group(1), span.group(2) != null);
                assertThat(metrics).as(span.group()).isNotEmpty();
                if (span.group(3) != null) {
                    assertThat(metrics)
                            .allSatisfy(metric -> assertThat(labelsOf(now, metric))
                                    .as(metric)
                                    .containsExactlyInAnyOrder(span.group(3).split(",")));
                }
                named.addAll(metrics);
            });
        });

        assertThat(now.metrics())
                .filteredOn(metric -> metric.startsWith("oncegate_"))
                .allSatisfy(metric -> assertThat(named).contains(metric));
    }

    private static Set<String> exported(Scrape now, String name, boolean orMore) {
        return now.metrics().stream()
                .filter(metric -> metric.equals(name) || (orMore && metric.startsWith(name + "_")))
                .collect(Collectors.toSet());
    }

    /** Buckets have their bound as well. */
    private static Set<String> labelsOf(Scrape now, String metric) {
        var labels = new HashSet<>(now.labelsOf(metric));
        labels.remove("le");
        return labels;
    }

    @Test
    void whatTellsWhereRequestsWaitIsThere() throws IOException {
        var exported = Scrape.of(service).metrics();

        assertThat(Readme.table(ARCHITECTURE, "## Where requests can wait"))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(CODE.matcher(row.get(4)).results().map(span -> span.group(1)))
                        .allSatisfy(name -> assertThat(exported)
                                .as(name)
                                .anyMatch(metric -> metric.equals(name) || metric.equals(name + "_count"))));
    }
}
