package io.oncegate.request;

import io.oncegate.testsupport.Settings;
import io.quarkus.vertx.http.runtime.filters.Filters;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Lets the tests of other packages have what stands before and behind their filters. */
public final class TestFilters {
    private TestFilters() {}

    /** The request's arrival and, where {@code origins} are named, CORS. */
    public static Filters first(String origins) {
        var filters = new Filters();
        new RequestArrival(new RandomIds(), Traces.OFF, routes()).register(filters);
        new Cors(Settings.of(CorsConfig.class, Map.of("oncegate.cors.origins", origins))).register(filters);
        return filters;
    }

    public static Routes routes(Class<?>... resources) {
        return new Routes(Set.of(resources));
    }

    private static final class RandomIds implements Ids {
        @Override
        public String ulid() {
            return UUID.randomUUID().toString();
        }

        @Override
        public UUID token() {
            return UUID.randomUUID();
        }
    }
}
