package io.oncegate.messages;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Checks of settings on the sending of messages that need more than a value's own range. */
public final class DispatchSettings {

    private static final String PREFIX = "oncegate.messages.";

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST_POLL = Duration.ofMinutes(1);
    private static final Duration LONGEST_LEASE = Duration.ofMinutes(10);
    private static final Duration LONGEST_KEEPING = Duration.ofDays(3650);

    private DispatchSettings() {}

    /** A sentence for each reason not to start. */
    public static List<String> complaints(DispatchConfig config) {
        List<String> complaints = new ArrayList<>();
        range(complaints, "poll-interval", config.pollInterval(), LONGEST_POLL);
        range(complaints, "lease", config.lease(), LONGEST_LEASE);
        range(complaints, "send-within", config.sendWithin(), LONGEST_LEASE);
        range(complaints, "keep-text", config.keepText(), LONGEST_KEEPING);
        if (config.lease().compareTo(config.sendWithin()) <= 0) {
            complaints.add("oncegate.messages.lease must be longer than oncegate.messages.send-within, or a message is"
                    + " taken from an instance that may still send it.");
        }
        return complaints;
    }

    private static void range(List<String> complaints, String setting, Duration value, Duration most) {
        if (value.compareTo(SHORTEST) < 0 || value.compareTo(most) > 0) {
            complaints.add("%s%s must be from 1 ms to %s.".formatted(PREFIX, setting, written(most)));
        }
    }

    private static String written(Duration duration) {
        return duration.toDays() > 0 ? duration.toDays() + " days" : duration.toSeconds() + " s";
    }
}
