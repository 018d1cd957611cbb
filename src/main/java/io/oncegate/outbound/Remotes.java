package io.oncegate.outbound;

import io.vertx.core.Vertx;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The accounts of third parties that this instance calls, each with connections of its own. Thread-safe. */
@ApplicationScoped
public class Remotes {

    private final Vertx vertx;
    private final Map<RemoteSettings, HttpRemote> remotes = new ConcurrentHashMap<>();

    Remotes(Vertx vertx) {
        this.vertx = vertx;
    }

    /** The account with these settings; equal ones are one account. Nothing is connected yet. */
    public Remote remote(RemoteSettings settings) {
        return remotes.computeIfAbsent(settings, each -> new HttpRemote(vertx, each, System::nanoTime));
    }

    @PreDestroy
    void close() {
        remotes.values().forEach(HttpRemote::close);
    }
}
