package io.oncegate.sandbox.script;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads verbs as people write them: {@code apply_then_drop,hang(500),ok}. */
public final class VerbList {
    private static final String PREFIX = "sandbox:";

    private VerbList() {}

    /** The verbs that a payment method carries; none where it is an ordinary one. */
    public static List<Verb> carriedBy(@Nullable String method) throws UnusableScript {
        return method != null && method.startsWith(PREFIX) ? parse(method.substring(PREFIX.length())) : List.of();
    }

    /** The verbs that a message's text begins with, up to a space outside of brackets; none in an ordinary one. */
    public static List<Verb> begunBy(String text) throws UnusableScript {
        return text.startsWith(PREFIX) ? parse(text.substring(PREFIX.length(), next(text, ' ', 0))) : List.of();
    }

    static List<Verb> parse(String text) throws UnusableScript {
        var verbs = new ArrayList<Verb>();
        for (var word : words(text)) {
            verbs.add(verb(word.strip()));
        }
        return List.copyOf(verbs);
    }

    /** Separated by commas, of which those inside brackets separate nothing. */
    private static List<String> words(String text) {
        var words = new ArrayList<String>();
        var begin = 0;
        for (var end = next(text, ',', 0); end < text.length(); end = next(text, ',', begin)) {
            words.add(text.substring(begin, end));
            begin = end + 1;
        }
        words.add(text.substring(begin));
        return words;
    }

    /** Where {@code wanted} stands next outside of brackets; the text's length where it does not. */
    private static int next(String text, char wanted, int from) {
        var depth = 0;
        for (var at = from; at < text.length(); at++) {
            var character = text.charAt(at);
            if (character == '(') {
                depth++;
            } else if (character == ')') {
                depth--;
            } else if (character == wanted && depth == 0) {
                return at;
            }
        }
        return text.length();
    }

    private static Verb verb(String text) throws UnusableScript {
        var bracket = text.indexOf('(');
        if (bracket >= 0 && !text.endsWith(")")) {
            throw new UnusableScript("The brackets of the verb '%s' are not closed.".formatted(text));
        }
        var word = bracket < 0 ? text : text.substring(0, bracket);
        var argument = bracket < 0 ? "" : text.substring(bracket + 1, text.length() - 1);
        var kind = VerbKind.of(word)
                .orElseThrow(() -> new UnusableScript("The sandbox knows no verb '%s'.".formatted(word)));
        if (!kind.argument().takes(argument)) {
            throw new UnusableScript("The verb '%s' takes %s, not '%s'."
                    .formatted(word, kind.argument().description(), argument));
        }
        return new Verb(kind, argument);
    }
}
