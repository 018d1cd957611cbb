-- One row for each idempotency key that was ever claimed and has not been cleaned away.
-- No foreign key to tenants: every claim would lock the tenant's row.

CREATE TABLE idempotency_keys (
    tenant_id           text        COLLATE "C" NOT NULL,
    principal           text        COLLATE "C" NOT NULL,
    method              text        COLLATE "C" NOT NULL,
    path                text        COLLATE "C" NOT NULL,
    key                 text        COLLATE "C" NOT NULL,
    body_sha256         bytea       NOT NULL,
    fingerprint_version smallint    NOT NULL,
    status              text        COLLATE "C" NOT NULL,
    response_code       smallint,
    response_headers    jsonb,
    response_body       bytea,
    resource_id         text        COLLATE "C",
    recovery_point      text        COLLATE "C" NOT NULL,
    worker_token        uuid        NOT NULL,
    locked_until        timestamptz,
    takeovers           smallint    NOT NULL DEFAULT 0,
    created_at          timestamptz NOT NULL DEFAULT now(),
    updated_at          timestamptz NOT NULL DEFAULT now(),
    expires_at          timestamptz,

    CONSTRAINT idempotency_keys_pk PRIMARY KEY (tenant_id, principal, method, path, key),
    CONSTRAINT idempotency_keys_key_length CHECK (octet_length(key) BETWEEN 1 AND 255),
    CONSTRAINT idempotency_keys_fingerprint_length CHECK (octet_length(body_sha256) = 32),
    CONSTRAINT idempotency_keys_status_known CHECK (status IN ('in_progress', 'succeeded', 'failed_final')),
    CONSTRAINT idempotency_keys_takeovers_counted CHECK (takeovers >= 0),
    CONSTRAINT idempotency_keys_unfinished_never_expires CHECK ((status = 'in_progress') = (expires_at IS NULL)),
    CONSTRAINT idempotency_keys_unfinished_has_a_lease CHECK ((status = 'in_progress') = (locked_until IS NOT NULL)),
    CONSTRAINT idempotency_keys_finished_has_its_answer CHECK (
        (status = 'in_progress') = (response_code IS NULL)
        AND (status = 'in_progress') = (response_headers IS NULL)
        AND (status = 'in_progress') = (response_body IS NULL))
)
-- Rows are written once or twice and deleted in bulk: vacuum by amount, not by share of a large table.
WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- For an operator's view of a tenant's recent keys.
CREATE INDEX idempotency_keys_by_tenant ON idempotency_keys (tenant_id, created_at);
-- For what is stuck; tiny, because a key is in progress for the blink of an eye.
CREATE INDEX idempotency_keys_in_progress ON idempotency_keys (locked_until) WHERE status = 'in_progress';
-- For the cleaner.
CREATE INDEX idempotency_keys_expiring ON idempotency_keys (expires_at) WHERE expires_at IS NOT NULL;

COMMENT ON TABLE idempotency_keys IS
    'What became of each idempotency key: claimed, and once finished the answer that every repeat gets';
COMMENT ON COLUMN idempotency_keys.principal IS 'Who called within the tenant: the client of an API key, the subject of a token';
COMMENT ON COLUMN idempotency_keys.path IS 'The route template, never the path as received';
COMMENT ON COLUMN idempotency_keys.key IS 'As the client sent it, without quotes';
COMMENT ON COLUMN idempotency_keys.body_sha256 IS 'SHA-256 of the canonical form of the request; compared, never overwritten while the row lives';
COMMENT ON COLUMN idempotency_keys.fingerprint_version IS 'Which canonical form was hashed';
COMMENT ON COLUMN idempotency_keys.response_headers IS 'Content-Type and Location, nothing else';
COMMENT ON COLUMN idempotency_keys.recovery_point IS 'The last atomic phase that is known to be done';
COMMENT ON COLUMN idempotency_keys.worker_token IS 'Fencing: new for each claim and takeover; a write that carries an older one hits no row';
COMMENT ON COLUMN idempotency_keys.locked_until IS 'End of the lease of the worker that executes the request, by this server''s clock';
COMMENT ON COLUMN idempotency_keys.expires_at IS 'When the key is free again; set when it finishes';
