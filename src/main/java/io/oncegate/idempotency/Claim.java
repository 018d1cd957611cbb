package io.oncegate.idempotency;

import io.oncegate.idempotency.operation.Held;
import java.util.function.Function;
import java.util.function.Supplier;

/** What came of an attempt to claim a key. */
public sealed interface Claim {

    /** The key is ours, with the operation's first phase done by the same statement (or by an earlier try of it). */
    record Ours(Held held) implements Claim {}

    /** The key was there already. */
    record Rival(KeyRow row) implements Claim {}

    /** A rival committed while the statement ran, and was invisible to it. Asking again tells. */
    record Unseen() implements Claim {}

    /** One branch for each outcome. */
    default <T> T match(Function<Held, T> ours, Function<KeyRow, T> rival, Supplier<T> unseen) {
        if (this instanceof Ours won) {
            return ours.apply(won.held());
        }
        return this instanceof Rival lost ? rival.apply(lost.row()) : unseen.get();
    }
}
