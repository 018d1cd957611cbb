package io.oncegate.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.testsupport.ServiceProcess;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The idempotency keys and API keys that scenarios use. They are remembered, so that logs can be searched for them. */
final class Secrets {
    private static final Set<String> ALL = ConcurrentHashMap.newKeySet();

    private Secrets() {}

    /** An idempotency key that was never used. */
    static String newKey() {
        return remember("key-" + UUID.randomUUID());
    }

    static String remember(String secret) {
        ALL.add(secret);
        return secret;
    }

    /** That no line which the service has logged since its start tells one of them. */
    static void assertKeptBy(ServiceProcess... services) {
        for (var service : services) {
            assertThat(service.log().lines())
                    .allSatisfy(line -> assertThat(secretIn(line)).isEmpty());
        }
    }

    private static Optional<String> secretIn(String line) {
        return ALL.stream().filter(line::contains).findFirst();
    }
}
