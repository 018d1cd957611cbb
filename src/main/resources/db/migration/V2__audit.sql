CREATE TABLE audit (
    id        text        NOT NULL,
    at        timestamptz NOT NULL,
    actor     text        NOT NULL,
    action    text        NOT NULL,
    subject   text        NOT NULL,
    tenant_id text,
    before    jsonb,
    after     jsonb,
    CONSTRAINT audit_pk PRIMARY KEY (id),
    CONSTRAINT audit_id_is_ulid CHECK (id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
    CONSTRAINT audit_says_what_changed CHECK (before IS DISTINCT FROM after)
);

CREATE INDEX audit_in_order ON audit (at, id);

COMMENT ON TABLE audit IS 'What operators changed. A change and its entry are one statement; an entry is never changed.';
COMMENT ON COLUMN audit.actor IS 'Who: the operator, or tenant and client of a key with the scope operator.';
COMMENT ON COLUMN audit.action IS 'What happened, as noun.verb: tenant.created.';
COMMENT ON COLUMN audit.subject IS 'Id of what was changed.';
COMMENT ON COLUMN audit.tenant_id IS 'The tenant whose affair it is; NULL where it is nobody''s alone.';
COMMENT ON COLUMN audit.before IS 'The subject before, without secrets; NULL where it did not exist.';
COMMENT ON COLUMN audit.after IS 'The subject after, without secrets; NULL where it no longer exists.';
