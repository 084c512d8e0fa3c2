-- workspaces: what prompts, assets, components and collections belong to, and who may do what in it.

CREATE TABLE workspaces (
    -- The personal workspace of an account has the account's id.
    id         UUID   NOT NULL PRIMARY KEY,
    kind       TEXT   NOT NULL CHECK (kind IN ('personal', 'team')),
    created_at BIGINT NOT NULL
);

CREATE TABLE workspace_members (
    workspace_id UUID   NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id      UUID   NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role         TEXT   NOT NULL CHECK (role IN ('owner', 'admin', 'editor', 'commenter', 'viewer')),
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (workspace_id, user_id)
);
CREATE INDEX workspace_members_by_user ON workspace_members (user_id);

INSERT INTO workspaces (id, kind, created_at) SELECT id, 'personal', created_at FROM users;
INSERT INTO workspace_members (workspace_id, user_id, role, created_at) SELECT id, id, 'owner', created_at FROM users;

-- user_id is the author who is shown.
ALTER TABLE prompts ADD COLUMN workspace_id UUID REFERENCES workspaces (id) ON DELETE CASCADE;
UPDATE prompts SET workspace_id = user_id;
ALTER TABLE prompts ALTER COLUMN workspace_id SET NOT NULL;
DROP INDEX prompts_by_owner;
CREATE INDEX prompts_by_workspace
    ON prompts (workspace_id, updated_at, id, prompt_type, category, structure_type, complexity)
    WHERE deleted_at IS NULL;
DROP INDEX prompts_public;
CREATE INDEX prompts_public
    ON prompts (updated_at, id, prompt_type, category, structure_type, complexity, workspace_id)
    WHERE is_public AND deleted_at IS NULL;
-- Of every prompt, so that the deletion of a workspace finds its rows.
DROP INDEX prompts_in_trash;
CREATE INDEX prompts_in_trash ON prompts (workspace_id, deleted_at);

ALTER TABLE components ADD COLUMN workspace_id UUID REFERENCES workspaces (id) ON DELETE CASCADE;
UPDATE components SET workspace_id = user_id;
ALTER TABLE components ALTER COLUMN workspace_id SET NOT NULL;
DROP INDEX components_by_owner;
CREATE INDEX components_by_workspace ON components (workspace_id, updated_at, id) WHERE deleted_at IS NULL;
DROP INDEX components_in_trash;
CREATE INDEX components_in_trash ON components (workspace_id, deleted_at);

ALTER TABLE collections ADD COLUMN workspace_id UUID REFERENCES workspaces (id) ON DELETE CASCADE;
UPDATE collections SET workspace_id = user_id;
ALTER TABLE collections ALTER COLUMN workspace_id SET NOT NULL;
DROP INDEX collections_by_owner;
CREATE INDEX collections_by_workspace ON collections (workspace_id, created_at, id) WHERE deleted_at IS NULL;
DROP INDEX collections_in_trash;
CREATE INDEX collections_in_trash ON collections (workspace_id, deleted_at);
