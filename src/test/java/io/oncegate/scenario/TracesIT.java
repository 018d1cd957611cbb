package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.FreePort;
import io.oncegate.testsupport.RawResponse;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Who receives traces reads what became of a request at each of its stages, and nothing that is a secret. */
class TracesIT {
    private static final Duration LONGEST_LOGGING = Duration.ofSeconds(30);
    private static final String CALLERS_SPAN = "00f067aa0ba902b7";
    private static final String GATEWAY = "http-json";
    private static final String SECRET = Secrets.remember("whsec_dHJhY2VzLWFyZS1zaWduZWQtd2l0aC10aGlz");
    private static final String NUMBER = "+4915123456789";

    private static TraceReceiver receiver;
    private static Database database;
    private static ServiceProcess service;

    private final Tenant tenant = Tenant.payingThrough("stripe", service, database);
    private final Client client = tenant.client();
    private final String key = Secrets.newKey();

    @BeforeAll
    static void start() {
        receiver = new TraceReceiver();
        database = TestServers.shared().freshDatabase();
        var launch = PayingInstance.on(database, Sandbox.shared().url());
        SendingInstance.set(launch, GATEWAY, "webhook-secrets", SECRET);
        service = told(launch)
                .with("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.url().toString())
                .with("ONCEGATE_RATE_LIMIT_POLICIES_EXPORT_CAPACITY", "1")
                .with("ONCEGATE_RATE_LIMIT_POLICIES_EXPORT_REFILL", "1/d")
                .start();
    }

    private static ServiceLaunch told(ServiceLaunch launch) {
        return launch.with("ONCEGATE_TRACES_ENABLED", "true").with("OTEL_BSP_SCHEDULE_DELAY", "100");
    }

    @AfterAll
    static void end() {
        service.close();
        receiver.close();
    }

    @Test
    void anOrderIsOneTraceOfItsStages() {
        // Given
        var trace = newTrace();

        // When
        var answer = client.send(client.orderHead(key)
                .header("traceparent", "00-" + trace + "-" + CALLERS_SPAN + "-01")
                .body(Bodies.order("u", 1999)));

        // Then
        var request = requestOf(answer);
        assertThat(request.trace()).isEqualTo(trace);
        assertThat(request.parent()).isEqualTo(CALLERS_SPAN);
        assertThat(request.name()).isEqualTo("POST /v1/orders");
        assertThat(request.kind()).isEqualTo(ToldSpan.Kind.SERVER);
        assertThat(request.details())
                .containsEntry("http.route", "/v1/orders")
                .containsEntry("http.response.status_code", "201")
                .containsEntry("oncegate.idempotency", "new");
        assertThat(partsOf(request))
                .extracting(ToldSpan::name)
                .contains("caller", "door", "rate limits", "body", "admission", "claim", "statement");
        assertThat(partsOf(request)).allSatisfy(part -> assertThat(part.trace()).isEqualTo(trace));
    }

    @Test
    void aReplayIsMarked() {
        var body = Bodies.order("u", 1999);
        var first = client.placeOrder(key, body);
        assertThat(first.status()).as(first::text).isEqualTo(201);

        var replay = requestOf(client.placeOrder(key, body));

        assertThat(replay.detail("oncegate.idempotency")).isEqualTo("cache");
        assertThat(partsOf(replay)).extracting(ToldSpan::name).doesNotContain("claim", "admission");
    }

    @Test
    void aRefusalByALimitIsMarkedInTheWordsOfTheLog() {
        // Given
        var export = client.get("/v1/orders/export");
        assertThat(client.send(export).status()).isEqualTo(200);

        // When
        var denied = requestOf(client.send(export));

        // Then
        assertThat(denied.details())
                .containsEntry("http.response.status_code", "429")
                .containsEntry("oncegate.problem", "rate-limited");
        assertThat(denied.error()).isFalse();
        assertThat(denied.marks())
                .singleElement()
                .satisfies(mark -> assertThat(mark.details())
                        .containsAllEntriesOf(Map.of(
                                "oncegate.policy", "export",
                                "oncegate.decision", "deny",
                                "oncegate.reason", "rate-limited",
                                "oncegate.level", "tenant-route",
                                "oncegate.remaining", "0",
                                "oncegate.mode", "enforce"))
                        .hasEntrySatisfying(
                                "oncegate.subject",
                                subject -> assertThat(subject).matches("[0-9a-f]{16}"))
                        .containsKeys("oncegate.source", "oncegate.wait_ms", "oncegate.algorithm"));
        assertThat(logged("policy=export")).isNotEmpty();
    }

    @Test
    void aLogLineNamesTheTraceOfItsRequest() {
        var export = client.get("/v1/orders/export");
        var first = client.send(export);
        assertThat(first.status()).isEqualTo(200);

        var denied = requestOf(client.send(export));

        var line = logged("policy=export");
        var told = receiver.awaitSpan(span -> span.detail("oncegate.request_id").equals(line.getString("requestId")));
        assertThat(told.trace()).isEqualTo(line.getString("traceId"));
        assertThat(denied.parent()).isEmpty();
    }

    @Test
    void callsToAProviderAreParts() {
        var answer = client.placeOrder(key, Bodies.paidOrder("u", 1999, "EUR", "sandbox:ok"));
        assertThat(answer.status()).as(answer::text).isEqualTo(201);

        var request = requestOf(answer);

        assertThat(partsOf(request))
                .filteredOn(part -> part.kind() == ToldSpan.Kind.CLIENT)
                .extracting(
                        ToldSpan::name,
                        part -> part.detail("oncegate.account"),
                        part -> part.detail("oncegate.outcome"))
                .containsExactly(
                        tuple("provider create", "stripe", "created"),
                        tuple("provider confirm", "stripe", "succeeded"));
    }

    @Test
    void aMessageIsSentInATraceOfItsOwn() {
        var answer = client.sendMessage(key, Bodies.message("hello"));
        assertThat(answer.status()).as(answer::text).isEqualTo(202);
        var id = new JsonObject(answer.text()).getString("id");

        var sent = receiver.awaitSpan(span -> span.detail("oncegate.message").equals(id));

        assertThat(sent.name()).isEqualTo("message");
        assertThat(sent.parent()).isEmpty();
        assertThat(sent.detail("oncegate.outcome")).isEqualTo("sent");
        assertThat(partsOf(sent)).extracting(ToldSpan::name).contains("gateway", "statement");
        assertThat(sent.trace()).isNotEqualTo(requestOf(answer).trace());
    }

    @Test
    void aWebhookIsKeptByItsRequestAndAppliedInATraceOfItsOwn() {
        // Given
        var letter = Letter.of(client, "hello").accepted();
        letter.awaitStatus("sent");

        // When
        var answer = Telling.standard(
                        GATEWAY,
                        SECRET,
                        "msg_" + UUID.randomUUID(),
                        "message.delivered",
                        JsonObject.of("id", letter.id()))
                .sendTo(service);

        // Then
        var request = requestOf(answer);
        assertThat(request.name()).isEqualTo("POST /v1/webhooks/{account}");
        assertThat(partsOf(request))
                .filteredOn(part -> part.name().equals("webhook"))
                .extracting(part -> part.detail("oncegate.outcome"))
                .containsExactly("accepted");
        var applied = receiver.awaitSpan(
                span -> span.name().equals("webhook") && span.parent().isEmpty());
        assertThat(applied.details())
                .containsEntry("oncegate.account", GATEWAY)
                .containsEntry("oncegate.outcome", "applied");
    }

    @Test
    void nothingSecretIsTold() {
        var order = client.placeOrder(key, Bodies.order("a-customer", 1999));
        var message = client.sendMessage(Secrets.newKey(), Bodies.message("a text"));

        var unused = List.of(requestOf(order), requestOf(message));

        assertThat(receiver.text()).doesNotContain(key, client.apiKey(), tenant.id(), "a-customer", "a text", NUMBER);
    }

    @Test
    void aReceiverThatIsAwayHarmsNoRequest() {
        var launch = told(ServiceLaunch.on(database))
                .with("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + FreePort.next());
        try (var alone = launch.start()) {
            var elsewhere = client.at(alone);

            var first = elsewhere.placeOrder(key, Bodies.order("u", 1999));
            var second = elsewhere.placeOrder(key, Bodies.order("u", 1999));

            assertThat(first.status()).as(first::text).isEqualTo(201);
            assertThat(second.body()).isEqualTo(first.body());
            assertThat(alone.stop()).isEqualTo(143);
        }
    }

    @Test
    void nothingIsSentUnlessItIsSwitchedOn() {
        try (var elsewhere = new TraceReceiver();
                var silent = ServiceLaunch.on(database)
                        .with("OTEL_EXPORTER_OTLP_ENDPOINT", elsewhere.url().toString())
                        .with("OTEL_BSP_SCHEDULE_DELAY", "100")
                        .start()) {
            var answer = client.at(silent).placeOrder(key, Bodies.order("u", 1999));

            silent.stop();

            assertThat(answer.status()).as(answer::text).isEqualTo(201);
            assertThat(elsewhere.connections()).isZero();
        }
    }

    @Test
    void settingsThatOpenTelemetryRefusesEndTheStart() {
        var failed = told(ServiceLaunch.on(database))
                .with("OTEL_EXPORTER_OTLP_ENDPOINT", "nowhere")
                .fails();

        assertThat(failed.exitCode()).isEqualTo(1);
        assertThat(failed.output()).anyMatch(line -> line.startsWith("ONCEGATE_TRACES_ENABLED is true, and"));
    }

    /** The first stage of the request that was answered. */
    private static ToldSpan requestOf(RawResponse answer) {
        var id = answer.header("X-Request-Id").orElseThrow();
        return receiver.awaitSpan(span -> span.detail("oncegate.request_id").equals(id));
    }

    private static List<ToldSpan> partsOf(ToldSpan whole) {
        return receiver.spans().stream()
                .filter(span -> span.parent().equals(whole.id()))
                .toList();
    }

    /** The fields of a request that a line was logged about. */
    private static JsonObject logged(String words) {
        var line = service.log().awaitLine(each -> each.contains(words), LONGEST_LOGGING);
        return new JsonObject(line.orElseThrow()).getJsonObject("mdc");
    }

    private static String newTrace() {
        return UUID.randomUUID().toString().replace("-", "");
    }
}
