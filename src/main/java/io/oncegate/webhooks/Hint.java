package io.oncegate.webhooks;

import io.smallrye.mutiny.Uni;
import java.util.function.Supplier;

/**
 * A reason to ask a provider.
 *
 * @param object what is asked about, by an account and what the account calls it; hints about one object are alike
 * @param question asks once each time that it is called
 * @param tries how often it was asked in vain
 */
record Hint(String object, Supplier<Uni<Effect>> question, int tries) {

    Hint(String object, Supplier<Uni<Effect>> question) {
        this(object, question, 0);
    }

    /** The same after a question in vain. */
    Hint again() {
        return new Hint(object, question, tries + 1);
    }
}
