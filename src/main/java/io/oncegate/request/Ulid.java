package io.oncegate.request;

import java.util.regex.Pattern;

/** The form of the ids that the service gives away. */
public final class Ulid {

    private static final Pattern FORM = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}");

    private Ulid() {}

    /** Whether a text has the form of an id, as written by {@link Ids#ulid()}. Anything else names nothing. */
    public static boolean isOne(String text) {
        return FORM.matcher(text).matches();
    }
}
