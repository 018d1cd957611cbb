-- The invariants of the tables that every request writes, each under the name that it had as a CHECK of its own.
--
-- PostgreSQL parses the stored text of every CHECK anew for each statement; for these tables that was a third of its time
-- for placing an order. The body of a function is parsed once in a session. What a violation says is the same: SQLSTATE
-- 23514 with the table and the constraint. Each function raises by itself, since a restored dump has no search path on
-- which it could find another one of ours.

CREATE FUNCTION idempotency_key_is_sound(
    key text, body_sha256 bytea, status text, takeovers smallint, locked_until timestamptz, expires_at timestamptz,
    response_code smallint, response_headers jsonb, response_body bytea) RETURNS boolean
IMMUTABLE PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
    in_progress CONSTANT boolean := status = 'in_progress';
    violated CONSTANT text := CASE
        WHEN octet_length(key) NOT BETWEEN 1 AND 255
            THEN 'idempotency_keys_key_length'
        WHEN octet_length(body_sha256) <> 32
            THEN 'idempotency_keys_fingerprint_length'
        WHEN status NOT IN ('in_progress', 'succeeded', 'failed_final')
            THEN 'idempotency_keys_status_known'
        WHEN takeovers < 0
            THEN 'idempotency_keys_takeovers_counted'
        WHEN in_progress <> (expires_at IS NULL)
            THEN 'idempotency_keys_unfinished_never_expires'
        WHEN in_progress <> (locked_until IS NOT NULL)
            THEN 'idempotency_keys_unfinished_has_a_lease'
        WHEN num_nulls(response_code, response_headers, response_body) <> CASE WHEN in_progress THEN 3 ELSE 0 END
            THEN 'idempotency_keys_finished_has_its_answer'
    END;
BEGIN
    IF violated IS NULL THEN
        RETURN TRUE;
    END IF;
    RAISE check_violation USING
        MESSAGE = format('new row for relation "idempotency_keys" violates check constraint "%s"', violated),
        TABLE = 'idempotency_keys', CONSTRAINT = violated;
END
$$;

CREATE FUNCTION order_is_sound(
    order_id text, user_id text, amount bigint, currency text, external_id text, external_id_held text,
    description text, status text) RETURNS boolean
IMMUTABLE PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
    violated CONSTANT text := CASE
        WHEN order_id !~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'
            THEN 'orders_id_is_a_ulid'
        WHEN char_length(user_id) NOT BETWEEN 1 AND 64
            THEN 'orders_user_id_length'
        WHEN amount NOT BETWEEN 1 AND 999999999999
            THEN 'orders_amount_range'
        WHEN currency !~ '^[A-Z]{3}$'
            THEN 'orders_currency_form'
        WHEN char_length(external_id) NOT BETWEEN 1 AND 64
            THEN 'orders_external_id_length'
        WHEN external_id_held IS NOT NULL AND external_id_held IS DISTINCT FROM external_id
            THEN 'orders_holds_only_its_own_external_id'
        WHEN char_length(description) > 500
            THEN 'orders_description_length'
        WHEN status NOT IN (
            'created', 'payment_pending', 'payment_action_required', 'payment_review', 'paid', 'payment_failed')
            THEN 'orders_status_known'
    END;
BEGIN
    IF violated IS NULL THEN
        RETURN TRUE;
    END IF;
    RAISE check_violation USING
        MESSAGE = format('new row for relation "orders" violates check constraint "%s"', violated),
        TABLE = 'orders', CONSTRAINT = violated;
END
$$;

CREATE FUNCTION message_is_sound(
    message_id text, recipient text, segments smallint, priority text, status text, attempts integer,
    created_at timestamptz, expires_at timestamptz) RETURNS boolean
IMMUTABLE PARALLEL SAFE LANGUAGE plpgsql AS $$
DECLARE
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
        WHEN attempts < 0
            THEN 'messages_attempts_counted'
        WHEN expires_at <= created_at
            THEN 'messages_life_is_after_acceptance'
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

-- NOT VALID: every row that is there has passed the same checks, so that none is read again while the table is locked.

ALTER TABLE idempotency_keys
    DROP CONSTRAINT idempotency_keys_key_length,
    DROP CONSTRAINT idempotency_keys_fingerprint_length,
    DROP CONSTRAINT idempotency_keys_status_known,
    DROP CONSTRAINT idempotency_keys_takeovers_counted,
    DROP CONSTRAINT idempotency_keys_unfinished_never_expires,
    DROP CONSTRAINT idempotency_keys_unfinished_has_a_lease,
    DROP CONSTRAINT idempotency_keys_finished_has_its_answer,
    ADD CONSTRAINT idempotency_keys_are_sound CHECK (idempotency_key_is_sound(
        key, body_sha256, status, takeovers, locked_until, expires_at, response_code, response_headers, response_body))
        NOT VALID;

ALTER TABLE orders
    DROP CONSTRAINT orders_id_is_a_ulid,
    DROP CONSTRAINT orders_user_id_length,
    DROP CONSTRAINT orders_amount_range,
    DROP CONSTRAINT orders_currency_form,
    DROP CONSTRAINT orders_external_id_length,
    DROP CONSTRAINT orders_holds_only_its_own_external_id,
    DROP CONSTRAINT orders_description_length,
    DROP CONSTRAINT orders_status_known,
    ADD CONSTRAINT orders_are_sound CHECK (order_is_sound(
        order_id, user_id, amount, currency, external_id, external_id_held, description, status))
        NOT VALID;

ALTER TABLE messages
    DROP CONSTRAINT messages_id_is_a_ulid,
    DROP CONSTRAINT messages_recipient_is_e164,
    DROP CONSTRAINT messages_segments_range,
    DROP CONSTRAINT messages_priority_known,
    DROP CONSTRAINT messages_status_known,
    DROP CONSTRAINT messages_attempts_counted,
    DROP CONSTRAINT messages_life_is_after_acceptance,
    ADD CONSTRAINT messages_are_sound CHECK (message_is_sound(
        message_id, recipient, segments, priority, status, attempts, created_at, expires_at))
        NOT VALID;

COMMENT ON CONSTRAINT idempotency_keys_are_sound ON idempotency_keys IS 'Each invariant by its name: the function';
COMMENT ON CONSTRAINT orders_are_sound ON orders IS 'Each invariant by its name: the function';
COMMENT ON CONSTRAINT messages_are_sound ON messages IS 'Each invariant by its name: the function';
