package io.oncegate.testsupport;

import io.vertx.core.json.JsonObject;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

/**
 * PostgreSQL, Redis and the sandbox for all tests of this process, started when the first of them asks, ended with it.
 * Tests do not share data: each takes a {@link #freshDatabase()}.
 */
public final class TestServers {
    private static final Path BUILD = Path.of("target");
    private static final Duration LONGEST_START = Duration.ofMinutes(2);

    private final ChildProcess sandbox;
    private final JsonObject settings;

    private TestServers(ChildProcess sandbox, JsonObject settings) {
        this.sandbox = sandbox;
        this.settings = settings;
    }

    public static TestServers shared() {
        return Shared.SERVERS;
    }

    /** A new and empty database. Its time zone is not UTC, on purpose: nothing may rely on that. */
    public Database freshDatabase() {
        var name = "test_" + UUID.randomUUID().toString().replace("-", "");
        var first = database(settings.getString("oncegate.db.name"));
        first.execute("CREATE DATABASE " + name);
        first.execute("ALTER DATABASE " + name + " SET timezone TO 'Pacific/Chatham'");
        return database(name);
    }

    public String redisUrl() {
        return settings.getString("oncegate.redis.url");
    }

    public String sandboxUrl() {
        return settings.getString("oncegate.sandbox.url");
    }

    /** Of the process they all hang on. */
    public long pid() {
        return sandbox.pid();
    }

    private Database database(String name) {
        return new Database(
                settings.getString("oncegate.db.host"),
                settings.getInteger("oncegate.db.port"),
                name,
                settings.getString("oncegate.db.user"),
                settings.getString("oncegate.db.password"));
    }

    private static TestServers start() {
        var sandbox = ChildProcess.start(new ProcessBuilder(
                ChildProcess.java(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-cp",
                BUILD.resolve("sandbox-classes") + File.pathSeparator + libraries(),
                "io.oncegate.sandbox.Sandbox",
                "--embedded",
                "--child",
                "--port",
                "0"));
        var settings = sandbox.output()
                .awaitLine(line -> line.startsWith("{"), LONGEST_START)
                .orElseThrow(() -> new AssertionError(
                        "The test servers do not start: " + sandbox.errors().lines()));
        return new TestServers(sandbox, new JsonObject(settings));
    }

    private static String libraries() {
        try {
            return Files.readString(BUILD.resolve("sandbox.classpath")).strip();
        } catch (IOException notBuilt) {
            throw new UncheckedIOException("Run ./mvnw process-classes once before tests in an editor", notBuilt);
        }
    }

    /** Holds them from the first use on. */
    private static final class Shared {
        static final TestServers SERVERS = start();
    }
}
