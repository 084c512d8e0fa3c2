-- auth: accounts and their sessions. Times are microseconds since 1970 in UTC, ids are UUID v7.

-- One row a person. Profile fields stand here too: they are read with the account every time.
CREATE TABLE users (
    id              UUID    NOT NULL PRIMARY KEY,
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
    created_at      BIGINT  NOT NULL
);

-- A signed-in browser. The cookie's token is never stored, only its SHA-256.
CREATE TABLE sessions (
    id           UUID    NOT NULL PRIMARY KEY,
    user_id      UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    token_hash   BYTEA    NOT NULL UNIQUE,
    user_agent   TEXT    NOT NULL DEFAULT '',
    address      TEXT    NOT NULL DEFAULT '',
    created_at   BIGINT  NOT NULL,
    last_seen_at BIGINT  NOT NULL,
    expires_at   BIGINT  NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id, last_seen_at);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);
