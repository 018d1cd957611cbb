package io.oncegate.idempotency.postgres;

import io.oncegate.idempotency.identity.KeyScope;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A statement's parameters in the order of their numbers, beginning with the key at {@code $1..$5}. */
final class Arguments {

    private final List<@Nullable Object> values = new ArrayList<>();

    Arguments(KeyScope scope) {
        values.addAll(List.of(scope.tenant(), scope.principal(), scope.method(), scope.path(), scope.key()));
    }

    Arguments and(@Nullable Object... more) {
        values.addAll(Arrays.asList(more));
        return this;
    }

    Arguments all(List<@Nullable Object> more) {
        values.addAll(more);
        return this;
    }

    @Nullable
    Object[] toArray() {
        return values.toArray();
    }
}
