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
    void givesNoKeysWhereThereIsNoDemo() {
        assertThat(DevelopmentGuide.of(API, MANAGEMENT, Map.of(), false)).doesNotContain("og_demo", "curl");
    }

    @Test
    void theReadmeBeginsWithTheSameOrder() throws IOException {
        assertThat(Files.readString(Path.of("README.md")))
                .contains(DevelopmentGuide.order(URI.create("http://localhost:8080")));
    }
}
