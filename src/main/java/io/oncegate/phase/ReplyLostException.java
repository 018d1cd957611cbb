package io.oncegate.phase;

import org.jspecify.annotations.Nullable;

/** The statement left and no reply came: it may have committed. */
final class ReplyLostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    ReplyLostException(String why, @Nullable Throwable cause) {
        super(why, cause, false, false);
    }
}
