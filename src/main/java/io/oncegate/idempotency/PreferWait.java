package io.oncegate.idempotency;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The preference {@code wait} (RFC 7240, section 4.3): how many seconds a duplicate wants to wait for the first
 * request's answer. A preference that cannot be read is ignored, as the RFC asks.
 */
final class PreferWait {

    private static final Duration LONGEST = Duration.ofSeconds(5);

    private static final Pattern WAIT =
            Pattern.compile("(?:^|,)\\s*wait\\s*=\\s*\"?(\\d{1,9})\"?\\s*(?:$|[,;])", Pattern.CASE_INSENSITIVE);

    private PreferWait() {}

    /** What the request's {@code Prefer} lines ask for, at most five seconds; the first one counts. */
    static Duration of(List<String> lines) {
        for (String line : lines) {
            Matcher matcher = WAIT.matcher(line);
            if (matcher.find()) {
                Duration asked = Duration.ofSeconds(Long.parseLong(matcher.group(1)));
                return asked.compareTo(LONGEST) < 0 ? asked : LONGEST;
            }
        }
        return Duration.ZERO;
    }
}
