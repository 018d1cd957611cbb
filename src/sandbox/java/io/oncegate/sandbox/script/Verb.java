package io.oncegate.sandbox.script;

/**
 * One thing to do with one request.
 *
 * @param argument what stood in its brackets; empty where nothing did
 */
public record Verb(VerbKind kind, String argument) {
    public static final Verb OK = new Verb(VerbKind.OK, "");

    /** The argument as milliseconds or seconds, whichever the verb counts in; 1 where none was given. */
    public long number() {
        return argument.isEmpty() ? 1 : Long.parseLong(argument);
    }

    /** As it is written in a script. */
    @Override
    public String toString() {
        return argument.isEmpty() ? kind.word() : "%s(%s)".formatted(kind.word(), argument);
    }
}
