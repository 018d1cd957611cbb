package io.oncegate.scenario;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.oncegate.testsupport.Database;
import io.oncegate.testsupport.ServiceLaunch;
import io.oncegate.testsupport.ServiceProcess;
import io.oncegate.testsupport.TestServers;
import java.net.URI;
import java.util.List;

/** An instance whose providers are played by the sandbox, and whose patience is short enough for tests. */
record PayingInstance(Database database, ServiceProcess service) {
    static final List<String> DIALECTS = List.of("stripe", "yookassa", "tbank", "keyless");

    /** The account of {@link #shared()} that a payer has to be able to come back to. */
    static final String COMES_BACK = "stripe-comes-back";

    /** One that scenarios share: each brings a tenant of its own, and does nothing that others would feel. */
    static PayingInstance shared() {
        return Shared.INSTANCE;
    }

    /** A tenant whose orders are paid through {@code account}. */
    Tenant tenant(String account) {
        return Tenant.payingThrough(account, service, database);
    }

    static ServiceLaunch on(Database database, URI sandbox) {
        var launch = ServiceLaunch.on(database)
                .with("ONCEGATE_SANDBOX_URL", sandbox.toString())
                .with("ONCEGATE_ALLOW_SANDBOX", "true")
                .with("ONCEGATE_IDEMPOTENCY_LEASE", "5s")
                .with("ONCEGATE_PAYMENTS_SEND_WITHIN", "1s")
                .with("ONCEGATE_PAYMENTS_CALL_TIMEOUT", "2s")
                .with("ONCEGATE_PAYMENTS_CHECK_INTERVAL", "200ms")
                .with("ONCEGATE_PAYMENTS_INLINE_CHECK_AFTER", "500ms");
        DIALECTS.forEach(dialect -> account(launch, dialect, dialect));
        return launch;
    }

    /** An account of its own for {@code dialect}: what becomes of it touches no other. */
    @CanIgnoreReturnValue
    static ServiceLaunch account(ServiceLaunch launch, String name, String dialect) {
        return set(launch, name, "dialect", dialect)
                .withProperty("oncegate.payments.accounts." + name + ".settle-after", "4s")
                .withProperty("oncegate.payments.accounts." + name + ".calls-per-second", "1000");
    }

    @CanIgnoreReturnValue
    static ServiceLaunch set(ServiceLaunch launch, String account, String member, String value) {
        return launch.withProperty("oncegate.payments.accounts." + account + "." + member, value);
    }

    /** One whose provider is at an address of its own; for an instance that has none for all of them. */
    @CanIgnoreReturnValue
    static ServiceLaunch accountAt(ServiceLaunch launch, String name, String dialect, URI providers) {
        set(account(launch, name, dialect), name, "url", providers + "/" + dialect);
        set(launch, name, "id", "sandbox");
        return set(launch, name, "secret", "sandbox");
    }

    /** Holds it from the first use on. */
    private static final class Shared {
        static final PayingInstance INSTANCE = start();

        private static PayingInstance start() {
            var database = TestServers.shared().freshDatabase();
            var launch = on(database, Sandbox.shared().url());
            set(account(launch, COMES_BACK, "stripe"), COMES_BACK, "require-return-url", "true");
            return new PayingInstance(database, launch.start());
        }
    }
}
