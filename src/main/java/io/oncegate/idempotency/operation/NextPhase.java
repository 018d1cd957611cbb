package io.oncegate.idempotency.operation;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement that moves a held key on, or finishes it, and does an operation's work (see {@link ClaimSql#ADVANCE} and
 * {@link ClaimSql#FINISH}).
 *
 * @param parameters the operation's own, in the order of their numbers
 */
public record NextPhase(String sql, List<@Nullable Object> parameters) {

    /** A phase with its parameters. */
    public static NextPhase of(String sql, @Nullable Object... parameters) {
        return new NextPhase(sql, Collections.unmodifiableList(Arrays.asList(parameters)));
    }
}
