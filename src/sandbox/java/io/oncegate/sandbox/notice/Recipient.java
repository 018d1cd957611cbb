package io.oncegate.sandbox.notice;

import java.util.Optional;

/**
 * Who is told.
 *
 * @param url absolute
 * @param givenSecret what is signed with; a dialect that signs has one of its own where none is given
 * @param times how often it is told, all at once, as if a provider did not know that it has told already
 */
public record Recipient(String url, Optional<String> givenSecret, int times) {
    /** As the argument of the verb {@code webhook}: an address, then a secret, then {@code x} and a number. */
    public static final String PATTERN = "https?://\\S+( (?!x\\d+$)\\S+)?( x[1-9]\\d?)?";

    private static final String TIMES = "x\\d+";

    /** What {@link #PATTERN} takes. */
    public static Recipient of(String argument) {
        var words = argument.split(" ", -1);
        var last = words[words.length - 1];
        var counted = words.length > 1 && last.matches(TIMES);
        var named = counted ? words.length - 1 : words.length;
        return new Recipient(
                words[0],
                named > 1 ? Optional.of(words[1]) : Optional.empty(),
                counted ? Integer.parseInt(last.substring(1)) : 1);
    }

    /** Whoever waits at {@code url} for one receipt that is not signed. */
    public static Recipient at(String url) {
        return new Recipient(url, Optional.empty(), 1);
    }

    /** The secret that was given; {@code own} where none was. */
    public String secretOr(String own) {
        return givenSecret.orElse(own);
    }
}
