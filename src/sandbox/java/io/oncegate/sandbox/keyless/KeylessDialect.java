package io.oncegate.sandbox.keyless;

import io.oncegate.sandbox.dialect.Dialect;
import io.oncegate.sandbox.exchange.Reply;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** No keys: what is in flight ends by itself. */
final class KeylessDialect implements Dialect {
    static final String NAME = "keyless";

    private static final int UNAUTHORIZED = 401;
    private static final int CONFLICT = 409;
    private static final int UNPROCESSABLE = 422;
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
        return error(INTERNAL_ERROR, "internal", "Something went wrong.");
    }

    @Override
    public Reply unavailable() {
        return error(UNAVAILABLE, "unavailable", "Come again later.");
    }

    @Override
    public Reply tooManyRequests() {
        return error(TOO_MANY_REQUESTS, "too_many_requests", "Come again later.");
    }

    @Override
    public Reply inUse(@Nullable String key) {
        return error(CONFLICT, "in_progress", "The charge is being processed.");
    }

    static Reply unauthorized() {
        return error(UNAUTHORIZED, "unauthorized", "The token has been revoked.");
    }

    static Reply malformed(String detail) {
        return error(UNPROCESSABLE, "malformed", detail);
    }

    private static Reply error(int status, String error, String detail) {
        return Reply.of(status, new JsonObject().put("error", error).put("detail", detail));
    }
}
