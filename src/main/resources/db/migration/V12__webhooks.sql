-- What providers and gateways tell, each telling once, and what came of it.

CREATE TABLE webhook_events (
    event_id     text        COLLATE "C" NOT NULL,
    account      text        COLLATE "C" NOT NULL,
    event_key    text        COLLATE "C" NOT NULL,
    type         text        NOT NULL,
    object_id    text        COLLATE "C",
    body         bytea       NOT NULL,
    body_sha256  bytea       NOT NULL,
    status       text        COLLATE "C" NOT NULL DEFAULT 'received',
    reason       text,
    tries        integer     NOT NULL DEFAULT 0,
    faults       smallint    NOT NULL DEFAULT 0,
    next_try_at  timestamptz NOT NULL DEFAULT now(),
    give_up_at   timestamptz NOT NULL DEFAULT now() + interval '24 hours',
    worker_token uuid,
    locked_until timestamptz,
    received_at  timestamptz NOT NULL DEFAULT now(),
    ended_at     timestamptz,

    CONSTRAINT webhook_events_pk PRIMARY KEY (event_id),
    CONSTRAINT webhook_events_once UNIQUE (account, event_key),
    CONSTRAINT webhook_events_id_is_a_ulid CHECK (event_id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
    CONSTRAINT webhook_events_account_length CHECK (char_length(account) BETWEEN 1 AND 64),
    CONSTRAINT webhook_events_key_length CHECK (char_length(event_key) BETWEEN 1 AND 255),
    CONSTRAINT webhook_events_fingerprint_length CHECK (octet_length(body_sha256) = 32),
    CONSTRAINT webhook_events_status_known CHECK (status IN ('received', 'applied', 'ignored', 'parked', 'failed')),
    CONSTRAINT webhook_events_ended_or_open CHECK (
        (status = 'parked') OR ((ended_at IS NULL) = (status = 'received')))
);

-- What is to be applied, the longest due first.
CREATE INDEX webhook_events_due ON webhook_events (next_try_at) WHERE ended_at IS NULL;
-- What is old enough to go.
CREATE INDEX webhook_events_ended ON webhook_events (ended_at) WHERE ended_at IS NOT NULL;
-- What operators look at.
CREATE INDEX webhook_events_by_status ON webhook_events (status, event_id) WHERE status IN ('parked', 'failed');

COMMENT ON TABLE webhook_events IS 'Signed webhooks, each once; stored before it is acknowledged, applied afterwards';
COMMENT ON COLUMN webhook_events.account IS 'Whose secret it was signed with: an account at a provider, or a gateway';
COMMENT ON COLUMN webhook_events.event_key IS 'The sender''s id of the event, else what it is about and the body''s hash';
COMMENT ON COLUMN webhook_events.type IS 'The sender''s word for what happened; empty where the body says none';
COMMENT ON COLUMN webhook_events.object_id IS 'What it is about, as the sender calls it';
COMMENT ON COLUMN webhook_events.body IS 'As it was received';
COMMENT ON COLUMN webhook_events.status IS 'parked: about something that is not known here; it waits until it is, or for an operator';
COMMENT ON COLUMN webhook_events.faults IS 'How many tries ended in a fault of ours';
COMMENT ON COLUMN webhook_events.next_try_at IS 'Not before then, while it has no end; while somebody applies it, the end of the lease';
COMMENT ON COLUMN webhook_events.give_up_at IS 'From then on it is left to an operator';
COMMENT ON COLUMN webhook_events.worker_token IS 'Whoever applies it or did last; its writes carry the token';
COMMENT ON COLUMN webhook_events.locked_until IS 'The worker''s lease; NULL: nobody applies it';
COMMENT ON COLUMN webhook_events.ended_at IS 'From then on nothing is done about it; its life is counted from here';

CREATE TABLE webhook_variants (
    account     text        COLLATE "C" NOT NULL,
    event_key   text        COLLATE "C" NOT NULL,
    body_sha256 bytea       NOT NULL,
    body        bytea       NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT webhook_variants_once PRIMARY KEY (account, event_key, body_sha256)
);

CREATE INDEX webhook_variants_received ON webhook_variants (received_at);

COMMENT ON TABLE webhook_variants IS 'Other bodies that came under the id of an event; kept to be looked at, never applied';

-- Autovacuum by its usual fifth of a table would let the index of what is open grow with what has ended.
ALTER TABLE webhook_events SET (autovacuum_vacuum_scale_factor = 0.02);
