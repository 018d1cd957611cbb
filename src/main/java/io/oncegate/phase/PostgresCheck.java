package io.oncegate.phase;

import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether the service can work with the PostgreSQL it was pointed at, and what it risks there. */
final class PostgresCheck {

    private static final String HOST_SETTING = "oncegate.db.host (ONCEGATE_DB_HOST)";
    private static final String PORT_SETTING = "oncegate.db.port (ONCEGATE_DB_PORT)";
    private static final String NAME_SETTING = "oncegate.db.name (ONCEGATE_DB_NAME)";
    private static final String USER_SETTING = "oncegate.db.user (ONCEGATE_DB_USER)";
    private static final String PASSWORD_SETTING = "oncegate.db.password (ONCEGATE_DB_PASSWORD)";

    private static final int OLDEST = 140_000;

    /** The driver's own word for a server that asks for a password where none was given. */
    private static final String NO_PASSWORD = "08004";

    private final String place;
    private final String database;
    private final String user;

    PostgresCheck(DatabaseConfig config) {
        this.place = config.host().orElse("") + ":" + config.port();
        this.database = config.name().orElse("");
        this.user = config.user().orElse("");
    }

    /** Why the service cannot work with it, a sentence each. */
    List<String> refusals(PostgresFacts facts) {
        List<String> refusals = new ArrayList<>();
        if (facts.version() < OLDEST) {
            refusals.add("PostgreSQL at %s is version %d, and the service needs %d or later."
                    .formatted(place, facts.version() / 10_000, OLDEST / 10_000));
        }
        if (facts.readOnly()) {
            refusals.add("PostgreSQL at %s takes no writes, as a standby does: point %s at the primary."
                    .formatted(place, HOST_SETTING));
        }
        if (!facts.encoding().equals("UTF8")) {
            refusals.add("The database \"%s\" has the encoding %s: create it with ENCODING 'UTF8'."
                    .formatted(database, facts.encoding()));
        }
        return refusals;
    }

    /** What can be lost there although the service answered that it was kept. */
    List<String> warnings(PostgresFacts facts) {
        List<String> warnings = new ArrayList<>();
        if (!facts.fsync()) {
            warnings.add("PostgreSQL runs with fsync=off: a crash of its machine can lose or damage everything");
        }
        if (facts.synchronousCommit().equals("off")) {
            warnings.add("PostgreSQL runs with synchronous_commit=off: a crash can lose answers that were given, and a"
                    + " lost key is a second execution");
        } else if (facts.synchronousStandbys().isBlank()
                || facts.synchronousCommit().equals("local")) {
            warnings.add("PostgreSQL has no synchronous standby: a failover can lose answers that were given, and a"
                    + " lost key is a second execution");
        }
        return warnings;
    }

    /** Why no connection was made. */
    String refusal(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        if (state.startsWith("28") || state.equals(NO_PASSWORD)) {
            return "PostgreSQL at %s does not let the user \"%s\" in: check %s and %s."
                    .formatted(place, user, USER_SETTING, PASSWORD_SETTING);
        }
        if (state.equals("3D000")) {
            return "PostgreSQL at %s has no database \"%s\": create it, or check %s."
                    .formatted(place, database, NAME_SETTING);
        }
        if (state.equals("53300")) {
            return "PostgreSQL at %s has no connection left: raise its max_connections.".formatted(place);
        }
        if (state.equals("57P03")) {
            return "PostgreSQL at %s is starting up or shutting down: start again when it is ready.".formatted(place);
        }
        if (hasCause(failure, UnknownHostException.class)) {
            return "The host of PostgreSQL, %s, has no address: check %s.".formatted(place, HOST_SETTING);
        }
        if (state.startsWith("08") || state.equals("null")) {
            return "PostgreSQL does not answer at %s: check that it runs, and %s and %s."
                    .formatted(place, HOST_SETTING, PORT_SETTING);
        }
        return "PostgreSQL at %s refused the connection with SQLSTATE %s.".formatted(place, state);
    }

    /** Why the migrations did not run. */
    String refusal(RuntimeException migration) {
        for (Throwable each = migration; each != null; each = each.getCause()) {
            if (each instanceof SQLException failure && "42501".equals(failure.getSQLState())) {
                return ("The user \"%s\" may not change the schema public of the database \"%s\": make it the owner, or"
                                + " grant it CREATE there.")
                        .formatted(user, database);
            }
        }
        return "The database \"%s\" at %s could not be migrated: %s"
                .formatted(
                        database,
                        place,
                        String.valueOf(migration.getMessage())
                                .replaceAll("\\s+", " ")
                                .strip());
    }

    private static boolean hasCause(@Nullable Throwable failure, Class<? extends Throwable> kind) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (kind.isInstance(each)) {
                return true;
            }
        }
        return false;
    }
}
