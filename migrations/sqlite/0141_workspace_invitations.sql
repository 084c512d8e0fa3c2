-- workspaces: invitations to a team, by mail or as a link.

CREATE TABLE workspace_invitations (
    id           BLOB    NOT NULL PRIMARY KEY,
    workspace_id BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    -- Only the SHA-256 of the token is stored.
    token_hash   BLOB    NOT NULL UNIQUE,
    role         TEXT    NOT NULL CHECK (role IN ('admin', 'editor', 'commenter', 'viewer')),
    -- The address that alone may accept it, once; null for a link, which more than one account may follow.
    email        TEXT,
    -- The part after the @ of the addresses that may follow a link; null for any.
    domain       TEXT,
    -- Null once the account is deleted.
    created_by   BLOB    REFERENCES users (id) ON DELETE SET NULL,
    created_at   INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX workspace_invitations_by_workspace ON workspace_invitations (workspace_id, created_at);
CREATE INDEX workspace_invitations_by_maker ON workspace_invitations (created_by);
