-- The service may switch profiles by itself, and takes back only what it has switched.

ALTER TABLE active_profile ADD COLUMN changed_by text NOT NULL DEFAULT '';

COMMENT ON COLUMN active_profile.changed_by IS 'As the audit names them; automatic where no operator did it';
