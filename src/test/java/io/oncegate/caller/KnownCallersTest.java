package io.oncegate.caller;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncegate.request.Deadline;
import io.vertx.core.MultiMap;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KnownCallersTest {
    private static final Caller SHOP = new Caller("t", "shop", Plan.FREE, Set.of(Scope.ORDERS_READ));
    private static final Set<Scope> READING = Set.of(Scope.ORDERS_READ, Scope.MESSAGES_READ);

    private final AtomicLong nanos = new AtomicLong();
    private final InMemoryCallers store = new InMemoryCallers();
    private final CachedCallers cached = new CachedCallers(store, 100, nanos::get);
    private final KnownCallers known = new KnownCallers(cached);

    @BeforeEach
    void grant() {
        store.grant("k", new Grant(SHOP, false, Duration.ofDays(1)));
        store.grant("suspended", new Grant(SHOP, true, Duration.ofDays(1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Api-Key: k", "x-api-key: k", "Authorization: Bearer k", "authorization: bearer  k "})
    void findsACallerThatCalledBefore(String line) {
        call("k");

        assertThat(known.find(headers(line), READING)).contains(SHOP);
    }

    @Test
    void asksNobody() {
        assertThat(find("X-Api-Key: k")).isEmpty();
        assertThat(store.lookUps()).isZero();
    }

    @Test
    void doesNotWaitForAnAnswerThatIsUnderWay() {
        store.hold();
        call("k");

        assertThat(find("X-Api-Key: k")).isEmpty();
        store.release();
        assertThat(find("X-Api-Key: k")).isPresent();
    }

    @Test
    void forgetsACallerWhenAuthenticationDoes() {
        call("k");

        nanos.addAndGet(CachedCallers.REMEMBERED.toNanos() - 1);
        assertThat(find("X-Api-Key: k")).isPresent();
        nanos.addAndGet(1);
        assertThat(find("X-Api-Key: k")).isEmpty();

        call("k");
        cached.forget();
        assertThat(find("X-Api-Key: k")).isEmpty();
    }

    @Test
    void knowsNobodyWhoIsToBeRefused() {
        call("suspended");
        call("nobody's");

        assertThat(find("X-Api-Key: suspended")).isEmpty();
        assertThat(find("X-Api-Key: nobody's")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(value = Scope.class, mode = EnumSource.Mode.EXCLUDE, names = "ORDERS_READ")
    void knowsNobodyForWhatItsKeyDoesNotAllow(Scope scope) {
        call("k");

        assertThat(known.find(headers("X-Api-Key: k"), Set.of(scope))).isEmpty();
    }

    @Test
    void knowsNobodyByAnythingButOneCredential() {
        call("k");

        assertThat(known.find(headers(), READING)).isEmpty();
        assertThat(known.find(headers("X-Api-Key: k", "X-Api-Key: k"), READING)).isEmpty();
        assertThat(known.find(headers("X-Api-Key: k", "Authorization: Bearer k"), READING))
                .isEmpty();
        assertThat(known.find(headers("X-Api-Key: k", "Authorization: Basic k"), READING))
                .isEmpty();
        assertThat(find("Authorization: Basic k")).isEmpty();
        assertThat(find("Authorization: k")).isEmpty();
    }

    private Optional<Caller> find(String line) {
        return known.find(headers(line), READING);
    }

    private void call(String key) {
        cached.grantOf(KeyHash.of(key), () -> Deadline.in(Duration.ofDays(1)))
                .subscribe()
                .with(grant -> {}, failure -> {});
    }

    private static MultiMap headers(String... lines) {
        MultiMap headers = MultiMap.caseInsensitiveMultiMap();
        for (String line : lines) {
            int colon = line.indexOf(':');
            headers.add(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        return headers;
    }
}
