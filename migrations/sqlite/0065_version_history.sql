-- versions, continued: every save is an entry of the history, and a version is an entry with a name. The texts are stored compactly
-- (server/src/snapshot.rs); the program packs the earlier versions after all migrations and then drops their tables
-- (server/src/db/upgrade.rs).

DROP INDEX prompt_versions_by_age;
ALTER TABLE prompt_versions RENAME TO prompt_versions_old;
CREATE TABLE prompt_versions (
    prompt_id BLOB NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    -- 1, 2, 3, … in the order of the saves.
    seq INTEGER NOT NULL,
    version_major INTEGER NOT NULL,
    version_minor INTEGER NOT NULL,
    version_batch INTEGER NOT NULL,
    is_named INTEGER NOT NULL,
    -- Of a version; otherwise how the entry came about, if not by a save.
    changelog TEXT NOT NULL,
    -- JSON list of lines: what changed since the entry before.
    changes TEXT NOT NULL,
    created_by BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    title TEXT NOT NULL,
    -- How many entries before this one are read first to read its text.
    depth INTEGER NOT NULL,
    digest INTEGER NOT NULL,
    snapshot BLOB NOT NULL,
    PRIMARY KEY (prompt_id, seq),
    UNIQUE (prompt_id, version_major, version_minor, version_batch)
) STRICT;
CREATE INDEX prompt_versions_named ON prompt_versions (prompt_id, seq) WHERE is_named;

DROP INDEX component_versions_by_age;
ALTER TABLE component_versions RENAME TO component_versions_old;
CREATE TABLE component_versions (
    component_id BLOB NOT NULL REFERENCES components (id) ON DELETE CASCADE,
    -- 1, 2, 3, … in the order of the saves.
    seq INTEGER NOT NULL,
    version_major INTEGER NOT NULL,
    version_minor INTEGER NOT NULL,
    version_batch INTEGER NOT NULL,
    is_named INTEGER NOT NULL,
    -- Of a version; otherwise how the entry came about, if not by a save.
    changelog TEXT NOT NULL,
    -- JSON list of lines: what changed since the entry before.
    changes TEXT NOT NULL,
    created_by BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    title TEXT NOT NULL,
    -- How many entries before this one are read first to read its text.
    depth INTEGER NOT NULL,
    digest INTEGER NOT NULL,
    snapshot BLOB NOT NULL,
    PRIMARY KEY (component_id, seq),
    UNIQUE (component_id, version_major, version_minor, version_batch)
) STRICT;
CREATE INDEX component_versions_named ON component_versions (component_id, seq) WHERE is_named;

INSERT INTO pending_upgrades (name) VALUES ('pack_versions');
