-- auth, continued: forgotten passwords, second factors, API tokens, and how often somebody guessed.

-- A link that sets a new password. The mail has the token, the database its SHA-256.
CREATE TABLE password_resets (
    token_hash BLOB    NOT NULL PRIMARY KEY,
    user_id    BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX password_resets_by_user ON password_resets (user_id);
CREATE INDEX password_resets_by_expiry ON password_resets (expires_at);

-- A second factor by time-based codes (RFC 6238).
CREATE TABLE two_factor (
    user_id      BLOB    NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- Base32, as authenticator apps take it.
    secret       TEXT    NOT NULL,
    -- Null until a first code has shown that the app has the secret.
    confirmed_at INTEGER,
    -- The time step of the last code that was accepted: no code counts twice.
    last_step    INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE recovery_codes (
    user_id   BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash BLOB NOT NULL,
    PRIMARY KEY (user_id, code_hash)
) STRICT;

-- Personal API tokens, shown once and stored as SHA-256.
CREATE TABLE api_tokens (
    id           BLOB    NOT NULL PRIMARY KEY,
    user_id      BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name         TEXT    NOT NULL,
    token_hash   BLOB    NOT NULL UNIQUE,
    -- 'read' or 'write'; write includes read.
    scope        TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    expires_at   INTEGER
) STRICT;
CREATE INDEX api_tokens_by_user ON api_tokens (user_id, created_at);

-- Guesses: how often something was tried in a window of time. In the database, so that it holds across processes.
CREATE TABLE attempts (
    -- SHA-256 of what is counted: an address, an account, or both.
    key_hash     BLOB    NOT NULL PRIMARY KEY,
    count        INTEGER NOT NULL,
    window_ends  INTEGER NOT NULL
) STRICT;
CREATE INDEX attempts_by_end ON attempts (window_ends);
