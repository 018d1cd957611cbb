package io.oncegate.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncegate.webhooks.WebhookEvents.OpenNow;
import java.util.List;
import org.junit.jupiter.api.Test;

class WebhookMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final WebhookMetrics metrics = new WebhookMetrics(registry);

    @Test
    void whatWaitsIsShownUntilItIsNotThereAnyMore() {
        metrics.open(List.of(new OpenNow("ready", 3, 12), new OpenNow("parked", 1, 3600)));
        assertThat(gauge("depth", "ready")).isEqualTo(3);
        assertThat(gauge("oldest.age", "ready")).isEqualTo(12);
        assertThat(gauge("depth", "parked")).isEqualTo(1);
        assertThat(gauge("depth", "failed")).isZero();

        metrics.open(List.of(new OpenNow("ready", 0, 0)));
        assertThat(gauge("depth", "ready")).isZero();
        assertThat(gauge("depth", "parked")).isZero();
        assertThat(gauge("oldest.age", "parked")).isZero();
    }

    private double gauge(String name, String state) {
        return registry.get("oncegate.webhooks." + name)
                .tag("state", state)
                .gauge()
                .value();
    }
}
