package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A deployment ends an instance that sends. */
class MessageStopIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final int IN_FLIGHT = 4;
    private static final int MESSAGES = 20;
    private static final int ENDED_BY_A_SIGNAL = 143;

    private static final Sandbox SANDBOX = Sandbox.shared();

    @ParameterizedTest
    @ValueSource(strings = {"http-json", "keyless"})
    void whatIsOnItsWayEndsAndWhatIsNotWaitsForTheNext(String gateway) {
        var database = TestServers.shared().freshDatabase();
        var launch = SendingInstance.on(database, SANDBOX.url()).with("ONCEGATE_MESSAGES_CALL_TIMEOUT", "10s");
        SendingInstance.set(launch, gateway, "in-flight", String.valueOf(IN_FLIGHT));
        try (var service = launch.start()) {
            // Given
            var tenant = Tenant.sendingThrough(gateway, service, database);
            var letters = Letter.accepted(MESSAGES, tenant.client(), "sandbox:hang_then_apply(1500) %d");
            await().atMost(PATIENCE)
                    .pollInterval(POLL)
                    .until(() -> tenant.messagesOf("sending").size() == IN_FLIGHT);

            // When
            var exitCode = service.stop();

            // Then
            assertThat(exitCode).isEqualTo(ENDED_BY_A_SIGNAL);
            var sent = tenant.messagesOf("sent");
            assertThat(sent).hasSizeGreaterThanOrEqualTo(IN_FLIGHT).hasSizeLessThan(MESSAGES);
            assertThat(tenant.messagesOf("ready")).hasSize(MESSAGES - sent.size());
            assertThat(taken(letters)).containsExactlyInAnyOrderElementsOf(sent);
            service.restart();
            await().atMost(PATIENCE)
                    .pollInterval(POLL)
                    .until(() -> tenant.messagesOf("sent").size() == MESSAGES);
            assertThat(taken(letters)).hasSize(MESSAGES).doesNotHaveDuplicates();
            Secrets.assertKeptBy(service);
        }
    }

    private static List<String> taken(List<Letter> letters) {
        var ids = letters.stream().map(Letter::id).toList();
        return SANDBOX.messagesTaken().stream().filter(ids::contains).toList();
    }

    @Test
    void whatIsAcceptedWhileTheInstanceLeavesIsSentByAnother() {
        var database = TestServers.shared().freshDatabase();
        try (var leaving = SendingInstance.on(database, SANDBOX.url())
                        .with("ONCEGATE_DRAIN_DELAY", "3s")
                        .start();
                var staying = SendingInstance.on(database, SANDBOX.url()).start()) {
            var tenant = Tenant.sendingThrough("http-json", staying, database);
            var client = tenant.client().at(leaving);
            Letter.of(client, "before").accepted().awaitStatus("sent");

            var stopped = begin(leaving);
            var late = Letter.of(client, "in the last moment").accepted();

            assertThat(stopped.join()).isEqualTo(ENDED_BY_A_SIGNAL);
            await().atMost(PATIENCE)
                    .pollInterval(POLL)
                    .until(() -> tenant.messagesOf("sent").contains(late.id()));
            assertThat(SANDBOX.messages(late.id())).hasSize(1);
        }
    }

    private static CompletableFuture<Integer> begin(ServiceProcess leaving) {
        return CompletableFuture.supplyAsync(leaving::stop, task -> new Thread(task).start());
    }
}
