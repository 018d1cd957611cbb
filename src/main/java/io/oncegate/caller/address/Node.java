package io.oncegate.caller.address;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A node as proxies write it (RFC 7239, section 6): an address, in brackets where it is IPv6 with a port, perhaps a port.
 * {@code unknown} and obfuscated names such as {@code _hidden} are no addresses.
 */
final class Node {

    /** The longest IPv6 address with a zone id, brackets and a port; a node beyond it is garbage and is not looked at. */
    private static final int LONGEST = 100;

    /** A number, or an obfuscated name. */
    private static final Pattern PORT = Pattern.compile("[0-9]{1,5}|_[A-Za-z0-9._-]+");

    private Node() {}

    /** Its address, if it is one. */
    static Optional<IpAddress> address(String node) {
        if (node.length() > LONGEST) {
            return Optional.empty();
        }
        if (node.startsWith("[")) {
            return bracketed(node);
        }
        int colon = node.indexOf(':');
        boolean withPort = colon >= 0 && colon == node.lastIndexOf(':');
        return withPort ? withPort(node.substring(0, colon), node.substring(colon + 1)) : IpAddress.parse(node);
    }

    private static Optional<IpAddress> bracketed(String node) {
        int closing = node.indexOf(']');
        if (closing < 0) {
            return Optional.empty();
        }
        String inside = node.substring(1, closing);
        String behind = node.substring(closing + 1);
        boolean ipv6 = inside.indexOf(':') >= 0;
        if (!ipv6 || behind.isEmpty()) {
            return ipv6 ? IpAddress.parse(inside) : Optional.empty();
        }
        return behind.charAt(0) == ':' ? withPort(inside, behind.substring(1)) : Optional.empty();
    }

    private static Optional<IpAddress> withPort(String address, String port) {
        return PORT.matcher(port).matches() ? IpAddress.parse(address) : Optional.empty();
    }
}
