-- names: handles of workspaces and slugs of records. A name that was replaced stays and leads to what it named. The program names
-- what is there already (server/src/db/upgrade/names.rs), because SQL cannot.

CREATE TABLE handles (
    handle       TEXT    NOT NULL PRIMARY KEY,
    -- Null once the workspace is deleted: nobody else gets its name.
    workspace_id BLOB    REFERENCES workspaces (id) ON DELETE SET NULL,
    is_current   INTEGER NOT NULL,
    created_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX handles_by_workspace ON handles (workspace_id, is_current, handle);

CREATE TABLE slugs (
    workspace_id  BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    slug          TEXT    NOT NULL,
    -- One of the three; none once it is deleted for good: nothing else gets its name.
    prompt_id     BLOB    REFERENCES prompts (id) ON DELETE SET NULL,
    component_id  BLOB    REFERENCES components (id) ON DELETE SET NULL,
    collection_id BLOB    REFERENCES collections (id) ON DELETE SET NULL,
    is_current    INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    PRIMARY KEY (workspace_id, slug)
) STRICT;
CREATE INDEX slugs_by_prompt ON slugs (prompt_id, is_current, slug) WHERE prompt_id IS NOT NULL;
CREATE INDEX slugs_by_component ON slugs (component_id, is_current, slug) WHERE component_id IS NOT NULL;
CREATE INDEX slugs_by_collection ON slugs (collection_id, is_current, slug) WHERE collection_id IS NOT NULL;

INSERT INTO pending_upgrades (name) VALUES ('name_records');
