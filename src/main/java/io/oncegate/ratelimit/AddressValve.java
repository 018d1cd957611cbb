package io.oncegate.ratelimit;

import io.oncegate.caller.address.ClientAddresses;
import io.oncegate.ratelimit.AddressLimits.Pass;
import io.oncegate.ratelimit.decision.DecisionRecorder;
import io.oncegate.ratelimit.headers.RefusedAnswers;
import io.oncegate.ratelimit.policy.Policy;
import io.oncegate.ratelimit.store.Charge;
import io.oncegate.request.Preflight;
import io.oncegate.request.Routes;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;

/**
 * The first limit that a request meets: by its address, in process, before anything is looked up, unknown paths included.
 * A flood of bad credentials ends here and reaches no store. A caller that another limit denies has its charge back, or
 * it would pay for what it did not get; any other refusal keeps it.
 */
@ApplicationScoped
public class AddressValve {

    /** After the request got its id and the CORS headers, preflights being answered; before anything else. */
    private static final int AFTER_CORS = 985;

    /** What was asked for is not known yet. */
    private static final String ANY_ROUTE = "any";

    private static final String CHARGES = AddressValve.class.getName();

    private static final int TOO_MANY_REQUESTS = 429;

    private final AddressLimits limits;
    private final Routes routes;
    private final ClientAddresses addresses;
    private final DecisionRecorder recorder;
    private final RefusedAnswers refusals;

    AddressValve(
            AddressLimits limits,
            Routes routes,
            ClientAddresses addresses,
            DecisionRecorder recorder,
            RefusedAnswers refusals) {
        this.limits = limits;
        this.routes = routes;
        this.addresses = addresses;
        this.recorder = recorder;
        this.refusals = refusals;
    }

    void register(@Observes Filters filters) {
        filters.register(this::charge, AFTER_CORS);
    }

    /**
     * Gives the request's charge back, at most once. Happens by itself when the answer is a 429; whoever refuses in
     * another way what the caller should not pay for calls it.
     */
    public void giveBack(RoutingContext http) {
        List<Charge> charges = http.remove(CHARGES);
        if (charges != null) {
            limits.giveBack(charges);
        }
    }

    private void charge(RoutingContext http) {
        if (Preflight.is(http.request())) {
            http.next();
            return;
        }
        Pass pass = limits.charge(addresses.of(http.request()), policy -> applies(policy, http));
        recorder.record(pass.decision(), ANY_ROUTE);
        if (pass.decision().allows()) {
            remember(http, pass.charges());
            http.next();
        } else {
            refusals.answer(http, pass.decision());
        }
    }

    private void remember(RoutingContext http, List<Charge> charges) {
        http.put(CHARGES, charges);
        http.addHeadersEndHandler(ignored -> {
            if (http.response().getStatusCode() == TOO_MANY_REQUESTS) {
                giveBack(http);
            }
        });
    }

    private boolean applies(Policy policy, RoutingContext http) {
        return policy.routes().isEmpty()
                || routes.templateAt(http.normalizedPath())
                        .filter(template -> policy.counts(method(http), template))
                        .isPresent();
    }

    private static String method(RoutingContext http) {
        HttpMethod method = http.request().method();
        return method.equals(HttpMethod.HEAD) ? HttpMethod.GET.name() : method.name();
    }
}
