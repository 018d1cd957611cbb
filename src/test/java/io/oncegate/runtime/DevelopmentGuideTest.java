package io.oncegate.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.caller.DemoKeys;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DevelopmentGuideTest {
    private static final URI API = URI.create("http://localhost:4711");
    private static final URI MANAGEMENT = URI.create("http://localhost:4712");

    @Test
    void saysWhereEverythingIs() {
        assertThat(DevelopmentGuide.of(API, MANAGEMENT, Map.of("Redis", "redis://localhost:4713"), false))
                .contains("http://localhost:4711/v1")
                .contains("http://localhost:4711/q/swagger-ui")
                .contains("http://localhost:4712/q/health")
                .contains("redis://localhost:4713");
    }

    @Test
    void givesTheDemosKeysAndAnOrderToPasteWhereThereIsADemo() {
        assertThat(DevelopmentGuide.of(API, MANAGEMENT, Map.of(), true))
                .contains(DemoKeys.STANDARD, DemoKeys.VIP, DemoKeys.OPERATOR)
                .endsWith(DevelopmentGuide.order(API));
    }

    @Test
    void givesAnOrderToBePaidAndWhereItsChargeIsSeenWhereThereIsASandbox() {
        var servers = Map.of(DevelopmentGuide.SANDBOX, "http://127.0.0.1:4714");

        assertThat(DevelopmentGuide.of(API, MANAGEMENT, servers, true))
                .contains(DevelopmentGuide.order(API), "all that http://127.0.0.1:4714 shows")
                .endsWith(DevelopmentGuide.paidOrder(API));
    }

    @Test
    void givesNoOrderToBePaidWhereNobodyPlaysAProvider() {
        assertThat(DevelopmentGuide.of(API, MANAGEMENT, Map.of(), true)).doesNotContain("payment");
    }

    @Test
    void givesNoKeysWhereThereIsNoDemo() {
        var servers = Map.of(DevelopmentGuide.SANDBOX, "http://127.0.0.1:4714");

        assertThat(DevelopmentGuide.of(API, MANAGEMENT, servers, false)).doesNotContain("og_demo", "curl");
    }

    @Test
    void theReadmeBeginsWithTheSameOrders() throws IOException {
        var usual = URI.create("http://localhost:8080");

        assertThat(Files.readString(Path.of("README.md")))
                .contains(DevelopmentGuide.order(usual), DevelopmentGuide.paidOrder(usual));
    }
}
