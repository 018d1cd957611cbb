package io.oncegate.caller.address;

import java.util.Optional;

/**
 * Reads addresses. Strict where a lenient reader would see another address than its neighbour: the octal, hexadecimal
 * and shortened forms of IPv4 that C libraries take are no addresses here. One pass, and never a look-up of a name.
 */
final class IpText {

    /** Eight groups of four, an IPv4 part in the place of the last two. */
    private static final int LONGEST_IPV6 = 45;

    private static final int SHORTEST_IPV4 = 7;
    private static final int LONGEST_IPV4 = 15;
    private static final int GROUPS = 8;

    private IpText() {}

    static Optional<IpAddress> parse(String text) {
        return text.indexOf(':') < 0 ? ipv4(text) : ipv6(withoutZone(text));
    }

    private static Optional<IpAddress> ipv4(String text) {
        long bits = ipv4Bits(text);
        return bits < 0 ? Optional.empty() : Optional.of(IpAddress.v4((int) bits));
    }

    /** Four decimal numbers, without leading zeros; negative where the text is something else. */
    private static long ipv4Bits(String text) {
        if (text.length() < SHORTEST_IPV4 || text.length() > LONGEST_IPV4) {
            return -1;
        }
        long bits = 0;
        int from = 0;
        for (int part = 0; part < 4; part++) {
            int to = part == 3 ? text.length() : text.indexOf('.', from);
            int octet = to < 0 ? -1 : octet(text, from, to);
            if (octet < 0) {
                return -1;
            }
            bits = bits << 8 | octet;
            from = to + 1;
        }
        return bits;
    }

    private static int octet(String text, int from, int to) {
        int length = to - from;
        if (length < 1 || length > 3 || (length > 1 && text.charAt(from) == '0')) {
            return -1;
        }
        int value = 0;
        for (int i = from; i < to; i++) {
            char digit = text.charAt(i);
            if (digit < '0' || digit > '9') {
                return -1;
            }
            value = value * 10 + digit - '0';
        }
        return value > 255 ? -1 : value;
    }

    /** A zone id may be anything; an empty one is none. */
    private static String withoutZone(String text) {
        int zone = text.indexOf('%');
        return zone < 0 || zone == text.length() - 1 ? text : text.substring(0, zone);
    }

    private static Optional<IpAddress> ipv6(String text) {
        if (text.length() > LONGEST_IPV6) {
            return Optional.empty();
        }
        int gap = text.indexOf("::");
        if (gap < 0) {
            Groups all = Groups.of(text);
            return all.count == GROUPS ? Optional.of(all.address()) : Optional.empty();
        }
        Groups left = Groups.of(text.substring(0, gap));
        Groups right = Groups.of(text.substring(gap + 2));
        boolean fits = left.isWhole() && right.count >= 0 && left.count + right.count < GROUPS;
        return fits ? Optional.of(left.followedBy(right)) : Optional.empty();
    }

    /** Groups of 16 bits as they were written on one side of the gap. */
    private static final class Groups {

        private static final int UNREADABLE = -1;

        private final int[] groups = new int[GROUPS];
        private int count;
        private boolean endsInIpv4;

        static Groups of(String text) {
            Groups groups = new Groups();
            int from = 0;
            while (!text.isEmpty() && from <= text.length() && groups.count >= 0) {
                int colon = text.indexOf(':', from);
                int to = colon < 0 ? text.length() : colon;
                groups.add(text.substring(from, to), colon < 0);
                from = to + 1;
            }
            return groups;
        }

        private void add(String group, boolean last) {
            if (last && group.indexOf('.') >= 0) {
                addIpv4(ipv4Bits(group));
            } else {
                addGroup(hexadecimal(group));
            }
        }

        private void addIpv4(long bits) {
            endsInIpv4 = true;
            addGroup(bits < 0 ? UNREADABLE : (int) (bits >>> 16));
            addGroup(bits < 0 ? UNREADABLE : (int) (bits & 0xFFFF));
        }

        private void addGroup(int group) {
            if (group < 0 || count == GROUPS) {
                count = UNREADABLE;
            } else if (count >= 0) {
                groups[count] = group;
                count++;
            }
        }

        /** Readable, and nothing in it that may only stand at an address's end. */
        boolean isWhole() {
            return count >= 0 && !endsInIpv4;
        }

        IpAddress followedBy(Groups right) {
            System.arraycopy(right.groups, 0, groups, GROUPS - right.count, right.count);
            return address();
        }

        IpAddress address() {
            return new IpAddress(half(0), half(4));
        }

        private long half(int from) {
            long half = 0;
            for (int i = from; i < from + 4; i++) {
                half = half << 16 | groups[i];
            }
            return half;
        }

        private static int hexadecimal(String group) {
            if (group.isEmpty() || group.length() > 4) {
                return UNREADABLE;
            }
            int value = 0;
            for (int i = 0; i < group.length(); i++) {
                int digit = group.charAt(i) < 0x80 ? Character.digit(group.charAt(i), 16) : -1;
                if (digit < 0) {
                    return UNREADABLE;
                }
                value = value << 4 | digit;
            }
            return value;
        }
    }
}
