package io.oncegate.perimeter;

import static io.oncegate.client.AnswerAssert.assertThatAnswer;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.client.Merchant;
import io.oncegate.testsupport.RawRequest;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Behind a real nginx the service counts those who call nginx, and not nginx. */
@Tag("external")
class AddressBehindNginxIT {
    private static final int CAPACITY = 5;

    @TempDir
    private static Path folder;

    private static ServiceProcess service;
    private static Nginx nginx;

    @BeforeAll
    static void start() {
        service = ServiceLaunch.on(TestServers.shared().freshDatabase())
                .withProperty("oncegate.net.trusted-proxies", "127.0.0.1")
                .with("ONCEGATE_RATE_LIMIT_POLICIES_ADDRESS_CAPACITY", String.valueOf(CAPACITY))
                .with("ONCEGATE_RATE_LIMIT_POLICIES_ADDRESS_REFILL", "1/1000s")
                .start();
        nginx = Nginx.before(service.url(), folder);
    }

    @AfterAll
    static void stop() {
        if (nginx != null) {
            nginx.close();
        }
        if (service != null) {
            service.close();
        }
    }

    @Test
    void eachAddressHasABucketOfItsOwnWhateverItWrites() {
        for (var address : new String[] {"127.0.6.1", "127.0.6.2"}) {
            for (var index = 0; index < CAPACITY; index++) {
                assertThatAnswer(nginx.sendFrom(address, spoofed(index))).isProblem(401, "unauthenticated");
            }
            var refused = nginx.sendFrom(address, spoofed(CAPACITY));
            assertThatAnswer(refused).isProblem(429, "rate-limited");
            assertThat(Merchant.json(refused).getJsonArray("violated-policies")).containsExactly("address");
        }
    }

    private static RawRequest spoofed(int index) {
        return RawRequest.of("GET", "/v1/orders").header("X-Forwarded-For", "203.0.113." + index);
    }
}
