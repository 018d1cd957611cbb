package io.oncegate.caller.postgres;

import io.oncegate.caller.Plan;
import io.oncegate.caller.Scope;
import io.vertx.sqlclient.Row;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Columns as the domain's types. The constraints of the tables hold what is taken for granted here. */
final class Columns {

    private Columns() {}

    static Plan plan(Row row) {
        return Plan.of(row.getString("plan")).orElseThrow();
    }

    static Set<Scope> scopes(Row row) {
        return Arrays.stream(row.getArrayOfStrings("scopes"))
                .map(name -> Scope.of(name).orElseThrow())
                .collect(Collectors.toUnmodifiableSet());
    }

    static String[] scopes(Set<Scope> scopes) {
        return scopes.stream().sorted().map(Scope::wire).toArray(String[]::new);
    }

    static Instant instant(Row row, String column) {
        return row.getOffsetDateTime(column).toInstant();
    }

    static Optional<Instant> optionalInstant(Row row, String column) {
        @Nullable OffsetDateTime at = row.getOffsetDateTime(column);
        return Optional.ofNullable(at).map(OffsetDateTime::toInstant);
    }

    static Optional<String> optionalString(Row row, String column) {
        return Optional.ofNullable(row.getString(column));
    }
}
