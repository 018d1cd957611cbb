package io.oncegate.runtime;

import io.oncegate.caller.CallerConfig;
import io.oncegate.phase.DatabaseConfig;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.QuarkusApplication;
import io.quarkus.vertx.http.HttpServer;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.microprofile.config.Config;

/**
 * The time between the start and the end of the process. In development mode it begins with the {@link
 * DevelopmentGuide}, which a live reload does not repeat.
 */
@ApplicationScoped
class Running implements QuarkusApplication {

    /** A system property, which the class loaders of all reloads see. */
    private static final String TOLD_BY_THIS_PROCESS = "oncegate.development.told";

    private final HttpServer http;
    private final CallerConfig callers;
    private final DatabaseConfig database;
    private final Config config;

    Running(HttpServer http, CallerConfig callers, DatabaseConfig database, Config config) {
        this.http = http;
        this.callers = callers;
        this.database = database;
        this.config = config;
    }

    @Override
    public int run(String... arguments) {
        if (LaunchMode.current() == LaunchMode.DEVELOPMENT
                && System.setProperty(TOLD_BY_THIS_PROCESS, "true") == null) {
            System.out.println(guide());
        }
        Quarkus.waitForExit();
        return 0;
    }

    private String guide() {
        Map<String, String> servers = new LinkedHashMap<>();
        servers.put("PostgreSQL", postgres());
        put(servers, "Redis", "oncegate.redis.url");
        put(servers, DevelopmentGuide.SANDBOX, "oncegate.sandbox.url");
        return DevelopmentGuide.of(at(http.getPort()), at(managementPort()), servers, callers.demo());
    }

    /** Known to the server only where it is another one than the settings say. */
    private int managementPort() {
        return http.getManagementPort() > 0
                ? http.getManagementPort()
                : config.getValue("quarkus.management.port", Integer.class);
    }

    private URI at(int port) {
        return URI.create("http://%s:%d".formatted(http.getLocalBaseUri().getHost(), port));
    }

    private void put(Map<String, String> servers, String name, String setting) {
        config.getOptionalValue(setting, String.class).ifPresent(url -> servers.put(name, url));
    }

    /** As psql takes it. A password is told only where it is that of a server which ends with this process. */
    private String postgres() {
        String source = String.valueOf(config.getConfigValue("oncegate.db.host").getSourceName());
        boolean ours = source.contains(DevelopmentServers.NAME);
        return "postgresql://%s%s@%s:%d/%s"
                .formatted(
                        database.user().orElse(""),
                        ours ? ":" + database.password().orElse("") : "",
                        database.host().orElse(""),
                        database.port(),
                        database.name().orElse(""));
    }
}
