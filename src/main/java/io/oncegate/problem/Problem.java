package io.oncegate.problem;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One error of a {@link ProblemType}, as a client will read it. Immutable; each {@code with...} gives a new one.
 *
 * @param status that of the type, unless a setting says otherwise
 * @param detail a sentence that a developer can act on; never a class name, a key or a secret
 * @param errors what is wrong with which member of the body, for {@link ProblemType#VALIDATION_FAILED}
 * @param retryAfter when the same request may be tried again
 * @param members further members: {@code order_id}, {@code reason}
 * @param lists further members that are arrays: {@code violated-policies}
 */
public record Problem(
        ProblemType type,
        int status,
        String detail,
        List<FieldError> errors,
        Optional<RetryAfter> retryAfter,
        Map<String, String> members,
        Map<String, List<String>> lists) {

    private static final RetryAfter SOON = RetryAfter.in(Duration.ofSeconds(1));

    /** One member of the body that is not valid: a JSON pointer (RFC 6901) and a sentence. */
    public record FieldError(String pointer, String detail) {

        private String sentence() {
            return (pointer.isEmpty() ? "the body" : pointer) + " " + detail;
        }
    }

    public Problem {
        errors = List.copyOf(errors);
        members = Map.copyOf(members);
        lists = Map.copyOf(lists);
    }

    /** A problem with a detail only; a 503 asks the caller to come back in a second. */
    public static Problem of(ProblemType type, String detail) {
        Optional<RetryAfter> retryAfter = type.status() == 503 ? Optional.of(SOON) : Optional.empty();
        return new Problem(type, type.status(), detail, List.of(), retryAfter, Map.of(), Map.of());
    }

    /** A body whose members break rules, each named. */
    public static Problem invalid(List<FieldError> errors) {
        String detail =
                errors.size() == 1 ? errors.get(0).sentence() : errors.size() + " members are not valid; see errors";
        return new Problem(
                ProblemType.VALIDATION_FAILED,
                ProblemType.VALIDATION_FAILED.status(),
                detail,
                errors,
                Optional.empty(),
                Map.of(),
                Map.of());
    }

    /** The same problem, to be tried again after {@code wait}. */
    public Problem withRetryAfter(Duration wait) {
        return withRetryAfter(RetryAfter.in(wait));
    }

    /** The same problem, to be tried again when {@code retry} says. */
    public Problem withRetryAfter(RetryAfter retry) {
        return new Problem(type, status, detail, errors, Optional.of(retry), members, lists);
    }

    /** The same problem under another status, for an operator who prefers it. */
    public Problem withStatus(int other) {
        return new Problem(type, other, detail, errors, retryAfter, members, lists);
    }

    /** The same problem with one more member. */
    public Problem with(String member, String value) {
        Map<String, String> more = new LinkedHashMap<>(members);
        more.put(member, value);
        return new Problem(type, status, detail, errors, retryAfter, more, lists);
    }

    /** The same problem with one more member, an array. */
    public Problem with(String member, List<String> values) {
        Map<String, List<String>> more = new LinkedHashMap<>(lists);
        more.put(member, List.copyOf(values));
        return new Problem(type, status, detail, errors, retryAfter, members, more);
    }

    /** For code that has no way on but to throw. */
    public ProblemException toException() {
        return new ProblemException(this);
    }
}
