package io.oncegate.client;

import com.github.f4b6a3.ulid.UlidCreator;
import io.oncegate.caller.ApiKey;
import io.oncegate.caller.Plan;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.UUID;

/** A running instance and its database. Each test brings tenants of its own. */
public record Instance(Database database, ServiceProcess service) {
    private static final SecureRandom RANDOM = new SecureRandom();

    /** The one that tests share which need nothing set. */
    public static Instance shared() {
        return Shared.INSTANCE;
    }

    /** One with a setting of its own; whoever starts it ends it. */
    public static Instance with(String variable, String value) {
        var database = TestServers.shared().freshDatabase();
        return new Instance(
                database, ServiceLaunch.on(database).with(variable, value).start());
    }

    public Merchant newMerchant() {
        return newMerchant(Plan.STANDARD);
    }

    public Merchant newMerchant(Plan plan) {
        var tenant = "tenant-" + UUID.randomUUID();
        database.execute(
                "INSERT INTO tenants (tenant_id, plan, status, created_at, updated_at)"
                        + " VALUES (?, ?, 'active', now(), now())",
                tenant,
                plan.wire());
        return newProgram(tenant, "default");
    }

    /** A program of a tenant, with a credential of its own. */
    Merchant newProgram(String tenant, String client) {
        var apiKey = ApiKey.generate(RANDOM);
        database.execute(
                "INSERT INTO api_keys (id, tenant_id, name, client, key_sha256, scopes, created_at)"
                        + " VALUES (?, ?, 'of a test', ?, sha256(?), ?::text[], now())",
                UlidCreator.getMonotonicUlid().toString(),
                tenant,
                client,
                apiKey.getBytes(StandardCharsets.UTF_8),
                "{orders:write,orders:read,messages:write,messages:read}");
        return new Merchant(this, tenant, apiKey);
    }

    /** Holds it from the first use on. */
    private static final class Shared {
        static final Instance INSTANCE = start();

        private static Instance start() {
            var database = TestServers.shared().freshDatabase();
            return new Instance(database, ServiceLaunch.on(database).start());
        }
    }
}
