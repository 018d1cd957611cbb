package io.oncegate.request;

import java.util.List;
import java.util.regex.Pattern;

/** What is wrong with the settings of CORS. */
public final class CorsSettings {

    private static final Pattern ORIGIN = Pattern.compile("https?://[^/*\\s?#@]+");

    private CorsSettings() {}

    /** A sentence each. */
    public static List<String> complaints(CorsConfig config) {
        return config.origins().orElse(List.of()).stream()
                .filter(origin -> !ORIGIN.matcher(origin).matches())
                .map(
                        "oncegate.cors.origins must be origins such as https://shop.example, and \"%s\" is none."
                                ::formatted)
                .toList();
    }
}
