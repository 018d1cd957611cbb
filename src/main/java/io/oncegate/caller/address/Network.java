package io.oncegate.caller.address;

import java.util.Optional;

/** A block of addresses, in CIDR notation; a single address is a block of one. Bits behind the prefix do not count. */
record Network(IpAddress base, int bits) {

    private static final int IPV4_BITS = 32;
    private static final int IPV6_BITS = 128;

    /** {@code 10.0.0.0/8}, {@code 192.0.2.1}, {@code 2001:db8::/32}, {@code ::1}; empty for anything else. */
    static Optional<Network> parse(String text) {
        int slash = text.indexOf('/');
        if (text.indexOf('%') >= 0) {
            return Optional.empty();
        }
        if (slash < 0) {
            return IpAddress.parse(text).map(single -> new Network(single, IPV6_BITS));
        }
        String written = text.substring(0, slash);
        int longest = written.indexOf(':') < 0 ? IPV4_BITS : IPV6_BITS;
        int length = prefixLength(text.substring(slash + 1), longest);
        return length < 0 ? Optional.empty() : IpAddress.parse(written).flatMap(base -> of(base, longest, length));
    }

    /** A block that was written in IPv6 and begins in IPv4 must lie in IPv4 altogether, or it says two things. */
    private static Optional<Network> of(IpAddress base, int longest, int length) {
        int bits = longest == IPV4_BITS ? base.prefixBits(length) : length;
        boolean mixed = base.isIpv4() && bits < base.prefixBits(0);
        return mixed ? Optional.empty() : Optional.of(new Network(base, bits));
    }

    private static int prefixLength(String digits, int longest) {
        if (!digits.matches("0|[1-9][0-9]{0,2}")) {
            return -1;
        }
        int length = Integer.parseInt(digits);
        return length > longest ? -1 : length;
    }

    /** {@code ::/0} is all of IPv6 and nothing of IPv4, whose block is {@code 0.0.0.0/0}. */
    boolean contains(IpAddress address) {
        return base.isIpv4() == address.isIpv4() && base.sharesPrefix(address, bits);
    }
}
