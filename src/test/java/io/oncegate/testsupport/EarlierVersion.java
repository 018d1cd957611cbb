package io.oncegate.testsupport;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * The service as an earlier commit of this project has it, packaged from the history. It is built once for each commit,
 * and kept under {@code target}.
 *
 * @param revision the commit
 * @param migrations how many there were
 * @param application the folder to start it from
 */
public record EarlierVersion(String revision, int migrations, Path application) {
    private static final Path BUILT = Path.of("target", "earlier");
    private static final String MIGRATIONS = "src/main/resources/db/migration";
    private static final int SHORT = 10;

    /** Those that an upgrade is tested from: the one before this, and the latest one that has another schema. */
    public static Stream<EarlierVersion> all() {
        return Stream.of(beforeTheLatestMigration(), of("HEAD^")).distinct();
    }

    /** How many migrations this version has. */
    public static int migrationsNow() {
        try (var files = Files.list(Path.of(MIGRATIONS))) {
            return (int) files.count();
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    /** Whether it understands the buckets that this version writes; what came before such a one takes them for garbage. */
    public boolean readsPackedBuckets() {
        return git("show", revision + ":src/main/resources/lua/rate_limit.lua").contains("'<dddddc1'");
    }

    @Override
    public String toString() {
        return revision.substring(0, SHORT);
    }

    private static EarlierVersion beforeTheLatestMigration() {
        var latest = git("log", "-1", "--diff-filter=A", "--format=%H", "--", MIGRATIONS);
        return of(latest + "^");
    }

    private static EarlierVersion of(String name) {
        var revision = git("rev-parse", "--verify", "--end-of-options", name + "^{commit}");
        var migrations = git("ls-tree", "--name-only", revision, MIGRATIONS + "/");
        return new EarlierVersion(revision, (int) migrations.lines().count(), packaged(revision));
    }

    private static Path packaged(String revision) {
        var application = BUILT.resolve(revision);
        if (!Files.exists(application)) {
            build(revision, application);
        }
        return application;
    }

    /** What is there under its final name is complete. */
    private static void build(String revision, Path application) {
        var sources = BUILT.resolve(revision + ".sources");
        run("sh", "-ec", """
                rm -rf "$2" && mkdir -p "$2"
                git archive --format=tar --output="$2/sources.tar" "$1"
                tar -xf "$2/sources.tar" -C "$2"
                cd "$2" && sh mvnw --batch-mode --no-transfer-progress -Dmaven.test.skip=true package
                """, "sh", revision, sources.toString());
        run("mv", sources.resolve("target/quarkus-app").toString(), application.toString());
        run("rm", "-r", sources.toString());
    }

    private static String git(String... arguments) {
        var command = new String[arguments.length + 1];
        command[0] = "git";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        try {
            return run(command);
        } catch (AssertionError failed) {
            throw new AssertionError(
                    "An earlier version is built from the history: run this in a full clone, with git installed.",
                    failed);
        }
    }

    /** Returns what it prints, without the space around it. */
    @CanIgnoreReturnValue
    private static String run(String... command) {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        try {
            var process = builder.start();
            process.getOutputStream().close();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new AssertionError("%s: %s".formatted(String.join(" ", command), output));
            }
            return output.strip();
        } catch (IOException missing) {
            throw new AssertionError(command[0] + " does not run", missing);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }
}
