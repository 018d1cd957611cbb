package io.oncegate.outbound;

import java.net.URI;
import java.util.Set;

/** An address below which a third party has all of its targets. */
public final class BaseUrl {

    /** What such an address has to be, as the rest of a sentence about a setting. */
    public static final String RULE = "must be an address such as https://host/path, with http or https and a host, and"
            + " without a user, a query and a fragment";

    private static final Set<String> SCHEMES = Set.of("http", "https");

    private BaseUrl() {}

    /** Whether this is one. */
    public static boolean isOne(URI uri) {
        return uri.getScheme() != null
                && SCHEMES.contains(uri.getScheme())
                && uri.getHost() != null
                && uri.getRawUserInfo() == null
                && uri.getRawQuery() == null
                && uri.getRawFragment() == null;
    }

    /** The same without a slash at its end, so that a target can follow. */
    public static URI of(URI uri) {
        String text = uri.toString();
        return text.endsWith("/") ? of(URI.create(text.substring(0, text.length() - 1))) : uri;
    }

    /** What the sandbox at {@code uri} plays under this name. */
    public static URI below(URI uri, String name) {
        return URI.create(of(uri) + "/" + name);
    }
}
