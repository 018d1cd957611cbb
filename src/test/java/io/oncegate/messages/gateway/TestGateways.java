package io.oncegate.messages.gateway;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.outbound.SandboxConfig;
import io.oncegate.outbound.TestRemotes;
import io.oncegate.testsupport.Settings;
import java.util.List;
import java.util.Map;

/** Gateways as settings make them, which speak a protocol without meaning. */
public final class TestGateways implements AutoCloseable {
    private final TestRemotes remotes = new TestRemotes();
    private final Gateways gateways;

    /** {@code given} names gateways of the dialect {@code fake}. */
    public TestGateways(Map<String, String> given) {
        this.gateways = new Gateways(
                Settings.of(GatewaysConfig.class, given),
                Settings.of(SandboxConfig.class, given),
                List.of(FakeProtocol.factory("fake")),
                remotes.remotes(),
                new GatewayMetrics(new SimpleMeterRegistry()));
    }

    public Gateways gateways() {
        return gateways;
    }

    @Override
    public void close() {
        remotes.close();
    }
}
