package io.oncegate.overload.postgres;

/** Statements on the profile. */
final class ProfileSql {

    static final String ACTIVE = """
            SELECT profile, revision
            FROM active_profile
            """;

    /** $1 profile, $2 now, $3 audit id, $4 actor. */
    static final String CHANGE = """
            WITH present AS (
                -- Locked, so that the entry's "before" is what this change replaces, and not an older state.
                SELECT only_row, profile, revision
                FROM active_profile
                FOR UPDATE
            ), changed AS (
                UPDATE active_profile a
                SET profile = $1,
                    revision = p.revision + 1,
                    changed_at = $2
                FROM present p
                WHERE a.only_row = p.only_row
                  AND p.profile <> $1
                RETURNING a.profile, a.revision
            ), audited AS (
                INSERT INTO audit (id, at, actor, action, subject, tenant_id, before, after)
                SELECT $3, $2, $4, 'profile.changed', 'profile', NULL,
                       jsonb_build_object('profile', p.profile),
                       jsonb_build_object('profile', c.profile)
                FROM changed c
                CROSS JOIN present p
            )
            SELECT COALESCE(c.profile, p.profile) AS profile, COALESCE(c.revision, p.revision) AS revision
            FROM present p
            LEFT JOIN changed c ON TRUE
            """;

    private ProfileSql() {}
}
