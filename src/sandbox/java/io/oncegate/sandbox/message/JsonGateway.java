package io.oncegate.sandbox.message;

import io.oncegate.sandbox.dialect.Dialect;
import io.oncegate.sandbox.exchange.Refused;
import io.oncegate.sandbox.exchange.Reply;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * A gateway that speaks JSON and knows its callers by a bearer token. A failure of its own it does not keep: whoever
 * comes again under the same id finds out the truth.
 */
public record JsonGateway(String name, boolean hasKeys) implements Dialect {
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int UNPROCESSABLE = 422;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int INTERNAL_ERROR = 500;
    private static final int UNAVAILABLE = 503;
    private static final String REVOKED = "revoked";

    /** Any token will do, or none, but one that says it is revoked. */
    public static void refuseRevoked(@Nullable String authorization) throws Refused {
        if (authorization != null && authorization.contains(REVOKED)) {
            throw new Refused(error(UNAUTHORIZED, "unauthorized", "The token has been revoked."));
        }
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
        return error(CONFLICT, "in_progress", "The message is being processed.");
    }

    /** The id belongs to another message. */
    public static Reply reused() {
        return error(CONFLICT, "id_reused", "The id is that of another message.");
    }

    /** There is no such message. */
    public static Reply notFound() {
        return error(NOT_FOUND, "not_found", "There is no such message.");
    }

    /** The request cannot be read. */
    public static Reply malformed(String detail) {
        return error(UNPROCESSABLE, "malformed", detail);
    }

    private static Reply error(int status, String reason, String detail) {
        return Reply.of(status, new JsonObject().put("reason", reason).put("detail", detail));
    }
}
