package io.oncegate.request;

/**
 * A body that is not the one JSON value that {@link StrictJson} reads. The message is a sentence for the client; it
 * says where, never what. Cheap: it has no stack trace.
 */
public final class MalformedJsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedJsonException(String sentence) {
        super(sentence, null, false, false);
    }
}
