-- workspaces: what prompts, assets, components and collections belong to, and who may do what in it.

CREATE TABLE workspaces (
    -- The personal workspace of an account has the account's id.
    id         BLOB    NOT NULL PRIMARY KEY,
    kind       TEXT    NOT NULL CHECK (kind IN ('personal', 'team')),
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE workspace_members (
    workspace_id BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id      BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role         TEXT    NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'commenter', 'viewer')),
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX workspace_members_by_user ON workspace_members (user_id);

INSERT INTO workspaces (id, kind, created_at) SELECT id, 'personal', created_at FROM users;
INSERT INTO workspace_members (workspace_id, user_id, role, created_at) SELECT id, id, 'owner', created_at FROM users;

-- The three tables are made anew, because a new column would stand behind the text, on pages of its own. user_id is the author
-- who is shown.
DROP VIEW prompt_search_source;
CREATE TABLE prompts_new (
    -- Row number for the full-text index, which needs an integer.
    rid             INTEGER PRIMARY KEY,
    id              BLOB    NOT NULL UNIQUE,
    workspace_id    BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id         BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title           TEXT    NOT NULL,
    description     TEXT    NOT NULL,
    -- The words of the core's closed lists.
    prompt_type     TEXT    NOT NULL,
    structure_type  TEXT    NOT NULL,
    category        TEXT    NOT NULL,
    type            TEXT    NOT NULL,
    language        TEXT    NOT NULL,
    complexity      TEXT    NOT NULL,
    -- JSON list; prompt_tags repeats it for filtering.
    tags            TEXT    NOT NULL,
    is_public       INTEGER NOT NULL,
    -- The prompt this one is a copy of. No foreign key: the original may be gone.
    forked_from     BLOB,
    version_major   INTEGER NOT NULL,
    version_minor   INTEGER NOT NULL,
    version_batch   INTEGER NOT NULL,
    created_at      INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL,
    -- Set while it is in the trash.
    deleted_at      INTEGER,
    asset_fields    TEXT    NOT NULL,
    asset_metadata  TEXT    NOT NULL,
    -- JSON as the core wrote it. Reads pass it on unread.
    content         TEXT    NOT NULL,
    -- Title, description and content, case-folded, for searches.
    search_text     TEXT    NOT NULL
) STRICT;
INSERT INTO prompts_new (rid, id, workspace_id, user_id, title, description, prompt_type, structure_type, category, type, language,
        complexity, tags, is_public, forked_from, version_major, version_minor, version_batch, created_at, updated_at, deleted_at,
        asset_fields, asset_metadata, content, search_text)
    SELECT rid, id, user_id, user_id, title, description, prompt_type, structure_type, category, type, language,
        complexity, tags, is_public, forked_from, version_major, version_minor, version_batch, created_at, updated_at, deleted_at,
        asset_fields, asset_metadata, content, search_text
    FROM prompts;
DROP TABLE prompts;
ALTER TABLE prompts_new RENAME TO prompts;

CREATE INDEX prompts_by_workspace
    ON prompts (workspace_id, updated_at, id, prompt_type, category, structure_type, complexity, is_public, deleted_at)
    WHERE deleted_at IS NULL;
CREATE INDEX prompts_public
    ON prompts (updated_at, id, prompt_type, category, structure_type, complexity, workspace_id, is_public, deleted_at)
    WHERE is_public AND deleted_at IS NULL;
CREATE INDEX prompts_public_by_title ON prompts (title, id) WHERE is_public AND deleted_at IS NULL;
CREATE INDEX prompts_public_newest ON prompts (created_at, id) WHERE is_public AND deleted_at IS NULL;
-- Of every prompt, so that the deletion of a workspace finds its rows.
CREATE INDEX prompts_in_trash ON prompts (workspace_id, deleted_at);

CREATE VIEW prompt_search_source AS
    SELECT rid, search_text FROM prompts WHERE is_public AND deleted_at IS NULL;
CREATE TRIGGER prompt_search_insert AFTER INSERT ON prompts
    WHEN new.is_public AND new.deleted_at IS NULL
BEGIN
    INSERT INTO prompt_search (rowid, search_text) VALUES (new.rid, new.search_text);
END;
CREATE TRIGGER prompt_search_delete AFTER DELETE ON prompts
    WHEN old.is_public AND old.deleted_at IS NULL
BEGIN
    INSERT INTO prompt_search (prompt_search, rowid, search_text) VALUES ('delete', old.rid, old.search_text);
END;
CREATE TRIGGER prompt_search_update AFTER UPDATE OF search_text, is_public, deleted_at ON prompts
    WHEN new.search_text <> old.search_text OR new.is_public <> old.is_public
        OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL)
BEGIN
    INSERT INTO prompt_search (prompt_search, rowid, search_text)
        SELECT 'delete', old.rid, old.search_text WHERE old.is_public AND old.deleted_at IS NULL;
    INSERT INTO prompt_search (rowid, search_text)
        SELECT new.rid, new.search_text WHERE new.is_public AND new.deleted_at IS NULL;
END;

CREATE TABLE components_new (
    id            BLOB    NOT NULL PRIMARY KEY,
    workspace_id  BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id       BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title         TEXT    NOT NULL,
    description   TEXT    NOT NULL,
    -- The words of the core's closed lists.
    type          TEXT    NOT NULL,
    category      TEXT    NOT NULL,
    -- JSON list; component_tags repeats it for filtering.
    tags          TEXT    NOT NULL,
    is_public     INTEGER NOT NULL,
    version_major INTEGER NOT NULL,
    version_minor INTEGER NOT NULL,
    version_batch INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    -- Set while it is in the trash.
    deleted_at    INTEGER,
    -- Title and description, case-folded, for searches.
    search_text   TEXT    NOT NULL,
    content       TEXT    NOT NULL
) STRICT;
INSERT INTO components_new (id, workspace_id, user_id, title, description, type, category, tags, is_public, version_major,
        version_minor, version_batch, created_at, updated_at, deleted_at, search_text, content)
    SELECT id, user_id, user_id, title, description, type, category, tags, is_public, version_major,
        version_minor, version_batch, created_at, updated_at, deleted_at, search_text, content
    FROM components;
DROP TABLE components;
ALTER TABLE components_new RENAME TO components;

CREATE INDEX components_by_workspace ON components (workspace_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX components_public ON components (updated_at, id) WHERE is_public AND deleted_at IS NULL;
CREATE INDEX components_in_trash ON components (workspace_id, deleted_at);

CREATE TRIGGER component_search_insert AFTER INSERT ON components
    WHEN new.is_public AND new.deleted_at IS NULL
BEGIN
    INSERT INTO component_search_rows (component_id) VALUES (new.id);
    INSERT INTO component_search (rowid, search_text)
        SELECT rid, new.search_text FROM component_search_rows WHERE component_id = new.id;
END;
CREATE TRIGGER component_search_delete AFTER DELETE ON components
    WHEN old.is_public AND old.deleted_at IS NULL
BEGIN
    DELETE FROM component_search
        WHERE rowid = (SELECT rid FROM component_search_rows WHERE component_id = old.id);
    DELETE FROM component_search_rows WHERE component_id = old.id;
END;
CREATE TRIGGER component_search_update AFTER UPDATE OF search_text, is_public, deleted_at ON components
    WHEN new.search_text <> old.search_text OR new.is_public <> old.is_public
        OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL)
BEGIN
    DELETE FROM component_search
        WHERE rowid = (SELECT rid FROM component_search_rows WHERE component_id = old.id);
    DELETE FROM component_search_rows WHERE component_id = old.id;
    INSERT INTO component_search_rows (component_id)
        SELECT new.id WHERE new.is_public AND new.deleted_at IS NULL;
    INSERT INTO component_search (rowid, search_text)
        SELECT rid, new.search_text FROM component_search_rows WHERE component_id = new.id;
END;

CREATE TABLE collections_new (
    id           BLOB    NOT NULL PRIMARY KEY,
    workspace_id BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id      BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Null at the top level. A purged parent leaves what it does not take along at the top level.
    parent_id    BLOB    REFERENCES collections (id) ON DELETE SET NULL,
    title        TEXT    NOT NULL,
    description  TEXT    NOT NULL,
    is_public    INTEGER NOT NULL,
    -- Fills itself from `filter` and holds no items of its own.
    is_smart     INTEGER NOT NULL,
    -- JSON, only of smart collections.
    filter       TEXT,
    -- The title, case-folded, for searches.
    search_text  TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    -- Set while it is in the trash.
    deleted_at   INTEGER,
    -- The collection whose deletion took this one along; itself, if it was deleted by itself.
    deleted_with BLOB
) STRICT;
INSERT INTO collections_new (id, workspace_id, user_id, parent_id, title, description, is_public, is_smart, filter, search_text,
        created_at, updated_at, deleted_at, deleted_with)
    SELECT id, user_id, user_id, parent_id, title, description, is_public, is_smart, filter, search_text,
        created_at, updated_at, deleted_at, deleted_with
    FROM collections;
DROP TABLE collections;
ALTER TABLE collections_new RENAME TO collections;

CREATE INDEX collections_by_workspace ON collections (workspace_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX collections_by_parent ON collections (parent_id, created_at, id);
CREATE INDEX collections_public ON collections (created_at, id) WHERE is_public AND deleted_at IS NULL;
CREATE INDEX collections_in_trash ON collections (workspace_id, deleted_at);
CREATE INDEX collections_deleted_with ON collections (deleted_with) WHERE deleted_with IS NOT NULL;

CREATE TRIGGER collection_search_insert AFTER INSERT ON collections
    WHEN new.is_public AND new.deleted_at IS NULL
BEGIN
    INSERT INTO collection_search_rows (collection_id) VALUES (new.id);
    INSERT INTO collection_search (rowid, search_text)
        SELECT rid, new.search_text FROM collection_search_rows WHERE collection_id = new.id;
END;
CREATE TRIGGER collection_search_delete AFTER DELETE ON collections
    WHEN old.is_public AND old.deleted_at IS NULL
BEGIN
    DELETE FROM collection_search
        WHERE rowid = (SELECT rid FROM collection_search_rows WHERE collection_id = old.id);
    DELETE FROM collection_search_rows WHERE collection_id = old.id;
END;
CREATE TRIGGER collection_search_update AFTER UPDATE OF search_text, is_public, deleted_at ON collections
    WHEN new.search_text <> old.search_text OR new.is_public <> old.is_public
        OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL)
BEGIN
    DELETE FROM collection_search
        WHERE rowid = (SELECT rid FROM collection_search_rows WHERE collection_id = old.id);
    DELETE FROM collection_search_rows WHERE collection_id = old.id;
    INSERT INTO collection_search_rows (collection_id)
        SELECT new.id WHERE new.is_public AND new.deleted_at IS NULL;
    INSERT INTO collection_search (rowid, search_text)
        SELECT rid, new.search_text FROM collection_search_rows WHERE collection_id = new.id;
END;
