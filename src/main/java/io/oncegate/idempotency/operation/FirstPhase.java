package io.oncegate.idempotency.operation;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The statement that claims a key and does an operation's first work, in its two forms (see {@link ClaimSql}).
 *
 * @param onNew for a key that is not there
 * @param onExpired for a key that is finished and past its life
 * @param resourceId what the work makes
 * @param response present when the work is the whole operation, so that the key is finished at once
 * @param parameters the operation's own, in the order of their numbers
 */
public record FirstPhase(
        String onNew,
        String onExpired,
        String resourceId,
        Optional<RecordedResponse> response,
        List<@Nullable Object> parameters) {

    /** The two forms of a statement. */
    public record Forms(String onNew, String onExpired) {}

    /** A first phase that is the last one too. */
    public static FirstPhase finishing(
            Forms forms, String resourceId, RecordedResponse response, @Nullable Object... parameters) {
        return new FirstPhase(forms.onNew, forms.onExpired, resourceId, Optional.of(response), list(parameters));
    }

    /** A first phase that others follow. */
    public static FirstPhase running(Forms forms, String resourceId, @Nullable Object... parameters) {
        return new FirstPhase(forms.onNew, forms.onExpired, resourceId, Optional.empty(), list(parameters));
    }

    private static List<@Nullable Object> list(@Nullable Object... parameters) {
        return Collections.unmodifiableList(Arrays.asList(parameters));
    }
}
