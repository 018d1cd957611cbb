package io.oncegate.idempotency.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.caller.audit.Stamp;
import io.oncegate.idempotency.KeyLives;
import io.oncegate.idempotency.identity.CanonicalForm;
import io.oncegate.idempotency.identity.KeyScope;
import io.oncegate.idempotency.identity.KeySource;
import io.oncegate.idempotency.operation.KeyStatus;
import io.oncegate.idempotency.operation.OperationKind;
import io.oncegate.phase.TestStatements;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import io.smallrye.mutiny.Uni;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PgKeyLivesTest {
    private static final Instant NOW = Instant.parse("2030-05-01T10:00:00.123456Z");
    private static final Stamp STAMP = new Stamp("01JDYZ0F6T7V8W9X0Y1Z2A3B4C", "operator", NOW);
    private static final Duration DAY = Duration.ofDays(1);
    private static final OperationKind ORDERS =
            new OperationKind("orders", "POST", "/v1/orders", DAY, DAY, KeySource.CLIENT, new CanonicalForm(List.of()));

    private final Database database = TestServers.shared().freshDatabase().migrate();
    private final TestStatements storage = TestStatements.on(database);
    private final KeyLives lives = new PgKeyLives(storage.statements());

    @AfterEach
    void close() {
        storage.close();
    }

    @Test
    void findsAKeyByItsHashAmongThoseOfItsOperationAndTenantOnly() {
        // Given
        KeyScope wanted = finished("acme", "app", "/v1/orders", "k");
        finished("acme", "app", "/v1/messages", "k");
        finished("acme", "app", "/v1/orders", "K");
        finished("other", "app", "/v1/orders", "k");

        // Then
        assertThat(await(lives.withHash("acme", ORDERS, sha256("k"), soon()))).containsExactly(wanted);
        assertThat(await(lives.withHash("acme", ORDERS, sha256("absent"), soon())))
                .isEmpty();
        assertThat(await(lives.withHash("nobody", ORDERS, sha256("k"), soon()))).isEmpty();
    }

    @Test
    void findsTheKeyOfEachPrincipalThatSentIt() {
        KeyScope one = finished("acme", "app", "/v1/orders", "1");
        KeyScope other = finished("acme", "shop", "/v1/orders", "1");

        assertThat(await(lives.withHash("acme", ORDERS, sha256("1"), soon()))).containsExactlyInAnyOrder(one, other);
    }

    /** As many as fill a slice exactly, and one more or less. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void findsAKeyWhereverItIs(int sliceSize) {
        // Given
        KeyLives inSlices = new PgKeyLives(storage.statements(), sliceSize);
        List<String> keys = List.of("a", "b", "c", "d", "e", "f");
        List<KeyScope> scopes = keys.stream()
                .map(key -> finished("acme", "app", "/v1/orders", key))
                .toList();

        // Then
        for (KeyScope scope : scopes) {
            assertThat(await(inSlices.withHash("acme", ORDERS, sha256(scope.key()), soon())))
                    .containsExactly(scope);
        }
    }

    @Test
    void readsAnyKeyThatARowCanHold() {
        KeyScope odd = finished("acme", "app", "/v1/orders", "\\x0 \\ é");

        assertThat(await(lives.withHash("acme", ORDERS, sha256("\\x0 \\ é"), soon())))
                .containsExactly(odd);
    }

    @Test
    void readsAFinishedKeyWithoutItsAnswer() {
        var life = await(lives.find(finished("acme", "app", "/v1/orders", "k"), soon()))
                .orElseThrow();

        assertThat(life.sha256()).isEqualTo(HexFormat.of().formatHex(sha256("k")));
        assertThat(life.status()).isEqualTo(KeyStatus.SUCCEEDED);
        assertThat(life.httpStatus()).contains(201);
        assertThat(life.location()).contains("/v1/orders/1");
        assertThat(life.resourceId()).contains("1");
        assertThat(life.recoveryPoint()).isEqualTo("finished");
        assertThat(life.takeovers()).isEqualTo(2);
        assertThat(life.updatedAt()).isAfter(life.createdAt());
        assertThat(life.leaseUntil()).isEmpty();
        assertThat(life.expiresAt()).isPresent();
        assertThat(life.expired()).isFalse();
    }

    @Test
    void readsAKeyInProgress() {
        var life = await(lives.find(inProgress("k"), soon())).orElseThrow();

        assertThat(life.status()).isEqualTo(KeyStatus.IN_PROGRESS);
        assertThat(life.httpStatus()).isEmpty();
        assertThat(life.location()).isEmpty();
        assertThat(life.leaseUntil()).isPresent();
        assertThat(life.expiresAt()).isEmpty();
        assertThat(life.expired()).isFalse();
    }

    @Test
    void expiresAFinishedKeyOnceAndAuditsIt() {
        KeyScope key = finished("acme", "app", "/v1/orders", "k");
        KeyScope bystander = finished("acme", "shop", "/v1/orders", "k");
        var before = await(lives.find(key, soon())).orElseThrow();

        assertThat(await(lives.expire(key, STAMP, soon()))).contains(KeyStatus.SUCCEEDED);
        var after = await(lives.find(key, soon())).orElseThrow();
        assertThat(await(lives.expire(key, STAMP, soon()))).contains(KeyStatus.SUCCEEDED);

        assertThat(after.expired()).isTrue();
        assertThat(after.updatedAt()).as("when it was finished").isEqualTo(before.updatedAt());
        assertThat(await(lives.find(key, soon()))).contains(after);
        assertThat(await(lives.find(bystander, soon())).orElseThrow().expired()).isFalse();
        assertThat(database.query("""
                SELECT actor, action, subject, tenant_id, before ->> 'principal' AS principal,
                    (after ->> 'expires_at')::timestamptz < (before ->> 'expires_at')::timestamptz AS sooner
                FROM audit
                """))
                .singleElement()
                .satisfies(entry -> assertThat(entry.values())
                        .containsExactly(
                                "operator",
                                "idempotency-key.expired",
                                HexFormat.of().formatHex(sha256("k")),
                                "acme",
                                "app",
                                true));
    }

    @Test
    void leavesAKeyInProgressAsItIs() {
        KeyScope key = inProgress("k");
        var before = await(lives.find(key, soon()));

        assertThat(await(lives.expire(key, STAMP, soon()))).contains(KeyStatus.IN_PROGRESS);

        assertThat(await(lives.find(key, soon()))).isEqualTo(before);
        assertThat(database.count("SELECT count(*) FROM audit")).isZero();
    }

    @Test
    void expiresNothingWhereNothingIs() {
        KeyScope absent = new KeyScope("acme", "app", "POST", "/v1/orders", "absent");

        assertThat(await(lives.expire(absent, STAMP, soon()))).isEmpty();
        assertThat(await(lives.find(absent, soon()))).isEmpty();
        assertThat(database.count("SELECT count(*) FROM audit")).isZero();
    }

    @CanIgnoreReturnValue
    private KeyScope finished(String tenant, String principal, String path, String key) {
        database.execute("""
                INSERT INTO idempotency_keys (tenant_id, principal, method, path, key, body_sha256, fingerprint_version,
                    status, response_code, response_headers, response_body, resource_id, recovery_point, worker_token,
                    takeovers, created_at, updated_at, expires_at)
                VALUES (?, ?, 'POST', ?, ?, sha256('x'), 1, 'succeeded', 201,
                    '{"Content-Type": "application/json", "Location": "/v1/orders/1"}', 'secret', '1', 'finished',
                    gen_random_uuid(), 2, now() - interval '2 minutes', now() - interval '1 minute',
                    now() + interval '1 hour')
                """, tenant, principal, path, key);
        return new KeyScope(tenant, principal, "POST", path, key);
    }

    private KeyScope inProgress(String key) {
        database.execute("""
                INSERT INTO idempotency_keys (tenant_id, principal, method, path, key, body_sha256, fingerprint_version,
                    status, recovery_point, worker_token, locked_until)
                VALUES ('acme', 'app', 'POST', '/v1/orders', ?, sha256('x'), 1, 'in_progress', 'started',
                    gen_random_uuid(), now() + interval '1 minute')
                """, key);
        return new KeyScope("acme", "app", "POST", "/v1/orders", key);
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(30));
    }

    private static <T> T await(Uni<T> result) {
        return result.await().atMost(Duration.ofSeconds(30));
    }
}
