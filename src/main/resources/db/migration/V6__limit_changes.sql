-- What operators say of rate limits in place of what is configured.

CREATE TABLE limit_changes (
    tenant_id        text        COLLATE "C",
    policy           text        COLLATE "C" NOT NULL,
    capacity         bigint      NOT NULL,
    refill           text        COLLATE "C" NOT NULL,
    mode             text        COLLATE "C",
    algorithm        text        COLLATE "C",
    on_store_failure text        COLLATE "C",
    changed_at       timestamptz NOT NULL,

    CONSTRAINT limit_changes_tenant_exists FOREIGN KEY (tenant_id) REFERENCES tenants (tenant_id),
    CONSTRAINT limit_changes_policy_length CHECK (char_length(policy) BETWEEN 1 AND 64),
    -- 2^53 micro-tokens, up to which a number is exact in the script that counts.
    CONSTRAINT limit_changes_capacity_range CHECK (capacity BETWEEN 1 AND 9007199254),
    CONSTRAINT limit_changes_refill_form CHECK (refill ~ '^[1-9][0-9]*/([1-9][0-9]*)?[smhd]$'),
    CONSTRAINT limit_changes_mode_known CHECK (mode IN ('shadow', 'soft', 'enforce')),
    CONSTRAINT limit_changes_algorithm_known CHECK (algorithm IN (
        'token-bucket', 'fixed-window', 'sliding-window', 'leaky-bucket')),
    CONSTRAINT limit_changes_on_store_failure_known CHECK (on_store_failure IN ('local', 'open', 'closed'))
);

-- One change of a policy for each tenant, and one for all. In the order in which instances read them.
CREATE UNIQUE INDEX limit_changes_once ON limit_changes (COALESCE(tenant_id, ''), policy);

COMMENT ON TABLE limit_changes IS 'Limits that operators have changed; what is not here is as it is configured';
COMMENT ON COLUMN limit_changes.tenant_id IS 'Whose limit; NULL: everybody''s who has no own';
COMMENT ON COLUMN limit_changes.policy IS 'Its name in the configuration; one that is not there is ignored';
COMMENT ON COLUMN limit_changes.capacity IS 'Whole tokens';
COMMENT ON COLUMN limit_changes.refill IS 'Tokens in a time, as the configuration writes it: 10/s, 1/10s, 1000/d';
COMMENT ON COLUMN limit_changes.mode IS 'NULL: as it is without this change, here and in the columns below';

-- Its row is locked by whoever changes a limit, so that a revision is seen together with all changes before it.
CREATE TABLE limits_revision (
    only_row boolean NOT NULL DEFAULT TRUE,
    revision bigint  NOT NULL,

    CONSTRAINT limits_revision_pk PRIMARY KEY (only_row),
    CONSTRAINT limits_revision_is_one_row CHECK (only_row)
);

INSERT INTO limits_revision (revision) VALUES (0);

COMMENT ON TABLE limits_revision IS 'Counts the changes of limits, so that instances read them only when there is one';
