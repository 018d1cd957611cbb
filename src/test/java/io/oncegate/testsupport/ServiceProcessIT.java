package io.oncegate.testsupport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.net.URI;
import org.junit.jupiter.api.Test;

class ServiceProcessIT {

    @Test
    void survivesAKillByStartingAgain() {
        try (var service =
                ServiceLaunch.on(TestServers.shared().freshDatabase()).start()) {
            assertThat(liveness(service)).isEqualTo(200);

            service.kill9();
            var gone = service.managementUrl();
            assertThatThrownBy(() -> new Socket(gone.getHost(), gone.getPort())).hasMessageContaining("refused");

            service.restart();
            assertThat(liveness(service)).isEqualTo(200);

            service.pause();
            service.resume();
            assertThat(liveness(service)).isEqualTo(200);
            assertThat(service.stop()).isEqualTo(143);
        }
    }

    @Test
    void keepsTheOutputOfAStartThatFails() {
        var failed = ServiceLaunch.on(TestServers.shared().freshDatabase())
                .with("QUARKUS_HTTP_PORT", "not-a-number")
                .fails();

        assertThat(failed.exitCode()).isNotZero();
        assertThat(String.join("\n", failed.output())).contains("not-a-number");
    }

    private static int liveness(ServiceProcess service) {
        URI management = service.managementUrl();
        return RawHttp.exchange(management, RawRequest.of("GET", "/q/health/live"))
                .status();
    }
}
