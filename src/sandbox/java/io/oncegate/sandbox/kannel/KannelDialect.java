package io.oncegate.sandbox.kannel;

import io.oncegate.sandbox.dialect.Dialect;
import io.oncegate.sandbox.exchange.Reply;
import org.jspecify.annotations.Nullable;

/** Kannel answers in plain text. It knows no keys: what is in flight ends by itself. */
final class KannelDialect implements Dialect {
    static final String NAME = "kannel";

    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int INTERNAL_ERROR = 500;
    private static final int UNAVAILABLE = 503;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean hasKeys() {
        return false;
    }

    @Override
    public boolean keepsFailures() {
        return false;
    }

    @Override
    public Reply failure() {
        return Reply.text(INTERNAL_ERROR, "Internal error.");
    }

    @Override
    public Reply unavailable() {
        return Reply.text(UNAVAILABLE, "Temporal failure, try again later.");
    }

    @Override
    public Reply tooManyRequests() {
        return Reply.text(TOO_MANY_REQUESTS, "Too many requests.");
    }

    @Override
    public Reply inUse(@Nullable String key) {
        return Reply.text(CONFLICT, "The message is being processed.");
    }

    static Reply unauthorized() {
        return Reply.text(FORBIDDEN, "Authorization failed for sendsms");
    }

    static Reply malformed(String sentence) {
        return Reply.text(BAD_REQUEST, sentence);
    }

    /** The same status as for wrong credentials, as smsbox has it: the text alone tells them apart. */
    static Reply notRoutable() {
        return Reply.text(FORBIDDEN, "Not routable. Do not try again.");
    }
}
