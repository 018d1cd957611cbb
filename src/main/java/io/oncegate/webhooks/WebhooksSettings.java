package io.oncegate.webhooks;

import io.oncegate.caller.address.Networks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Checks of {@link WebhooksConfig} that need more than a value's own range. */
public final class WebhooksSettings {

    private static final String PREFIX = "oncegate.webhooks.";
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST_POLL = Duration.ofHours(1);
    private static final Duration LONGEST_TOLERANCE = Duration.ofDays(1);
    private static final Duration LONGEST = Duration.ofDays(3650);

    private WebhooksSettings() {}

    /** A sentence for each reason not to start. */
    public static List<String> complaints(WebhooksConfig config) {
        List<String> complaints = new ArrayList<>();
        if (config.tolerance().compareTo(Duration.ofSeconds(1)) < 0
                || config.tolerance().compareTo(LONGEST_TOLERANCE) > 0) {
            complaints.add(PREFIX + "tolerance must be from 1 s to 1 day.");
        }
        range(complaints, "poll-interval", config.pollInterval(), LONGEST_POLL);
        range(complaints, "park-for", config.parkFor(), LONGEST);
        range(complaints, "keep", config.keep(), LONGEST);
        new TreeMap<>(config.sources()).forEach((name, source) -> networks(complaints, name, source));
        return complaints;
    }

    private static void networks(List<String> complaints, String name, WebhooksConfig.SourceConfig source) {
        Networks.unreadable(source.networks().orElse(List.of()))
                .forEach(entry -> complaints.add(("%ssources.%s.networks must be addresses or networks such as"
                                + " 192.0.2.0/24, and \"%s\" is neither.")
                        .formatted(PREFIX, name, entry)));
    }

    private static void range(List<String> complaints, String setting, Duration value, Duration most) {
        if (value.compareTo(SHORTEST) < 0 || value.compareTo(most) > 0) {
            complaints.add("%s%s must be from 1 ms to %s.".formatted(PREFIX, setting, written(most)));
        }
    }

    private static String written(Duration duration) {
        return duration.toDays() > 0 ? duration.toDays() + " days" : duration.toHours() + " h";
    }
}
