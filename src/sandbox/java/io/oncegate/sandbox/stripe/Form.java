package io.oncegate.sandbox.stripe;

import io.oncegate.sandbox.exchange.Refused;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Parameters as Stripe takes them: form encoded, with brackets for what is nested. */
final class Form {
    private static final String TRUE = "true";

    private final Map<String, List<String>> values = new TreeMap<>();

    private Form() {}

    static Form parse(@Nullable String text) {
        var form = new Form();
        if (text != null) {
            for (var pair : text.split("&", -1)) {
                form.add(pair);
            }
        }
        return form;
    }

    private void add(String pair) {
        if (!pair.isEmpty()) {
            var parts = pair.split("=", 2);
            values.computeIfAbsent(decoded(parts[0]), name -> new ArrayList<>())
                    .add(parts.length == 1 ? "" : decoded(parts[1]));
        }
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return text;
        }
    }

    /** The last value given for {@code name}, unless it is empty: that is how Stripe is told of none. */
    @Nullable
    String get(String name) {
        var given = values.get(name);
        if (given == null) {
            return null;
        }
        var last = given.get(given.size() - 1);
        return last.isEmpty() ? null : last;
    }

    String required(String name) throws Refused {
        var value = get(name);
        if (value == null) {
            throw new Refused(StripeErrors.missingParameter(name));
        }
        return value;
    }

    boolean isTrue(String name) {
        return TRUE.equals(get(name));
    }

    /** What is nested in {@code name}: {@code metadata[a]=1} is {@code a=1} of {@code metadata}. */
    Map<String, String> nested(String name) {
        var nested = new LinkedHashMap<String, String>();
        values.forEach((key, given) -> {
            if (key.startsWith(name + "[") && key.endsWith("]")) {
                nested.put(key.substring(name.length() + 1, key.length() - 1), given.get(given.size() - 1));
            }
        });
        return nested;
    }

    /** The elements of an array, however its brackets are numbered. */
    List<String> list(String name) {
        var elements = new ArrayList<String>();
        values.forEach((key, given) -> {
            if (key.startsWith(name + "[")) {
                elements.addAll(given);
            }
        });
        return elements;
    }

    void knowsOnly(Set<String> names) throws Refused {
        for (var name : values.keySet()) {
            if (!names.contains(name.split("\\[", 2)[0])) {
                throw new Refused(StripeErrors.unknownParameter(name));
            }
        }
    }

    /** The same for equal parameters, in whatever order they were sent. */
    String canonical() {
        return values.toString();
    }
}
