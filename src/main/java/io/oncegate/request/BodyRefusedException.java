package io.oncegate.request;

/**
 * A body that will not be read, or not to its end. The message is a sentence for the client. Cheap: it has no stack
 * trace.
 */
public final class BodyRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why it was refused. */
    public enum Kind {
        /** More bytes than the limit, declared or sent. */
        TOO_LARGE,
        /** Another media type, charset or content coding. */
        UNSUPPORTED,
        /** Its end did not come within the time limit. */
        LATE,
        /** The connection, or the chunked coding, broke before its end. */
        CUT
    }

    private final Kind kind;

    BodyRefusedException(Kind kind, String sentence) {
        super(sentence, null, false, false);
        this.kind = kind;
    }

    /** Why it was refused. */
    public Kind kind() {
        return kind;
    }
}
