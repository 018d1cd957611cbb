package io.oncegate.ops.admin;

import io.oncegate.problem.Problem;
import io.oncegate.problem.Problem.FieldError;
import io.oncegate.problem.ProblemException;
import io.oncegate.request.Ulid;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How many items of a list are asked for at once, and from where on. */
final class Paging {

    static final int MOST = 100;

    private static final int MOST_DIGITS = 3;

    private Paging() {}

    /** The query parameter {@code limit}: 1 to 100, by default 100. */
    static int limit(@Nullable String limit) {
        if (limit == null) {
            return MOST;
        }
        return Optional.of(limit)
                .filter(text -> !text.isEmpty() && text.length() <= MOST_DIGITS)
                .filter(text -> text.chars().allMatch(c -> c >= '0' && c <= '9'))
                .map(Integer::parseInt)
                .filter(number -> number >= 1 && number <= MOST)
                .orElseThrow(() -> invalid("limit", "must be a whole number from 1 to 100"));
    }

    /** The query parameter {@code cursor} of a list by id: the id of the last item before; by default before all. */
    static String afterId(@Nullable String cursor) {
        if (cursor == null) {
            return "";
        }
        if (!Ulid.isOne(cursor)) {
            throw invalidCursor();
        }
        return cursor;
    }

    static ProblemException invalid(String parameter, String detail) {
        return Problem.invalid(List.of(new FieldError("/" + parameter, detail))).toException();
    }

    static ProblemException invalidCursor() {
        return invalid("cursor", "must be the next_cursor of an earlier page");
    }
}
