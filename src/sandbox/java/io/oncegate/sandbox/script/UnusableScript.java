package io.oncegate.sandbox.script;

/** A script cannot be followed; the message is the one sentence for the person who wrote it. */
public final class UnusableScript extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableScript(String sentence) {
        super(sentence);
    }

    /** The sentence. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
