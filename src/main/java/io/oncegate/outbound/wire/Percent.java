package io.oncegate.outbound.wire;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Percent-encoding that reads the same in a path, in a query and in a form (RFC 3986, unreserved characters kept). */
public final class Percent {

    private Percent() {}

    /** Every other character as its UTF-8 bytes; a space as {@code %20}. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A")
                .replace("%7E", "~");
    }
}
