package io.oncegate.caller.tenants;

import io.oncegate.caller.CallerConfig;
import io.oncegate.caller.DemoKeys;
import io.oncegate.caller.KeyHash;
import io.oncegate.caller.Plan;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** The tenants that the documentation's examples use: there in development and in tests, never in production. */
@ApplicationScoped
public class DemoTenants {

    private final CallerConfig config;
    private final DemoStore store;

    DemoTenants(CallerConfig config, DemoStore store) {
        this.config = config;
        this.store = store;
    }

    /** Waits, as every step of the start does: the ports open when all of them are done. */
    void start(@Observes StartupEvent migrated) {
        plant().subscribeAsCompletionStage().join();
    }

    /**
     * Makes the demo tenants what the documentation says, whatever was changed about them; does nothing where there is
     * no demo. To be called once the tables exist.
     */
    Uni<Void> plant() {
        if (!config.demo()) {
            return Uni.createFrom().voidItem();
        }
        return store.plant("demo", Plan.STANDARD, "stripe", KeyHash.of(DemoKeys.STANDARD))
                .chain(() -> store.plant("demo-vip", Plan.VIP, "yookassa", KeyHash.of(DemoKeys.VIP)));
    }
}
