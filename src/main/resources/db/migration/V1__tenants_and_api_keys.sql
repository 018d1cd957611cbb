CREATE TABLE tenants (
    tenant_id        text        NOT NULL,
    plan             text        NOT NULL,
    status           text        NOT NULL,
    payment_provider text,
    message_gateway  text,
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    CONSTRAINT tenants_pk PRIMARY KEY (tenant_id),
    CONSTRAINT tenants_id_length CHECK (char_length(tenant_id) BETWEEN 1 AND 64),
    CONSTRAINT tenants_id_has_no_control_characters CHECK (tenant_id !~ '[\u0001-\u001F\u007F-\u009F]'),
    CONSTRAINT tenants_plan_known CHECK (plan IN ('free', 'standard', 'vip')),
    CONSTRAINT tenants_status_known CHECK (status IN ('active', 'suspended')),
    CONSTRAINT tenants_payment_provider_length CHECK (char_length(payment_provider) BETWEEN 1 AND 64),
    CONSTRAINT tenants_message_gateway_length CHECK (char_length(message_gateway) BETWEEN 1 AND 64)
);

COMMENT ON TABLE tenants IS 'The customers of the service; everything else that is kept belongs to one of them.';
COMMENT ON COLUMN tenants.status IS 'The keys of a suspended tenant are valid and refused.';
COMMENT ON COLUMN tenants.payment_provider IS 'Name of a configured account; NULL: orders of this tenant take no payment.';
COMMENT ON COLUMN tenants.message_gateway IS 'Name of a configured gateway; NULL: the default gateway.';

CREATE TABLE api_keys (
    id         text        NOT NULL,
    tenant_id  text        NOT NULL,
    name       text        NOT NULL,
    client     text        NOT NULL DEFAULT 'default',
    key_sha256 bytea       NOT NULL,
    scopes     text[]      NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz,
    revoked_at timestamptz,
    CONSTRAINT api_keys_pk PRIMARY KEY (id),
    CONSTRAINT api_keys_tenant_exists FOREIGN KEY (tenant_id) REFERENCES tenants (tenant_id),
    CONSTRAINT api_keys_key_unique UNIQUE (key_sha256),
    CONSTRAINT api_keys_id_is_ulid CHECK (id ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
    CONSTRAINT api_keys_name_length CHECK (char_length(name) BETWEEN 1 AND 64),
    CONSTRAINT api_keys_client_length CHECK (char_length(client) BETWEEN 1 AND 64),
    CONSTRAINT api_keys_key_is_a_sha256 CHECK (octet_length(key_sha256) = 32),
    CONSTRAINT api_keys_has_a_scope CHECK (cardinality(scopes) >= 1),
    CONSTRAINT api_keys_scopes_known CHECK (
        scopes <@ ARRAY['orders:write', 'orders:read', 'messages:write', 'messages:read', 'operator'])
);

CREATE INDEX api_keys_of_tenant ON api_keys (tenant_id, id);

COMMENT ON TABLE api_keys IS 'The API keys of tenants, revoked and expired ones included.';
COMMENT ON COLUMN api_keys.id IS 'ULID; names the key where its text must not be seen.';
COMMENT ON COLUMN api_keys.client IS 'The principal; keys that rotate each other share it, and so its idempotency keys.';
COMMENT ON COLUMN api_keys.key_sha256 IS 'SHA-256 of the key. The key has 160 random bits and is kept nowhere.';
COMMENT ON COLUMN api_keys.expires_at IS 'NULL: valid until it is revoked.';
