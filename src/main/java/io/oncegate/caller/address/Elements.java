package io.oncegate.caller.address;

import java.util.List;
import java.util.Optional;

/**
 * The elements of a header's lines, from the last to the first. Read from the right, because what stands there was
 * written by the nearest proxy: a quote that a client leaves open further left cannot swallow it. Each character is
 * looked at a bounded number of times. For one thread.
 */
final class Elements {

    private static final char QUOTE = '"';
    private static final char ESCAPE = '\\';

    private final List<String> lines;
    private final boolean quotes;
    private int line;
    private int end;

    private Elements(List<String> lines, boolean quotes) {
        this.lines = lines;
        this.quotes = quotes;
        this.line = lines.size();
    }

    /** Separated by commas, whatever stands between them. */
    static Elements plain(List<String> lines) {
        return new Elements(lines, false);
    }

    /** Separated by commas; those within quoted strings are text. */
    static Elements quoted(List<String> lines) {
        return new Elements(lines, true);
    }

    /** The next one to the left, without the white space around it; empty ones are passed over. */
    Optional<String> next() {
        String element = "";
        while (element.isEmpty() && hasNext()) {
            String text = lines.get(line);
            int separator = lastSeparator(text, end, ',', quotes);
            element = text.substring(separator + 1, end).strip();
            end = separator;
        }
        return element.isEmpty() ? Optional.empty() : Optional.of(element);
    }

    private boolean hasNext() {
        if (line == lines.size() || end < 0) {
            line--;
            end = line < 0 ? -1 : lines.get(line).length();
        }
        return line >= 0;
    }

    /** Where in {@code text}, before {@code end}, the last separator stands that is not quoted; -1 if there is none. */
    static int lastSeparator(String text, int end, char separator, boolean quotes) {
        int i = end - 1;
        while (i >= 0 && text.charAt(i) != separator) {
            i = quotes && text.charAt(i) == QUOTE ? openingQuote(text, i) - 1 : i - 1;
        }
        return Math.max(-1, i);
    }

    private static int openingQuote(String text, int closing) {
        int i = text.lastIndexOf(QUOTE, closing - 1);
        while (i > 0 && isEscaped(text, i)) {
            i = text.lastIndexOf(QUOTE, i - 1);
        }
        return i;
    }

    private static boolean isEscaped(String text, int at) {
        int before = at - 1;
        while (before >= 0 && text.charAt(before) == ESCAPE) {
            before--;
        }
        return (at - before) % 2 == 0;
    }
}
