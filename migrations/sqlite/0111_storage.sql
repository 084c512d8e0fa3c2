-- What the texts of each record take: the current one and those of its history.
CREATE TABLE prompt_bytes (
    prompt_id BLOB NOT NULL PRIMARY KEY REFERENCES prompts (id) ON DELETE CASCADE,
    workspace_id BLOB NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    text_bytes INTEGER NOT NULL,
    history_bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX prompt_bytes_by_workspace ON prompt_bytes (workspace_id, text_bytes, history_bytes);
INSERT INTO prompt_bytes
SELECT id, workspace_id, LENGTH(CAST(content AS BLOB)), COALESCE(
    (SELECT SUM(LENGTH(v.snapshot)) FROM prompt_versions v WHERE v.prompt_id = prompts.id), 0)
FROM prompts;

CREATE TABLE component_bytes (
    component_id BLOB NOT NULL PRIMARY KEY REFERENCES components (id) ON DELETE CASCADE,
    workspace_id BLOB NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    text_bytes INTEGER NOT NULL,
    history_bytes INTEGER NOT NULL
) STRICT;
CREATE INDEX component_bytes_by_workspace ON component_bytes (workspace_id, text_bytes, history_bytes);
INSERT INTO component_bytes
SELECT id, workspace_id, LENGTH(CAST(content AS BLOB)), COALESCE(
    (SELECT SUM(LENGTH(v.snapshot)) FROM component_versions v WHERE v.component_id = components.id), 0)
FROM components;
