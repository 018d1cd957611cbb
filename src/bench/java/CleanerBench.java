import io.vertx.core.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures POST /v1/orders at a constant rate (an open loop, so that a stall is felt by every request that falls into
 * it), in turn without anything to clean and while a million expired keys are being cleaned away, on a PostgreSQL that
 * forces its writes to disk. Prints a Markdown table.
 */
final class CleanerBench {
    private static final int EXPIRED_KEYS = 1_000_000;
    private static final Duration MEASURED = Duration.ofSeconds(15);
    private static final Duration WARM_UP = Duration.ofSeconds(20);
    private static final String OPERATOR_KEY = "operator-of-the-benchmark";
    private static final Pattern LISTENING = Pattern.compile("Listening on: (http://[0-9.]+:[0-9]+)");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int perSecond;
    private final Connection database;
    private final URI orders;
    private final String apiKey;

    public static void main(String... arguments) throws Exception {
        int perSecond = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 400;
        int rounds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        Process sandbox = new ProcessBuilder(
                        "java",
                        "-jar",
                        "target/oncegate-sandbox.jar",
                        "--embedded",
                        "--durable",
                        "--child",
                        "--port",
                        "0")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        JsonObject servers = new JsonObject(lineOf(sandbox, Pattern.compile("(\\{.*})")));
        ProcessBuilder launch = new ProcessBuilder("java", "-Xmx512m", "-jar", "target/quarkus-app/quarkus-run.jar")
                .redirectErrorStream(true);
        launch.environment().put("ONCEGATE_BOOTSTRAP_OPERATOR_KEY", OPERATOR_KEY);
        launch.environment().put("ONCEGATE_IDEMPOTENCY_CLEANER_INTERVAL", "1s");
        launch.environment().put("QUARKUS_HTTP_HOST", "127.0.0.1");
        launch.environment().put("QUARKUS_HTTP_PORT", "0");
        launch.environment().put("QUARKUS_MANAGEMENT_HOST", "127.0.0.1");
        launch.environment().put("QUARKUS_MANAGEMENT_PORT", "0");
        servers.forEach(setting -> launch.environment()
                .put(setting.getKey().toUpperCase().replace('.', '_'), String.valueOf(setting.getValue())));
        Process service = launch.start();
        try {
            new CleanerBench(perSecond, servers, URI.create(lineOf(service, LISTENING))).run(rounds);
        } finally {
            service.destroy();
            service.waitFor();
            sandbox.getOutputStream().close();
        }
    }

    private CleanerBench(int perSecond, JsonObject servers, URI url) throws Exception {
        this.perSecond = perSecond;
        this.orders = url.resolve("/v1/orders");
        this.database = DriverManager.getConnection(
                "jdbc:postgresql://%s:%d/%s"
                        .formatted(
                                servers.getString("oncegate.db.host"),
                                servers.getInteger("oncegate.db.port"),
                                servers.getString("oncegate.db.name")),
                servers.getString("oncegate.db.user"),
                servers.getString("oncegate.db.password"));
        operate(url.resolve("/admin/v1/tenants"), "{\"tenant_id\":\"bench\",\"plan\":\"vip\"}");
        this.apiKey = operate(url.resolve("/admin/v1/tenants/bench/api-keys"), "{\"name\":\"bench\"}")
                .getString("api_key");
    }

    private void run(int rounds) throws Exception {
        measure(WARM_UP);
        List<Result> idle = new ArrayList<>();
        List<Result> cleaning = new ArrayList<>();
        System.out.printf("%n%d requests/s, %s each, in turn%n%n", perSecond, MEASURED);
        System.out.println(
                "| round | nothing to clean: p50, p99 ms | cleaning: p50, p99 ms | keys cleaned/s | p99 ratio |");
        System.out.println("|---|---|---|---|---|");
        for (int round = 1; round <= rounds; round++) {
            sql("CHECKPOINT");
            idle.add(measure(MEASURED));
            insertExpired();
            sql("CHECKPOINT");
            long before = expired();
            Result loaded = measure(MEASURED);
            long after = expired();
            cleaning.add(loaded);
            Result quiet = idle.get(round - 1);
            System.out.printf(
                    "| %d | %s | %s | %d%s | %.2f |%n",
                    round,
                    quiet,
                    loaded,
                    (before - after) / MEASURED.toSeconds(),
                    after == 0 ? " (done early)" : "",
                    loaded.p99() / quiet.p99());
            while (expired() > 0) {
                LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            }
        }
        double ratio = median(cleaning) / median(idle);
        System.out.printf(
                "%nmedian p99: %.2f ms cleaning, %.2f ms not; ratio %.2f%n", median(cleaning), median(idle), ratio);
    }

    /** Latencies count from when a request was due, not from when it could leave. */
    private Result measure(Duration length) throws InterruptedException {
        int count = (int) (perSecond * length.toSeconds());
        long gap = Duration.ofSeconds(1).toNanos() / perSecond;
        long[] latencies = new long[count];
        Map<String, Integer> failures = new ConcurrentHashMap<>();
        List<CompletableFuture<?>> answers = new ArrayList<>();
        long begin = System.nanoTime();
        for (int request = 0; request < count; request++) {
            int index = request;
            long due = begin + request * gap;
            while (System.nanoTime() < due) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            answers.add(http.sendAsync(order(), BodyHandlers.ofString()).whenComplete((answer, failure) -> {
                latencies[index] = System.nanoTime() - due;
                if (failure != null || answer.statusCode() != 201) {
                    failures.merge(
                            failure != null
                                    ? failure.toString()
                                    : answer.statusCode() + " " + new JsonObject(answer.body()).getString("detail"),
                            1,
                            Integer::sum);
                }
            }));
        }
        answers.forEach(answer -> answer.exceptionally(failure -> null).join());
        if (!failures.isEmpty()) {
            throw new IllegalStateException("requests failed: " + failures);
        }
        Arrays.sort(latencies);
        return new Result(latencies[count / 2] / 1e6, latencies[(int) (count * 0.99)] / 1e6);
    }

    private record Result(double p50, double p99) {
        @Override
        public String toString() {
            return "%.2f, %.2f".formatted(p50, p99);
        }
    }

    private HttpRequest order() {
        return HttpRequest.newBuilder(orders)
                .header("X-Api-Key", apiKey)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .timeout(Duration.ofSeconds(30))
                .POST(BodyPublishers.ofString("{\"user_id\":\"user-1\",\"amount\":1999,\"currency\":\"EUR\"}"))
                .build();
    }

    private JsonObject operate(URI uri, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("X-Api-Key", OPERATOR_KEY)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return new JsonObject(http.send(request, BodyHandlers.ofString()).body());
    }

    private void insertExpired() throws SQLException {
        sql("""
                INSERT INTO idempotency_keys (tenant_id, principal, method, path, key, body_sha256, fingerprint_version,
                    status, response_code, response_headers, response_body, recovery_point, worker_token,
                    created_at, expires_at)
                SELECT 'tenant-' || n %% 100, 'default', 'POST', '/v1/orders', gen_random_uuid()::text, sha256('x'), 1,
                    'succeeded', 201, '{"Content-Type": "application/json"}', repeat('x', 160)::bytea, 'finished',
                    gen_random_uuid(), now() - interval '8 days', now() - n * interval '1 millisecond'
                FROM generate_series(1, %d) AS n
                """.formatted(EXPIRED_KEYS));
    }

    private long expired() throws SQLException {
        try (var statement = database.createStatement();
                var rows = statement.executeQuery("SELECT count(*) FROM idempotency_keys WHERE expires_at <= now()")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private void sql(String text) throws SQLException {
        try (var statement = database.createStatement()) {
            statement.execute(text);
        }
    }

    private static double median(List<Result> results) {
        return results.stream().mapToDouble(Result::p99).sorted().toArray()[results.size() / 2];
    }

    /** Waits for a line of the process' output, and goes on reading so that the process never waits for a reader. */
    private static String lineOf(Process process, Pattern pattern) throws IOException {
        BufferedReader output = new BufferedReader(new InputStreamReader(process.getInputStream()));
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher matcher = pattern.matcher(line);
            if (matcher.find()) {
                Thread reader = new Thread(() -> drain(output));
                reader.setDaemon(true);
                reader.start();
                return matcher.group(1);
            }
        }
        throw new IOException("a process ended before it was ready");
    }

    private static void drain(BufferedReader output) {
        try {
            while (output.readLine() != null) {
                continue;
            }
        } catch (IOException ended) {
            return;
        }
    }
}
