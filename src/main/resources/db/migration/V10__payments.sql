-- Payments of orders: what was asked of a provider, each attempt at it, and what the provider calls it.
-- No foreign keys between them: they are written by one statement, whose parts do not see each other's rows.

CREATE TABLE payments (
    tenant_id       text        COLLATE "C" NOT NULL,
    order_id        text        COLLATE "C" NOT NULL,
    account         text        COLLATE "C" NOT NULL,
    idempotency_key text        COLLATE "C" NOT NULL,
    request_id      text        COLLATE "C" NOT NULL,
    method          text        NOT NULL,
    return_url      text,
    status          text        COLLATE "C" NOT NULL,
    reason          text,
    external_id     text        COLLATE "C",
    redirect_url    text,
    pay_until       timestamptz NOT NULL,
    review_at       timestamptz NOT NULL,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT payments_pk PRIMARY KEY (tenant_id, order_id),
    CONSTRAINT payments_account_length CHECK (char_length(account) BETWEEN 1 AND 64),
    CONSTRAINT payments_key_length CHECK (octet_length(idempotency_key) BETWEEN 1 AND 255),
    CONSTRAINT payments_method_length CHECK (char_length(method) BETWEEN 1 AND 255),
    CONSTRAINT payments_return_url_length CHECK (char_length(return_url) BETWEEN 1 AND 2048),
    CONSTRAINT payments_redirect_url_length CHECK (char_length(redirect_url) BETWEEN 1 AND 2048),
    CONSTRAINT payments_external_id_length CHECK (char_length(external_id) BETWEEN 1 AND 255),
    CONSTRAINT payments_status_known CHECK (status IN (
        'new', 'pending', 'action_required', 'authorized', 'paid', 'refunded', 'failed', 'review')),
    CONSTRAINT payments_paid_has_its_external_id CHECK (status <> 'paid' OR external_id IS NOT NULL),
    CONSTRAINT payments_review_is_after_paying CHECK (review_at >= pay_until)
);

COMMENT ON TABLE payments IS 'The payment of each order that asked for one';
COMMENT ON COLUMN payments.account IS 'The configured account at a provider; it never changes';
COMMENT ON COLUMN payments.idempotency_key IS 'The key that the order was placed with, which is finished when the outcome is known';
COMMENT ON COLUMN payments.request_id IS 'The request that placed the order; a recorded refusal names it';
COMMENT ON COLUMN payments.method IS 'The provider''s token for the means of payment';
COMMENT ON COLUMN payments.external_id IS 'What the provider calls the payment';
COMMENT ON COLUMN payments.pay_until IS 'From then on nothing is sent that could move money';
COMMENT ON COLUMN payments.review_at IS 'From then on an operator decides what is still unknown';

CREATE TABLE payment_attempts (
    attempt_id     text        COLLATE "C" NOT NULL,
    tenant_id      text        COLLATE "C" NOT NULL,
    order_id       text        COLLATE "C" NOT NULL,
    account        text        COLLATE "C" NOT NULL,
    number         smallint    NOT NULL,
    operation      text        COLLATE "C" NOT NULL,
    status         text        COLLATE "C" NOT NULL,
    reason         text,
    target         text        NOT NULL,
    content_type   text        NOT NULL,
    request        bytea       NOT NULL,
    provider_key   text        COLLATE "C",
    external_id    text        COLLATE "C",
    last_outcome   text,
    error_answered boolean     NOT NULL DEFAULT FALSE,
    worker_token   uuid        NOT NULL,
    locked_until   timestamptz,
    next_check_at  timestamptz,
    checked_at     timestamptz NOT NULL DEFAULT now(),
    checks         integer     NOT NULL DEFAULT 0,
    absences       smallint    NOT NULL DEFAULT 0,
    first_sent_at  timestamptz NOT NULL DEFAULT now(),
    resend_until   timestamptz NOT NULL,
    settle_until   timestamptz NOT NULL,
    created_at     timestamptz NOT NULL DEFAULT now(),
    updated_at     timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT payment_attempts_pk PRIMARY KEY (attempt_id),
    CONSTRAINT payment_attempts_once UNIQUE (tenant_id, order_id, number),
    CONSTRAINT payment_attempts_id_is_a_ulid CHECK (attempt_id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
    CONSTRAINT payment_attempts_counted CHECK (number >= 1),
    CONSTRAINT payment_attempts_operation_known CHECK (operation IN ('create', 'confirm', 'charge')),
    CONSTRAINT payment_attempts_status_known CHECK (status IN (
        'prepared', 'sending', 'unknown', 'pending', 'action_required',
        'succeeded', 'declined', 'rejected', 'not_executed', 'review')),
    CONSTRAINT payment_attempts_open_is_checked CHECK (
        (next_check_at IS NOT NULL)
        = (status IN ('prepared', 'sending', 'unknown', 'pending', 'action_required'))),
    CONSTRAINT payment_attempts_success_has_its_external_id CHECK (
        status <> 'succeeded' OR external_id IS NOT NULL)
);

-- One attempt of a payment is live at a time: a second one begins in the statement that ends the first.
CREATE UNIQUE INDEX payment_attempts_one_live ON payment_attempts (tenant_id, order_id)
    WHERE status IN ('prepared', 'sending', 'unknown', 'pending', 'action_required');
-- What is due, oldest first, and least checked first: whoever is new does not wait for all that is old.
CREATE INDEX payment_attempts_due ON payment_attempts (account, next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX payment_attempts_fresh ON payment_attempts (account, checks, next_check_at)
    WHERE next_check_at IS NOT NULL;
-- What operators look at.
CREATE INDEX payment_attempts_by_status ON payment_attempts (status, attempt_id)
    WHERE status IN ('prepared', 'sending', 'unknown', 'pending', 'action_required', 'review');

COMMENT ON TABLE payment_attempts IS 'Each attempt to move an order''s money; the request that was sent last, as bytes';
COMMENT ON COLUMN payment_attempts.number IS 'From 1; a further one only after the last was proven not executed';
COMMENT ON COLUMN payment_attempts.operation IS 'What the request does at the provider: the step that the attempt is at';
COMMENT ON COLUMN payment_attempts.reason IS 'Of a refusal, or of a review';
COMMENT ON COLUMN payment_attempts.request IS 'The body, stored before its first byte left; without credentials';
COMMENT ON COLUMN payment_attempts.provider_key IS 'The provider''s idempotency key; NULL where it takes none';
COMMENT ON COLUMN payment_attempts.error_answered IS 'The last answer was a server error, which may be kept under the key';
COMMENT ON COLUMN payment_attempts.worker_token IS 'Whoever works on it now or did last; its writes carry the token';
COMMENT ON COLUMN payment_attempts.locked_until IS 'The worker''s lease; NULL: nobody works on it';
COMMENT ON COLUMN payment_attempts.absences IS 'How often in a row, after settle_until, the provider showed no move of money';
COMMENT ON COLUMN payment_attempts.resend_until IS 'Until then the provider knows the key';
COMMENT ON COLUMN payment_attempts.settle_until IS 'Until then a request that left may still have its effect';

CREATE TABLE external_operations (
    account     text COLLATE "C" NOT NULL,
    external_id text COLLATE "C" NOT NULL,
    attempt_id  text COLLATE "C" NOT NULL,
    tenant_id   text COLLATE "C" NOT NULL,
    order_id    text COLLATE "C" NOT NULL,

    CONSTRAINT external_operations_once PRIMARY KEY (account, external_id)
);

COMMENT ON TABLE external_operations IS 'Which order a provider''s payment belongs to; kept for ever, so that none serves two';

-- Autovacuum by its usual fifth of a table would let the indexes of what is open grow with what has ended.
ALTER TABLE payment_attempts SET (autovacuum_vacuum_scale_factor = 0.02);
