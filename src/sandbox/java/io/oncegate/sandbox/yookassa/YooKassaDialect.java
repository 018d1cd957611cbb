package io.oncegate.sandbox.yookassa;

import io.oncegate.sandbox.dialect.Dialect;
import io.oncegate.sandbox.exchange.Reply;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/** YooKassa knows keys; a failure of its own it does not keep, so that the same key finds out the truth. */
final class YooKassaDialect implements Dialect {
    static final String NAME = "yookassa";

    private static final int ACCEPTED = 202;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int INTERNAL_ERROR = 500;
    private static final int UNAVAILABLE = 503;

    /** Milliseconds. */
    private static final int RETRY_AFTER = 500;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean hasKeys() {
        return true;
    }

    @Override
    public boolean keepsFailures() {
        return false;
    }

    @Override
    public Reply failure() {
        return internal(INTERNAL_ERROR);
    }

    @Override
    public Reply unavailable() {
        return internal(UNAVAILABLE);
    }

    @Override
    public Reply tooManyRequests() {
        return YooKassaErrors.error(TOO_MANY_REQUESTS, "too_many_requests", "Too many requests", null);
    }

    @Override
    public Reply inUse(@Nullable String key) {
        return processing();
    }

    /** Whoever gets this asks again, with the same request. */
    static Reply processing() {
        return Reply.of(
                ACCEPTED,
                new JsonObject()
                        .put("type", "processing")
                        .put("description", "Request accepted, but not processed yet")
                        .put("retry_after", RETRY_AFTER));
    }

    private static Reply internal(int status) {
        return YooKassaErrors.error(
                status, "internal_server_error", "Internal server error. Retry the request with the same key", null);
    }
}
