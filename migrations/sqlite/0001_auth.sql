-- auth: accounts and their sessions. Times are microseconds since 1970 in UTC, ids are UUID v7 as 16 bytes.

-- One row a person. Profile fields stand here too: they are read with the account every time.
CREATE TABLE users (
    id              BLOB    NOT NULL PRIMARY KEY,
    -- As typed, for display and mail.
    email           TEXT    NOT NULL,
    -- Trimmed and lower case: what is compared.
    email_key       TEXT    NOT NULL UNIQUE,
    full_name       TEXT    NOT NULL,
    -- PHC string of argon2id; null for the system's own account, which nobody can sign in to.
    password_hash   TEXT,
    avatar_url      TEXT,
    bio             TEXT    NOT NULL DEFAULT '',
    website         TEXT    NOT NULL DEFAULT '',
    github_username TEXT    NOT NULL DEFAULT '',
    twitter_username TEXT   NOT NULL DEFAULT '',
    created_at      INTEGER NOT NULL
) STRICT;

-- A signed-in browser. The cookie's token is never stored, only its SHA-256.
CREATE TABLE sessions (
    id           BLOB    NOT NULL PRIMARY KEY,
    user_id      BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash   BLOB    NOT NULL UNIQUE,
    user_agent   TEXT    NOT NULL DEFAULT '',
    address      TEXT    NOT NULL DEFAULT '',
    created_at   INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id, last_seen_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
