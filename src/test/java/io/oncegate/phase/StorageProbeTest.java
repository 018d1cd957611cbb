package io.oncegate.phase;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.FaultProxy;
import io.oncegate.testsupport.TestServers;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StorageProbeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void waitsLongerForTheFirstConnectionThanForAnyLaterAnswer() {
        var database = TestServers.shared().freshDatabase();
        try (var network = FaultProxy.to(database.host(), database.port());
                var storage = TestStatements.on(database.through(FaultProxy.host(), network.port()))) {
            var probe = new StorageProbe(storage.statements(), storage.state());

            // Opening a connection takes several messages to and fro.
            network.delay(Duration.ofMillis(400));
            assertThat(probe.look().subscribeAsCompletionStage()).succeedsWithin(PATIENCE);
            assertThat(storage.state().connectedOnce()).isTrue();

            network.stall();
            assertThat(probe.look().subscribeAsCompletionStage()).failsWithin(PATIENCE);
            assertThat(storage.state().answering()).isFalse();
        }
    }
}
