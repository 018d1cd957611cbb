-- Messages leave: through which gateway, who works on them now, when they are tried or asked about next, and what came
-- of them. The version before this one goes on inserting while a deployment rolls; what it accepts waits for this one.

ALTER TABLE messages
    ADD COLUMN gateway         text        COLLATE "C" NOT NULL DEFAULT 'http-json',
    ADD COLUMN next_attempt_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN worker_token    uuid,
    ADD COLUMN locked_until    timestamptz,
    ADD COLUMN first_sent_at   timestamptz,
    ADD COLUMN resend_until    timestamptz,
    ADD COLUMN next_check_at   timestamptz,
    ADD COLUMN checks          integer     NOT NULL DEFAULT 0,
    ADD COLUMN external_id     text        COLLATE "C",
    ADD COLUMN reason          text,
    ADD COLUMN ended_at        timestamptz,
    ALTER COLUMN body DROP NOT NULL;

CREATE FUNCTION message_is_sound(
    message_id text, recipient text, body text, segments smallint, priority text, status text, gateway text,
    attempts integer, checks integer, worker_token uuid, locked_until timestamptz, next_check_at timestamptz,
    created_at timestamptz, expires_at timestamptz, ended_at timestamptz) RETURNS boolean
IMMUTABLE PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
    waiting CONSTANT boolean := status IN ('ready', 'claimed', 'sending');
    violated CONSTANT text := CASE
        WHEN message_id !~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'
            THEN 'messages_id_is_a_ulid'
        WHEN recipient !~ '^\+[1-9][0-9]{1,14}$'
            THEN 'messages_recipient_is_e164'
        WHEN segments NOT BETWEEN 1 AND 10
            THEN 'messages_segments_range'
        WHEN priority NOT IN ('high', 'normal', 'low')
            THEN 'messages_priority_known'
        WHEN status NOT IN (
            'ready', 'claimed', 'sending', 'sent', 'delivered', 'undelivered', 'rejected', 'unknown', 'expired', 'dead')
            THEN 'messages_status_known'
        WHEN char_length(gateway) NOT BETWEEN 1 AND 64
            THEN 'messages_gateway_length'
        WHEN attempts < 0
            THEN 'messages_attempts_counted'
        WHEN checks < 0
            THEN 'messages_checks_counted'
        WHEN expires_at <= created_at
            THEN 'messages_life_is_after_acceptance'
        WHEN (status IN ('claimed', 'sending')) <> (locked_until IS NOT NULL)
            THEN 'messages_held_has_a_lease'
        WHEN locked_until IS NOT NULL AND worker_token IS NULL
            THEN 'messages_held_has_its_worker'
        WHEN next_check_at IS NOT NULL AND status <> 'unknown'
            THEN 'messages_only_unknown_is_checked'
        WHEN (ended_at IS NULL) <> (waiting OR next_check_at IS NOT NULL)
            THEN 'messages_ended_or_looked_after'
        WHEN waiting AND body IS NULL
            THEN 'messages_waiting_has_its_text'
    END;
BEGIN
    IF violated IS NULL THEN
        RETURN TRUE;
    END IF;
    RAISE check_violation USING
        MESSAGE = format('new row for relation "messages" violates check constraint "%s"', violated),
        TABLE = 'messages', CONSTRAINT = violated;
END
$$;

-- NOT VALID: every row that is there waits, and nobody has worked on it.
ALTER TABLE messages
    DROP CONSTRAINT messages_are_sound,
    ADD CONSTRAINT messages_are_sound CHECK (message_is_sound(
        message_id, recipient, body, segments, priority, status, gateway, attempts, checks, worker_token, locked_until,
        next_check_at, created_at, expires_at, ended_at))
        NOT VALID;

DROP FUNCTION message_is_sound(text, text, smallint, text, text, integer, timestamptz, timestamptz);

COMMENT ON CONSTRAINT messages_are_sound ON messages IS 'Each invariant by its name: the function';

-- Gateways and operators know a message by its id alone.
CREATE UNIQUE INDEX messages_by_id ON messages (message_id);
-- From one tenant to the next, and each tenant's longest waiting first, without reading what else it has.
CREATE INDEX messages_ready ON messages (gateway, priority, tenant_id, next_attempt_at) INCLUDE (created_at)
    WHERE status = 'ready';
CREATE INDEX messages_expiring ON messages (expires_at) WHERE status = 'ready';
CREATE INDEX messages_held ON messages (locked_until) WHERE locked_until IS NOT NULL;
CREATE INDEX messages_checked ON messages (gateway, next_check_at) WHERE next_check_at IS NOT NULL;
-- What operators look at.
CREATE INDEX messages_by_status ON messages (status, message_id) WHERE status IN ('unknown', 'dead');
-- Whose text is to be erased.
CREATE INDEX messages_ended ON messages (ended_at) WHERE ended_at IS NOT NULL AND body IS NOT NULL;

COMMENT ON COLUMN messages.body IS 'The text; NULL when it was erased';
COMMENT ON COLUMN messages.gateway IS 'The configured gateway that carries it; it never changes';
COMMENT ON COLUMN messages.attempts IS 'How often it was given to the gateway, be it in vain';
COMMENT ON COLUMN messages.next_attempt_at IS 'Not sent before then';
COMMENT ON COLUMN messages.worker_token IS 'Whoever works on it now or did last; its writes carry the token';
COMMENT ON COLUMN messages.locked_until IS 'The worker''s lease; NULL: nobody works on it';
COMMENT ON COLUMN messages.first_sent_at IS 'Since then the gateway may have it; NULL: it cannot';
COMMENT ON COLUMN messages.resend_until IS 'Until then the gateway recognises it; NULL before its first sending, and where an operator lets it be sent again all the same';
COMMENT ON COLUMN messages.next_check_at IS 'When an unknown one is looked after next; NULL: by nobody but an operator';
COMMENT ON COLUMN messages.checks IS 'How often it was looked after while unknown';
COMMENT ON COLUMN messages.external_id IS 'What the gateway calls it';
COMMENT ON COLUMN messages.reason IS 'Of a bad end, of doubt, or of the last try that did nothing';
COMMENT ON COLUMN messages.ended_at IS 'From then on nothing is done about it; its text is kept for a while from here';

-- Autovacuum by its usual fifth of a table would let the indexes of what waits grow with what has ended.
ALTER TABLE messages SET (autovacuum_vacuum_scale_factor = 0.02);
