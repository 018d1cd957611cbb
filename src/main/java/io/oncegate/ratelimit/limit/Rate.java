package io.oncegate.ratelimit.limit;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An exact rate: {@code tokens} in {@code seconds}, reduced to lowest terms, both at least 1. Also micro-tokens per
 * microsecond. Nothing is ever rounded to a floating point number.
 */
public record Rate(long tokens, long seconds) {

    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,15})/([0-9]{0,9})([smhd])");

    private static final long MINUTE = 60;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private static final Map<String, Long> UNITS = Map.of("s", 1L, "m", MINUTE, "h", HOUR, "d", DAY);

    /** Reduces; refuses what is not positive. */
    public Rate {
        if (tokens < 1 || seconds < 1) {
            throw new IllegalArgumentException("a rate is positive, and " + tokens + " in " + seconds + " s is not");
        }
        long divisor = greatestCommonDivisor(tokens, seconds);
        tokens = tokens / divisor;
        seconds = seconds / divisor;
    }

    /**
     * Reads {@code 10/s}, {@code 1/10s}, {@code 5/10m}, {@code 10/h}, {@code 1000/d}: whole tokens, a slash, a whole
     * number of units (1 where there is none) and the unit.
     *
     * @throws IllegalArgumentException whose message is one sentence, when it is anything else
     */
    public static Rate parse(String written) {
        Matcher parts = WRITTEN.matcher(written);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "\"" + written + "\" is not a rate such as 10/s, 1/10s, 5/10m, 10/h or 1000/d.");
        }
        long tokens = Long.parseLong(parts.group(1));
        long units = parts.group(2).isEmpty() ? 1 : Long.parseLong(parts.group(2));
        if (tokens < 1 || units < 1) {
            throw new IllegalArgumentException("\"" + written + "\" is not a positive rate.");
        }
        return new Rate(tokens, units * UNITS.getOrDefault(parts.group(3), 1L));
    }

    /** The shortest form that {@link #parse} reads back as this rate: {@code 5/10m} became {@code 1/2m}. */
    public String wire() {
        if (seconds % DAY == 0) {
            return wire(DAY, "d");
        }
        if (seconds % HOUR == 0) {
            return wire(HOUR, "h");
        }
        return seconds % MINUTE == 0 ? wire(MINUTE, "m") : wire(1, "s");
    }

    private String wire(long unit, String symbol) {
        long units = seconds / unit;
        return tokens + "/" + (units == 1 ? "" : units) + symbol;
    }

    /** This rate shared by so many, exactly. */
    public Rate dividedBy(int parts) {
        return new Rate(tokens, Math.multiplyExact(seconds, parts));
    }

    private static long greatestCommonDivisor(long a, long b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }
}
