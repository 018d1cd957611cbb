package io.oncegate.runtime.opentelemetry;

import io.oncegate.request.Traces;
import io.oncegate.request.TracesConfig;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Decides, once, whether there are traces. */
@ApplicationScoped
class TracesProducer {

    @Produces
    @Singleton
    Traces traces(TracesConfig config) {
        return config.enabled() ? SentTraces.asSetByTheEnvironment() : Traces.OFF;
    }

    void end(@Disposes Traces traces) {
        if (traces instanceof SentTraces sent) {
            sent.close();
        }
    }
}
