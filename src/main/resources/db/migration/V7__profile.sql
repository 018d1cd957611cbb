-- How much the service grants at this moment.

CREATE TABLE active_profile (
    only_row   boolean     NOT NULL DEFAULT TRUE,
    profile    text        COLLATE "C" NOT NULL,
    revision   bigint      NOT NULL,
    changed_at timestamptz NOT NULL,

    CONSTRAINT active_profile_pk PRIMARY KEY (only_row),
    CONSTRAINT active_profile_is_one_row CHECK (only_row),
    CONSTRAINT active_profile_known CHECK (profile IN ('normal', 'degraded', 'emergency'))
);

INSERT INTO active_profile (profile, revision, changed_at) VALUES ('normal', 0, now());

COMMENT ON TABLE active_profile IS 'The profile that all instances are in';
COMMENT ON COLUMN active_profile.revision IS 'Counts its changes, so that an older answer never replaces a newer one';
