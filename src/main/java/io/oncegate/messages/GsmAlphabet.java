package io.oncegate.messages;

/**
 * The characters that a short message carries in seven bits each (3GPP TS 23.038), those of the extension in twice
 * seven.
 */
public final class GsmAlphabet {

    private static final String ONE_SEPTET = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
            + "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
    private static final String TWO_SEPTETS = "\f^{}\\[~]|€";

    private GsmAlphabet() {}

    /** Whether all of a text's characters are in it. */
    public static boolean covers(String text) {
        return text.codePoints().allMatch(GsmAlphabet::contains);
    }

    private static boolean contains(int character) {
        return ONE_SEPTET.indexOf(character) >= 0 || TWO_SEPTETS.indexOf(character) >= 0;
    }

    /** What a character of it takes. */
    static int septets(int character) {
        return TWO_SEPTETS.indexOf(character) >= 0 ? 2 : 1;
    }
}
