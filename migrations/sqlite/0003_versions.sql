-- versions: snapshots of prompts. A number, once taken by a snapshot, is never taken again.

CREATE TABLE prompt_versions (
    id              BLOB    NOT NULL PRIMARY KEY,
    prompt_id       BLOB    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    version_major   INTEGER NOT NULL,
    version_minor   INTEGER NOT NULL,
    version_batch   INTEGER NOT NULL,
    changelog       TEXT    NOT NULL,
    created_by      BLOB    NOT NULL,
    created_at      INTEGER NOT NULL,
    title           TEXT    NOT NULL,
    description     TEXT    NOT NULL,
    prompt_type     TEXT    NOT NULL,
    structure_type  TEXT    NOT NULL,
    category        TEXT    NOT NULL,
    type            TEXT    NOT NULL,
    language        TEXT    NOT NULL,
    complexity      TEXT    NOT NULL,
    tags            TEXT    NOT NULL,
    asset_fields    TEXT    NOT NULL,
    asset_metadata  TEXT    NOT NULL,
    content         TEXT    NOT NULL,
    UNIQUE (prompt_id, version_major, version_minor, version_batch)
) STRICT;
CREATE INDEX prompt_versions_by_age ON prompt_versions (prompt_id, created_at, id);
