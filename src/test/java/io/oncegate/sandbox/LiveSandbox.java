package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.testsupport.ChildProcess;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.RawResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;

/** A sandbox that runs while a test class does, and how tests talk to it. */
final class LiveSandbox implements AutoCloseable {
    private static final String CLOSED = "closed";
    private static final String CUT = "cut";
    private static final int ULID_LENGTH = 26;

    private final ChildProcess process;
    private final URI url;

    private LiveSandbox(ChildProcess process) {
        this.process = process;
        this.url = SandboxProgram.url(SandboxProgram.settings(process));
    }

    static LiveSandbox start(Path temporary) {
        return new LiveSandbox(new SandboxProgram(temporary).start("--port", "0"));
    }

    /** An order or a message that no other test knows, named as the service names them. */
    static String newOrder() {
        var random = UUID.randomUUID().toString().replace("-", "").toUpperCase(Locale.ROOT);
        return random.substring(0, ULID_LENGTH);
    }

    URI url() {
        return url;
    }

    @CanIgnoreReturnValue
    RawResponse send(RawRequest request) {
        return RawHttp.exchange(url, request);
    }

    JsonObject json(RawRequest request) {
        return new JsonObject(send(request).text());
    }

    /** The status of the answer; {@code closed} where there is none, {@code cut} where its body ends too soon. */
    @CanIgnoreReturnValue
    String outcome(RawRequest request) {
        try (var connection = RawHttp.connect(url).send(request)) {
            return String.valueOf(connection.receive().status());
        } catch (UncheckedIOException ended) {
            return ended.getMessage().contains("answer ends after") ? CUT : CLOSED;
        }
    }

    JsonArray ledger(String order) {
        return array("/__ledger?reference=" + order);
    }

    /** How often the order was charged. */
    int charges(String order) {
        return count("charge", order);
    }

    /** How often the message went out. */
    int messages(String message) {
        return count("message", message);
    }

    private int count(String kind, String reference) {
        return (int) ledger(reference).stream()
                .filter(entry -> ((JsonObject) entry).getString("kind").equals(kind))
                .count();
    }

    JsonArray array(String path) {
        return new JsonArray(send(RawRequest.of("GET", path)).text());
    }

    void script(JsonObject match, String... verbs) {
        var body = new JsonObject().put("match", match).put("verbs", new JsonArray(Arrays.asList(verbs)));
        var answer = send(RawRequest.of("POST", "/__script").body(body.encode()));
        assertThat(answer.status()).as(answer.text()).isEqualTo(204);
    }

    @Override
    public void close() {
        process.close();
    }
}
