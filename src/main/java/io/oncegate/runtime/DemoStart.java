package io.oncegate.runtime;

import io.oncegate.caller.tenants.DemoTenants;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** Where there is a demo, its tenants are there before the first request is. */
@ApplicationScoped
class DemoStart {

    private final DemoTenants demo;

    DemoStart(DemoTenants demo) {
        this.demo = demo;
    }

    /** Waits, as every step of the start does: ports open when the last observer is done. */
    void plant(@Observes @Priority(Start.FIRST + 1) StartupEvent starting) {
        demo.plant().subscribeAsCompletionStage().join();
    }
}
