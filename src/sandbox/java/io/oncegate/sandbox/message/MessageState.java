package io.oncegate.sandbox.message;

import java.util.Locale;

/** What has become of a message at its gateway; from {@link #SENT} on it is on its way, or was. */
public enum MessageState {
    QUEUED,
    SENT,
    DELIVERED,
    REJECTED;

    /** As gateways write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
