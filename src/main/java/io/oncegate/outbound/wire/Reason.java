package io.oncegate.outbound.wire;

import java.util.Locale;

/** The provider's word for a refusal, as it may be stored and shown. */
public final class Reason {

    private static final int LONGEST = 64;

    private Reason() {}

    /** In lower case, of {@code a-z 0-9 _ . -} and at most 64 characters; anything else became an underscore. */
    public static String of(String word) {
        String clean = word.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_.-]", "_");
        String shortened = clean.length() > LONGEST ? clean.substring(0, LONGEST) : clean;
        return shortened.isEmpty() ? "unspecified" : shortened;
    }
}
