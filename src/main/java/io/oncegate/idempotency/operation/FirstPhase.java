package io.oncegate.idempotency.operation;

import io.oncegate.phase.Batchable;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The statement that claims a key and does an operation's first work, in its forms (see {@link ClaimSql}).
 *
 * @param forms its text
 * @param resourceId what the work makes
 * @param response present when the work is the whole operation, so that the key is finished at once
 * @param parameters the operation's own, in the order of their numbers
 */
public record FirstPhase(
        Forms forms, String resourceId, Optional<RecordedResponse> response, List<@Nullable Object> parameters) {

    /**
     * The forms of a statement.
     *
     * @param onNew for a key that is not there
     * @param onExpired for a key that is finished and past its life
     * @param batch for many keys that are not there, if there is such a form
     */
    public record Forms(String onNew, String onExpired, Optional<Batchable> batch) {

        /** A statement for one key at a time. */
        public Forms(String onNew, String onExpired) {
            this(onNew, onExpired, Optional.empty());
        }

        /**
         * A statement that can claim many keys at once.
         *
         * @param name of those that may be sent together
         * @param onManyNew see {@link ClaimSql#NEW_FINISHED_TOGETHER}
         */
        public Forms inBatches(String name, String onManyNew) {
            return new Forms(onNew, onExpired, Optional.of(new Batchable(name, onNew, onManyNew)));
        }
    }

    /** A first phase that is the last one too. */
    public static FirstPhase finishing(
            Forms forms, String resourceId, RecordedResponse response, @Nullable Object... parameters) {
        return new FirstPhase(forms, resourceId, Optional.of(response), list(parameters));
    }

    /** A first phase that others follow. */
    public static FirstPhase running(Forms forms, String resourceId, @Nullable Object... parameters) {
        return new FirstPhase(forms, resourceId, Optional.empty(), list(parameters));
    }

    private static List<@Nullable Object> list(@Nullable Object... parameters) {
        return Collections.unmodifiableList(Arrays.asList(parameters));
    }
}
