package io.oncegate.overload.postgres;

/** Statements on the profile. */
final class ProfileSql {

    static final String ACTIVE = """
            SELECT profile, revision, changed_by
            FROM active_profile
            """;

    /** $1 profile, $2 now, $3 audit id, $4 actor, $5 the revision that it is changed from, or NULL for whatever it is. */
    static final String CHANGE = """
            WITH present AS (
                -- Locked, so that the entry's "before" is what this change replaces, and not an older state.
                SELECT only_row, profile, revision, changed_by
                FROM active_profile
                FOR UPDATE
            ), changed AS (
                UPDATE active_profile a
                SET profile = $1,
                    revision = p.revision + 1,
                    changed_at = $2,
                    changed_by = $4
                FROM present p
                WHERE a.only_row = p.only_row
                  AND p.profile <> $1
                  AND p.revision = COALESCE($5, p.revision)
                RETURNING a.profile, a.revision, a.changed_by
            ), audited AS (
                INSERT INTO audit (id, at, actor, action, subject, tenant_id, before, after)
                SELECT $3, $2, $4, 'profile.changed', 'profile', NULL,
                       jsonb_build_object('profile', p.profile),
                       jsonb_build_object('profile', c.profile)
                FROM changed c
                CROSS JOIN present p
            )
            SELECT COALESCE(c.profile, p.profile) AS profile,
                   COALESCE(c.revision, p.revision) AS revision,
                   COALESCE(c.changed_by, p.changed_by) AS changed_by
            FROM present p
            LEFT JOIN changed c ON TRUE
            """;

    private ProfileSql() {}
}
