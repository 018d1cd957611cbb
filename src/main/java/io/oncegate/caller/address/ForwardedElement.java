package io.oncegate.caller.address;

import java.util.Optional;

/** One proxy's element of {@code Forwarded} (RFC 7239, section 4): pairs such as {@code for="[2001:db8::1]:8080"}. */
final class ForwardedElement {

    private static final String FOR = "for";

    private ForwardedElement() {}

    /** The value of its one {@code for}; empty where it has none, or several, or is unreadable. */
    static Optional<String> node(String element) {
        Optional<String> node = Optional.empty();
        int end = element.length();
        while (end >= 0) {
            int separator = Elements.lastSeparator(element, end, ';', true);
            String pair = element.substring(separator + 1, end).strip();
            if (isFor(pair)) {
                if (node.isPresent()) {
                    return Optional.empty();
                }
                node = Optional.of(pair.substring(FOR.length() + 1));
            }
            end = separator;
        }
        return node.flatMap(ForwardedElement::unquoted);
    }

    private static boolean isFor(String pair) {
        return pair.length() > FOR.length()
                && pair.charAt(FOR.length()) == '='
                && pair.regionMatches(true, 0, FOR, 0, FOR.length());
    }

    /** A value without a quote is taken as it is: many proxies write {@code for=192.0.2.1:80}, which is no token. */
    private static Optional<String> unquoted(String value) {
        if (value.indexOf('"') < 0) {
            return Optional.of(value);
        }
        if (value.length() < 2 || value.charAt(0) != '"' || value.charAt(value.length() - 1) != '"') {
            return Optional.empty();
        }
        return Optional.of(value.substring(1, value.length() - 1).replaceAll("\\\\(.)", "$1"));
    }
}
