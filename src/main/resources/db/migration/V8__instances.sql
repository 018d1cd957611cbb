-- The instances that run, for those who share something out among them.

CREATE TABLE instances (
    instance_id text        COLLATE "C" NOT NULL,
    started_at  timestamptz NOT NULL,
    seen_at     timestamptz NOT NULL,

    CONSTRAINT instances_pk PRIMARY KEY (instance_id),
    CONSTRAINT instances_id_is_a_ulid CHECK (instance_id ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
    CONSTRAINT instances_seen_after_the_start CHECK (seen_at >= started_at)
);

CREATE INDEX instances_by_time ON instances (seen_at);

COMMENT ON TABLE instances IS 'The heartbeat of each instance; one that ends deletes its row, one that was killed leaves it';
COMMENT ON COLUMN instances.instance_id IS 'ULID, new at each start';
COMMENT ON COLUMN instances.seen_at IS 'Its last heartbeat, by this server''s clock';
