package io.oncegate.caller.address;

import java.util.Optional;

/**
 * An address as a number of 128 bits. IPv4 has one form only, the IPv4-mapped one ({@code ::ffff:a.b.c.d}), so that the
 * spellings of one address are equal. Zone ids are not kept: they name an interface of whoever wrote them.
 *
 * @param high the upper 64 bits, which for IPv6 are the network that one customer gets
 * @param low the lower 64 bits
 */
record IpAddress(long high, long low) {

    private static final long MAPPED = 0xFFFFL << 32;
    private static final int GROUPS = 8;
    private static final int MAPPED_PREFIX_BITS = 96;

    /** A deprecated IPv4-compatible address ({@code ::a.b.c.d}) is IPv4; {@code ::} and {@code ::1} are not. */
    IpAddress {
        if (high == 0 && low >>> 32 == 0 && low > 0xFF_FFFFL) {
            low |= MAPPED;
        }
    }

    static IpAddress v4(int bits) {
        return new IpAddress(0, MAPPED | Integer.toUnsignedLong(bits));
    }

    /** An address in its usual text forms: no port, no brackets, a zone id at most. Empty for anything else. */
    static Optional<IpAddress> parse(String text) {
        return IpText.parse(text);
    }

    boolean isIpv4() {
        return high == 0 && low >>> 32 == 0xFFFF;
    }

    /** Whether the first {@code bits} bits, of 128, are equal. */
    boolean sharesPrefix(IpAddress other, int bits) {
        return ((high ^ other.high) & mask(bits)) == 0 && ((low ^ other.low) & mask(bits - 64)) == 0;
    }

    private static long mask(int bits) {
        return bits <= 0 ? 0 : -1L << (64 - Math.min(64, bits));
    }

    /**
     * Whether only a network of one's own can have brought it: RFC 1918, loopback, link-local, and unique local ones
     * ({@code fc00::/7}).
     */
    boolean isPrivate() {
        return isIpv4() ? isPrivateIpv4((int) low) : isPrivateIpv6();
    }

    private static boolean isPrivateIpv4(int bits) {
        int first = bits >>> 24;
        int second = bits >>> 16 & 0xFF;
        return first == 10
                || first == 127
                || (first == 172 && second >= 16 && second < 32)
                || (first == 192 && second == 168)
                || (first == 169 && second == 254);
    }

    private boolean isPrivateIpv6() {
        boolean loopback = high == 0 && low == 1;
        boolean uniqueLocal = high >>> 57 == 0xFC >>> 1;
        boolean linkLocal = high >>> 54 == 0xFE80 >>> 6;
        return loopback || uniqueLocal || linkLocal;
    }

    /** How many of 128 bits a prefix of {@code length} bits has that was written for this address's family. */
    int prefixBits(int length) {
        return isIpv4() ? MAPPED_PREFIX_BITS + length : length;
    }

    /** The canonical text (RFC 5952): one for each address. */
    String text() {
        return isIpv4() ? ipv4Text() : ipv6Text(high, low);
    }

    /** Whom it is counted as: an IPv4 address is itself, an IPv6 address its /64, of which a customer has all. */
    String subject() {
        return isIpv4() ? ipv4Text() : ipv6Text(high, 0) + "/64";
    }

    private String ipv4Text() {
        return (low >>> 24 & 0xFF) + "." + (low >>> 16 & 0xFF) + "." + (low >>> 8 & 0xFF) + "." + (low & 0xFF);
    }

    private static String ipv6Text(long high, long low) {
        int from = 0;
        int length = 0;
        for (int start = 0; start < GROUPS; start++) {
            int zeros = zerosAt(start, high, low);
            if (zeros > length) {
                from = start;
                length = zeros;
            }
        }
        if (length < 2) {
            return groups(0, GROUPS, high, low);
        }
        return groups(0, from, high, low) + "::" + groups(from + length, GROUPS, high, low);
    }

    private static int zerosAt(int start, long high, long low) {
        int end = start;
        while (end < GROUPS && group(end, high, low) == 0) {
            end++;
        }
        return end - start;
    }

    private static String groups(int from, int to, long high, long low) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(i == from ? "" : ":").append(Long.toHexString(group(i, high, low)));
        }
        return text.toString();
    }

    private static long group(int index, long high, long low) {
        long half = index < 4 ? high : low;
        return (half >>> (16 * (3 - index % 4))) & 0xFFFF;
    }
}
