-- What an earlier run left would make this run's table larger than the others'.
DROP SCHEMA IF EXISTS spring CASCADE;
CREATE SCHEMA spring;

CREATE TABLE spring.api_keys (
    key_sha256 bytea  PRIMARY KEY,
    tenant     text   NOT NULL,
    client     text   NOT NULL,
    capacity   bigint NOT NULL,
    period     bigint NOT NULL -- seconds in which an empty bucket of the client fills up
);

CREATE TABLE spring.idempotency_keys (
    tenant      text        COLLATE "C" NOT NULL,
    client      text        COLLATE "C" NOT NULL,
    operation   text        COLLATE "C" NOT NULL,
    key         text        COLLATE "C" NOT NULL,
    body_sha256 bytea       NOT NULL,
    status      smallint,
    location    text        COLLATE "C",
    body        bytea,
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant, client, operation, key)
);

CREATE TABLE spring.orders (
    tenant     text        COLLATE "C" NOT NULL,
    order_id   text        COLLATE "C" NOT NULL,
    client     text        COLLATE "C" NOT NULL,
    user_id    text        NOT NULL,
    amount     bigint      NOT NULL,
    currency   text        COLLATE "C" NOT NULL,
    status     text        COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    PRIMARY KEY (tenant, order_id)
);
