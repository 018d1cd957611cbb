package io.oncegate.runtime.opentelemetry;

import io.opentelemetry.context.propagation.TextMapGetter;
import io.vertx.core.MultiMap;
import org.jspecify.annotations.Nullable;

/** A request's headers, as propagation reads them. Stateless. */
enum HeaderGetter implements TextMapGetter<MultiMap> {
    INSTANCE;

    @Override
    public Iterable<String> keys(MultiMap headers) {
        return headers.names();
    }

    @Override
    public @Nullable String get(@Nullable MultiMap headers, String name) {
        return headers == null ? null : headers.get(name);
    }
}
