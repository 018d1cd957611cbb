package io.oncegate.request;

import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The trace that a request belongs to, as W3C Trace Context names it. */
final class TraceId {

    private static final Pattern TRACEPARENT =
            Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?");

    private TraceId() {}

    /** The trace id of a valid {@code traceparent} header; a new random one where there is none. */
    static String of(@Nullable String traceparent) {
        if (traceparent != null) {
            Matcher matcher = TRACEPARENT.matcher(traceparent);
            if (matcher.matches()) {
                return matcher.group(1);
            }
        }
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return hex(random.nextLong()) + hex(random.nextLong() | 1);
    }

    private static String hex(long value) {
        String digits = Long.toHexString(value);
        return "0".repeat(16 - digits.length()) + digits;
    }
}
