-- Messages that were accepted, from before the client is told so until after their end.
-- No foreign key to tenants: every insert would lock the tenant's row.

CREATE TABLE messages (
    tenant_id    text        COLLATE "C" NOT NULL,
    message_id   text        COLLATE "C" NOT NULL,
    principal    text        COLLATE "C" NOT NULL,
    recipient    text        COLLATE "C" NOT NULL,
    body         text        NOT NULL,
    segments     smallint    NOT NULL,
    priority     text        COLLATE "C" NOT NULL,
    status       text        COLLATE "C" NOT NULL,
    attempts     integer     NOT NULL DEFAULT 0,
    created_at   timestamptz NOT NULL,
    updated_at   timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL,
    sent_at      timestamptz,
    delivered_at timestamptz,

    CONSTRAINT messages_pk PRIMARY KEY (tenant_id, message_id),
    CONSTRAINT messages_id_is_a_ulid CHECK (message_id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
    CONSTRAINT messages_recipient_is_e164 CHECK (recipient ~ '^\+[1-9][0-9]{1,14}$'),
    CONSTRAINT messages_segments_range CHECK (segments BETWEEN 1 AND 10),
    CONSTRAINT messages_priority_known CHECK (priority IN ('high', 'normal', 'low')),
    CONSTRAINT messages_status_known CHECK (status IN (
        'ready', 'claimed', 'sending', 'sent', 'delivered', 'undelivered', 'rejected', 'unknown', 'expired', 'dead')),
    CONSTRAINT messages_attempts_counted CHECK (attempts >= 0),
    CONSTRAINT messages_life_is_after_acceptance CHECK (expires_at > created_at)
);

COMMENT ON TABLE messages IS 'Each message that was accepted, once';
COMMENT ON COLUMN messages.message_id IS 'ULID; also what a gateway with keys knows the message by';
COMMENT ON COLUMN messages.recipient IS 'Phone number in E.164 form';
COMMENT ON COLUMN messages.segments IS 'How many SMS the text takes';
COMMENT ON COLUMN messages.expires_at IS 'After this it is not sent any more; never later than its key''s life';
