package io.oncegate.messages;

import java.util.function.IntUnaryOperator;

/**
 * How many short messages a text takes. A text whose characters are all in the {@link GsmAlphabet} has seven bits for
 * each: 160 in one message, 153 in each of several; any other is sent in UCS-2, 70 and 67. A character that takes two
 * units is never cut in two.
 */
final class SmsSegments {

    private static final int GSM_ALONE = 160;
    private static final int GSM_TOGETHER = 153;
    private static final int UCS2_ALONE = 70;
    private static final int UCS2_TOGETHER = 67;

    private SmsSegments() {}

    /** Segments of a text that is not empty. */
    static int of(String text) {
        return GsmAlphabet.covers(text)
                ? segments(text, GSM_ALONE, GSM_TOGETHER, GsmAlphabet::septets)
                : segments(text, UCS2_ALONE, UCS2_TOGETHER, Character::charCount);
    }

    private static int segments(String text, int alone, int together, IntUnaryOperator units) {
        if (text.codePoints().map(units).sum() <= alone) {
            return 1;
        }
        int segments = 1;
        int used = 0;
        for (int character : text.codePoints().toArray()) {
            int needed = units.applyAsInt(character);
            if (used + needed > together) {
                segments++;
                used = 0;
            }
            used += needed;
        }
        return segments;
    }
}
