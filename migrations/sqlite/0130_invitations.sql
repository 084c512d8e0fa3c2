-- auth: links by which an administrator lets somebody sign up. One that was used or revoked is gone; the audit log tells of it.

CREATE TABLE invitations (
    id         BLOB NOT NULL PRIMARY KEY,
    -- Only the SHA-256 of the token is stored.
    token_hash BLOB NOT NULL UNIQUE,
    -- The address that alone may use it; null for whoever has the link.
    email      TEXT,
    -- Null for the command line.
    created_by BLOB REFERENCES users (id) ON DELETE SET NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX invitations_by_expiry ON invitations (expires_at);
CREATE INDEX invitations_by_maker ON invitations (created_by);
