package io.oncegate.messages;

import io.oncegate.idempotency.IdempotencySettings;
import java.util.ArrayList;
import java.util.List;

/** Checks of settings on messages that need more than a value's own range. */
public final class MessagesSettings {

    private MessagesSettings() {}

    /** A sentence for each reason not to start. */
    public static List<String> complaints(MessagesConfig config) {
        List<String> complaints = new ArrayList<>(IdempotencySettings.complaints(
                "oncegate.operations.messages", config.retention(), config.budget(), config.fingerprintExcludes()));
        if (NewMessage.longestLife(config.retention()).toSeconds() < 1) {
            complaints.add(
                    "oncegate.operations.messages.retention must be longer than 5 min, by which a message's life is"
                            + " shorter.");
        }
        return complaints;
    }
}
