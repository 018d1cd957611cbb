package io.oncegate.ops.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Some items of a list, and where the next ones begin.
 *
 * @param nextCursor absent where there are no more
 */
record Page<T>(
        @JsonProperty("items") List<T> items,

        @JsonProperty("next_cursor") @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
        String nextCursor) {

    /** The first {@code limit} of {@code found}, of which one more than that was asked for. */
    static <S, T> Page<T> of(List<S> found, int limit, Function<S, T> view, Function<S, String> cursor) {
        List<S> shown = found.size() > limit ? found.subList(0, limit) : found;
        String next = found.size() > limit ? cursor.apply(shown.get(limit - 1)) : null;
        return new Page<>(shown.stream().map(view).toList(), next);
    }
}
