-- What the texts of each record take: the current one and those of its history.
CREATE TABLE prompt_bytes (
    prompt_id UUID NOT NULL PRIMARY KEY REFERENCES prompts (id) ON DELETE CASCADE,
    workspace_id UUID NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    text_bytes BIGINT NOT NULL,
    history_bytes BIGINT NOT NULL
);
CREATE INDEX prompt_bytes_by_workspace ON prompt_bytes (workspace_id, text_bytes, history_bytes);
INSERT INTO prompt_bytes
SELECT id, workspace_id, OCTET_LENGTH(content), COALESCE(
    (SELECT SUM(LENGTH(v.snapshot)) FROM prompt_versions v WHERE v.prompt_id = prompts.id)::bigint, 0)
FROM prompts;

CREATE TABLE component_bytes (
    component_id UUID NOT NULL PRIMARY KEY REFERENCES components (id) ON DELETE CASCADE,
    workspace_id UUID NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    text_bytes BIGINT NOT NULL,
    history_bytes BIGINT NOT NULL
);
CREATE INDEX component_bytes_by_workspace ON component_bytes (workspace_id, text_bytes, history_bytes);
INSERT INTO component_bytes
SELECT id, workspace_id, OCTET_LENGTH(content), COALESCE(
    (SELECT SUM(LENGTH(v.snapshot)) FROM component_versions v WHERE v.component_id = components.id)::bigint, 0)
FROM components;
