package io.oncegate.problem;

import static io.oncegate.problem.NextKey.NEW;
import static io.oncegate.problem.NextKey.SAME;
import static io.oncegate.problem.NextKey.UNSAID;

/**
 * The kinds of error (RFC 9457 calls them problem types). The slug ends the problem's {@code type}; clients branch on
 * it, so one that has shipped never changes.
 */
public enum ProblemType {
    MALFORMED_REQUEST(400, "malformed-request", "The request cannot be read", false, UNSAID),
    IDEMPOTENCY_KEY_MISSING(400, "idempotency-key-missing", "The Idempotency-Key header is missing", false, UNSAID),
    IDEMPOTENCY_KEY_INVALID(400, "idempotency-key-invalid", "The Idempotency-Key header is not valid", false, UNSAID),
    AMBIGUOUS_CREDENTIALS(400, "ambiguous-credentials", "More than one credential was sent", false, UNSAID),

    UNAUTHENTICATED(401, "unauthenticated", "A valid credential is required", false, UNSAID),
    SIGNATURE_INVALID(401, "signature-invalid", "The signature does not match", false, UNSAID),

    PAYMENT_DECLINED(402, "payment-declined", "The payment was declined", false, NEW),
    PAYMENT_REJECTED(402, "payment-rejected", "The payment request was refused", false, NEW),
    PAYMENT_NOT_EXECUTED(402, "payment-not-executed", "The payment was not executed in time", false, NEW),

    FORBIDDEN(403, "forbidden", "The credential does not allow this", false, UNSAID),
    TENANT_SUSPENDED(403, "tenant-suspended", "The tenant is suspended", false, UNSAID),

    NOT_FOUND(404, "not-found", "There is nothing here", false, UNSAID),
    METHOD_NOT_ALLOWED(405, "method-not-allowed", "The method is not allowed here", false, UNSAID),
    NOT_ACCEPTABLE(406, "not-acceptable", "No acceptable representation exists", false, UNSAID),

    IDEMPOTENCY_KEY_REUSED(409, "idempotency-key-reused", "The Idempotency-Key belongs to another request", false, NEW),
    REQUEST_IN_PROGRESS(409, "request-in-progress", "The first request is still being executed", true, SAME),
    EXTERNAL_ID_TAKEN(409, "external-id-taken", "The external_id belongs to another order", false, UNSAID),
    STATE_CONFLICT(409, "state-conflict", "The present state does not allow this", false, UNSAID),

    PAYLOAD_TOO_LARGE(413, "payload-too-large", "The request body is too large", false, UNSAID),
    UNSUPPORTED_MEDIA_TYPE(415, "unsupported-media-type", "The body's media type is not supported", false, UNSAID),

    VALIDATION_FAILED(422, "validation-failed", "The request is not valid", false, UNSAID),
    COST_EXCEEDS_CAPACITY(422, "cost-exceeds-capacity", "The request costs more than the limit holds", false, UNSAID),
    PAYMENT_NOT_CONFIGURED(422, "payment-not-configured", "No payment provider is configured", false, UNSAID),

    RATE_LIMITED(429, "rate-limited", "Too many requests", true, SAME),

    INTERNAL(500, "internal", "The service failed", true, SAME),

    OVERLOADED(503, "overloaded", "The service is overloaded", true, SAME),
    QUEUE_FULL(503, "queue-full", "The queue is full", true, SAME),
    ROUTE_DISABLED(503, "route-disabled", "This operation is switched off for now", true, SAME),
    LIMITER_UNAVAILABLE(503, "limiter-unavailable", "The rate limiter cannot answer", true, SAME),
    STORAGE_UNAVAILABLE(503, "storage-unavailable", "The storage cannot answer", true, SAME),
    PROVIDER_UNAVAILABLE(503, "provider-unavailable", "The payment provider cannot answer", true, SAME),
    DEADLINE_EXCEEDED(503, "deadline-exceeded", "The time budget is used up", true, SAME),
    SOURCE_CLOSED(503, "source-closed", "This webhook source is closed", true, SAME),
    DRAINING(503, "draining", "This instance is shutting down", true, SAME);

    private final int status;
    private final String slug;
    private final String title;
    private final boolean retryable;
    private final NextKey nextKey;

    ProblemType(int status, String slug, String title, boolean retryable, NextKey nextKey) {
        this.status = status;
        this.slug = slug;
        this.title = title;
        this.retryable = retryable;
        this.nextKey = nextKey;
    }

    /** The HTTP status of its answers. */
    public int status() {
        return status;
    }

    /** The last segment of the problem's {@code type}. */
    public String slug() {
        return slug;
    }

    /** One phrase that is the same for every problem of this type. */
    public String title() {
        return title;
    }

    /** Whether the same request may succeed later. */
    public boolean retryable() {
        return retryable;
    }

    /** Which idempotency key the next try should carry. */
    public NextKey nextKey() {
        return nextKey;
    }
}
