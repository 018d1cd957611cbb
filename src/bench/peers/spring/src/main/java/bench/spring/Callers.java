package bench.spring;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finds the caller of an API key; the database is asked once for each key that is known. */
@Component
class Callers {

    private static final String FIND = """
            SELECT tenant, client, capacity, period
            FROM spring.api_keys
            WHERE key_sha256 = ?
            """;

    // Only keys that exist: made-up ones could fill it.
    private final Map<String, Caller> known = new ConcurrentHashMap<>();
    private final JdbcClient jdbc;

    Callers(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    Optional<Caller> find(String apiKey) {
        Caller caller = known.get(apiKey);
        if (caller != null) {
            return Optional.of(caller);
        }
        Optional<Caller> stored = load(apiKey);
        stored.ifPresent(it -> known.put(apiKey, it));
        return stored;
    }

    private Optional<Caller> load(String apiKey) {
        return jdbc.sql(FIND)
                .param(Sha256.of(apiKey.getBytes(StandardCharsets.UTF_8)))
                .query((row, n) -> new Caller(row.getString(1), row.getString(2), row.getLong(3), row.getLong(4)))
                .optional();
    }
}
