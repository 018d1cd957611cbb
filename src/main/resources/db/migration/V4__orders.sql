-- Orders outlive their idempotency keys. No foreign key to tenants: every insert would lock the tenant's row.

CREATE TABLE orders (
    tenant_id        text        COLLATE "C" NOT NULL,
    order_id         text        COLLATE "C" NOT NULL,
    principal        text        COLLATE "C" NOT NULL,
    user_id          text        NOT NULL,
    amount           bigint      NOT NULL,
    currency         text        COLLATE "C" NOT NULL,
    external_id      text        COLLATE "C",
    external_id_held text        COLLATE "C",
    description      text,
    metadata         jsonb,
    status           text        COLLATE "C" NOT NULL,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL DEFAULT now(),

    CONSTRAINT orders_pk PRIMARY KEY (tenant_id, order_id),
    CONSTRAINT orders_id_is_a_ulid CHECK (order_id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
    CONSTRAINT orders_user_id_length CHECK (char_length(user_id) BETWEEN 1 AND 64),
    CONSTRAINT orders_amount_range CHECK (amount BETWEEN 1 AND 999999999999),
    CONSTRAINT orders_currency_form CHECK (currency ~ '^[A-Z]{3}$'),
    CONSTRAINT orders_external_id_length CHECK (char_length(external_id) BETWEEN 1 AND 64),
    CONSTRAINT orders_holds_only_its_own_external_id CHECK (external_id_held IS NULL OR external_id_held = external_id),
    CONSTRAINT orders_description_length CHECK (char_length(description) <= 500),
    CONSTRAINT orders_status_known CHECK (status IN (
        'created', 'payment_pending', 'payment_action_required', 'payment_review', 'paid', 'payment_failed'))
);

-- A merchant's reference belongs to one order that has not failed for good.
CREATE UNIQUE INDEX orders_external_id_held ON orders (tenant_id, external_id_held) WHERE external_id_held IS NOT NULL;
-- For a merchant's search by its reference, orders that failed included.
CREATE INDEX orders_by_external_id ON orders (tenant_id, external_id, created_at, order_id)
    WHERE external_id IS NOT NULL;
-- For lists, newest first.
CREATE INDEX orders_by_time ON orders (tenant_id, created_at, order_id);

COMMENT ON TABLE orders IS 'Each order that was accepted, once';
COMMENT ON COLUMN orders.order_id IS 'ULID';
COMMENT ON COLUMN orders.principal IS 'Who placed it within the tenant';
COMMENT ON COLUMN orders.amount IS 'In minor units of the currency';
COMMENT ON COLUMN orders.external_id IS 'The merchant''s own reference';
COMMENT ON COLUMN orders.external_id_held IS
    'The same while the order keeps others from using it; set to NULL together with payment_failed, and never set again';
COMMENT ON COLUMN orders.created_at IS 'As the client was told: by the clock of the instance that accepted the order';
