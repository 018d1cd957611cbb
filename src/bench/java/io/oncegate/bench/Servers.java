package io.oncegate.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A PostgreSQL that forces its commits to disk, a Redis, and providers that are played, on free ports of loopback. The
 * Redis is the machine's own where it has one: that is what services run on. The one that tests bring along is built to
 * run everywhere, and is slower.
 */
final class Servers implements AutoCloseable {

    private static final String LOOPBACK = "127.0.0.1";

    private final Program program;
    private final JsonObject settings;
    private final @Nullable Program redis;

    private Servers(Program program) {
        this.program = program;
        this.settings = new JsonObject(program.await(Pattern.compile("(\\{.*})")));
        this.redis = redisOfTheMachine();
    }

    private @Nullable Program redisOfTheMachine() {
        String port = String.valueOf(freePort());
        List<String> inMemory =
                List.of("redis-server", "--bind", LOOPBACK, "--port", port, "--save", "", "--appendonly", "no");
        try {
            Program server = Program.start(Map.of(), inMemory);
            server.await(Pattern.compile("(Ready to accept connections)"));
            settings.put("oncegate.redis.url", "redis://%s:%s".formatted(LOOPBACK, port));
            return server;
        } catch (UncheckedIOException missing) {
            return null;
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new UncheckedIOException(none);
        }
    }

    static Servers start() {
        return new Servers(Program.start(
                Map.of(),
                List.of(
                        "java",
                        "-jar",
                        "target/oncegate-sandbox.jar",
                        "--embedded",
                        "--durable",
                        "--child",
                        "--port",
                        "0")));
    }

    /** An empty database of that name. */
    void create(String database) {
        sql("postgres", "DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(database));
        sql("postgres", "CREATE DATABASE " + database);
    }

    /** The environment of the service. */
    Map<String, String> forService(String database) {
        Map<String, String> environment = new HashMap<>();
        settings.forEach(setting ->
                environment.put(setting.getKey().toUpperCase().replace('.', '_'), String.valueOf(setting.getValue())));
        environment.put("ONCEGATE_ALLOW_SANDBOX", "true");
        environment.put("ONCEGATE_DB_NAME", database);
        return environment;
    }

    /** The environment of everybody else, by the names that libpq made usual. */
    Map<String, String> forPeer(String database) {
        return Map.of(
                "PGHOST", settings.getString("oncegate.db.host"),
                "PGPORT", settings.getValue("oncegate.db.port").toString(),
                "PGUSER", settings.getString("oncegate.db.user"),
                "PGPASSWORD", settings.getString("oncegate.db.password"),
                "PGDATABASE", database,
                "REDIS_HOST", redis().getHost(),
                "REDIS_PORT", String.valueOf(redis().getPort()));
    }

    /** Where providers and gateways are played. */
    URI sandbox() {
        return URI.create(settings.getString("oncegate.sandbox.url"));
    }

    URI redis() {
        return URI.create(settings.getString("oncegate.redis.url"));
    }

    Connection connect(String database) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://%s:%s/%s"
                        .formatted(
                                settings.getString("oncegate.db.host"),
                                settings.getValue("oncegate.db.port"),
                                database),
                settings.getString("oncegate.db.user"),
                settings.getString("oncegate.db.password"));
    }

    void sql(String database, String statement) {
        try (Connection connection = connect(database);
                var sql = connection.createStatement()) {
            sql.execute(statement);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    long number(String database, String query) {
        try (Connection connection = connect(database);
                var sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    String text(String query) {
        try (Connection connection = connect("postgres");
                var sql = connection.createStatement();
                ResultSet rows = sql.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    String redisVersion() {
        String version = info("server", Pattern.compile("redis_version:(\\S+)"));
        return redis == null ? version + " as tests bring it along" : version;
    }

    /** How many scripts Redis was asked to run so far, each in a round trip of its own. */
    long scriptsRun() {
        return Long.parseLong(info("commandstats", Pattern.compile("cmdstat_evalsha:calls=(\\d+)")));
    }

    private String info(String section, Pattern pattern) {
        try (Socket socket = new Socket(redis().getHost(), redis().getPort())) {
            socket.getOutputStream()
                    .write("INFO %s\r\nQUIT\r\n".formatted(section).getBytes(US_ASCII));
            Matcher matcher = pattern.matcher(new String(socket.getInputStream().readAllBytes(), US_ASCII));
            return matcher.find() ? matcher.group(1) : "0";
        } catch (IOException away) {
            throw new UncheckedIOException(away);
        }
    }

    /** So that no measurement pays for what the one before it has written. */
    void checkpoint() {
        sql("postgres", "CHECKPOINT");
    }

    @Override
    public void close() {
        program.close();
        if (redis != null) {
            redis.close();
        }
    }
}
