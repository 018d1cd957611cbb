package io.oncegate.sandbox;

/** The command line cannot be followed; the message is the one sentence for the person who wrote it. */
public final class UnusableArguments extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableArguments(String sentence) {
        super(sentence);
    }
}
