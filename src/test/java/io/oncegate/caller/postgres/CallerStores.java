package io.oncegate.caller.postgres;

import io.oncegate.caller.ApiKey;
import io.oncegate.caller.Callers;
import io.oncegate.caller.KeyHash;
import io.oncegate.caller.Plan;
import io.oncegate.caller.Scope;
import io.oncegate.caller.audit.Audit;
import io.oncegate.caller.audit.AuditEntry;
import io.oncegate.caller.audit.Stamp;
import io.oncegate.caller.tenants.ApiKeys;
import io.oncegate.caller.tenants.NewApiKey;
import io.oncegate.caller.tenants.NewTenant;
import io.oncegate.caller.tenants.TenantCreation;
import io.oncegate.caller.tenants.Tenants;
import io.oncegate.phase.TestStatements;
import io.oncegate.request.Deadline;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.TestServers;
import io.smallrye.mutiny.Uni;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** The stores of this package on a database of their own. */
final class CallerStores implements AutoCloseable {

    static final Instant NOW = Instant.parse("2030-05-01T10:00:00.123456Z");

    private static final AtomicInteger IDS = new AtomicInteger();
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Database database = TestServers.shared().freshDatabase().migrate();
    private final TestStatements storage = TestStatements.on(database);

    final Callers callers = new PgCallers(storage.statements());
    final Tenants tenants = new PgTenants(storage.statements());
    final ApiKeys apiKeys = new PgApiKeys(storage.statements());
    final Audit audit = new PgAudit(storage.statements());

    TestStatements storage() {
        return storage;
    }

    Database database() {
        return database;
    }

    TenantCreation create(String id, Plan plan) {
        return await(tenants.create(wanted(id, plan), stamp(), soon()));
    }

    /** A key that is added and works, as text. */
    String key(String tenant, String client, Optional<Instant> expiresAt) {
        String text = ApiKey.generate(RANDOM);
        NewApiKey key =
                new NewApiKey(ulid(), tenant, "test", client, KeyHash.of(text), Set.of(Scope.ORDERS_READ), expiresAt);
        if (!await(apiKeys.add(key, stamp(), soon()))) {
            throw new AssertionError("there is no tenant " + tenant);
        }
        return text;
    }

    List<AuditEntry> entries() {
        return await(audit.after(new Audit.Position(Instant.EPOCH, ""), 1000, soon()));
    }

    static NewTenant wanted(String id, Plan plan) {
        return new NewTenant(id, plan, Optional.empty(), Optional.empty());
    }

    static Stamp stamp() {
        return new Stamp(ulid(), "operator", NOW);
    }

    static String ulid() {
        return "01" + String.format(Locale.ROOT, "%024d", IDS.incrementAndGet());
    }

    static Deadline soon() {
        return Deadline.in(Duration.ofSeconds(30));
    }

    static <T> T await(Uni<T> result) {
        return result.await().atMost(Duration.ofSeconds(30));
    }

    @Override
    public void close() {
        storage.close();
    }
}
