package io.oncegate.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.ChildProcess;
import io.oncegate.testsupport.RawHttp;
import io.oncegate.testsupport.RawRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxIT {

    @TempDir
    private Path temporary;

    @Test
    void standsAloneWhateverItsStandardInputDoes() {
        try (var sandbox = start("--port", "0")) {
            sandbox.closeInput();
            var settings = SandboxProgram.settings(sandbox);

            assertThat(settings.fieldNames()).containsExactly("oncegate.sandbox.url");
            assertThat(get(settings, "/__ledger")).isEqualTo("[]");
            assertThat(get(settings, "/")).contains("<title>");
            assertThat(sandbox.isAlive()).isTrue();
        }
    }

    @Test
    void keepsRequestsAsReceivedUntilCleared() {
        try (var sandbox = start("--port", "0")) {
            var settings = SandboxProgram.settings(sandbox);
            var url = SandboxProgram.url(settings);
            var unknown = RawRequest.of("POST", "/nowhere?a=%20b")
                    .header("X-Twice", "one")
                    .header("X-Twice", "two")
                    .body("{ }");

            var answer = RawHttp.exchange(url, unknown);

            assertThat(answer.status()).isEqualTo(404);
            assertThat(new JsonObject(answer.text()).getString("path")).isEqualTo("/nowhere");
            var received = new JsonArray(get(settings, "/__requests")).getJsonObject(0);
            assertThat(received.getString("uri")).isEqualTo("/nowhere?a=%20b");
            assertThat(received.getString("body")).isEqualTo("{ }");
            assertThat(received.getJsonArray("headers"))
                    .contains(new JsonArray().add("X-Twice").add("one"))
                    .contains(new JsonArray().add("X-Twice").add("two"));

            assertThat(RawHttp.exchange(url, RawRequest.of("DELETE", "/__ledger"))
                            .status())
                    .isEqualTo(204);
            assertThat(get(settings, "/__requests")).isEqualTo("[]");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--port",
                "--port=1",
                "--port eighty",
                "--port 65536",
                "--port -1",
                "--host",
                "--host --port",
                "--help",
                "extra"
            })
    void endsWithOneSentenceWhenItsArgumentsAreUnusable(String arguments) {
        try (var sandbox = start(arguments.split(" "))) {
            assertThat(sandbox.awaitExit()).isEqualTo(2);
            assertThat(sandbox.output().awaitEnd(Duration.ofSeconds(10))).isEmpty();
            assertThat(sandbox.errors().awaitEnd(Duration.ofSeconds(10))).hasSize(1);
        }
    }

    /** Of loopback there are many; its own container is where another address is meant. */
    @Test
    void listensWhereItIsTold() {
        try (var sandbox = start("--host", "127.0.0.2", "--port", "0")) {
            var settings = SandboxProgram.settings(sandbox);

            assertThat(SandboxProgram.url(settings).getHost()).isEqualTo("127.0.0.2");
            assertThat(get(settings, "/__ledger")).isEqualTo("[]");
        }
    }

    @Test
    void endsWithOneSentenceWhenItsPortIsTaken() {
        try (var first = start("--port", "0")) {
            var port = SandboxProgram.url(SandboxProgram.settings(first)).getPort();
            try (var second = start("--port", String.valueOf(port))) {
                assertThat(second.awaitExit()).isEqualTo(1);
                assertThat(second.errors().awaitEnd(Duration.ofSeconds(10)))
                        .singleElement()
                        .asString()
                        .contains(String.valueOf(port));
            }
        }
    }

    private ChildProcess start(String... arguments) {
        return new SandboxProgram(temporary).start(arguments);
    }

    private static String get(JsonObject settings, String path) {
        URI url = SandboxProgram.url(settings);
        return RawHttp.exchange(url, RawRequest.of("GET", path)).text();
    }
}
