-- auth, continued: forgotten passwords, second factors, API tokens, and how often somebody guessed.

-- A link that sets a new password. The mail has the token, the database its SHA-256.
CREATE TABLE password_resets (
    token_hash BYTEA    NOT NULL PRIMARY KEY,
    user_id    UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    expires_at BIGINT  NOT NULL
);
CREATE INDEX password_resets_by_user ON password_resets (user_id);
CREATE INDEX password_resets_by_expiry ON password_resets (expires_at);

-- A second factor by time-based codes (RFC 6238).
CREATE TABLE two_factor (
    user_id      UUID    NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- Base32, as authenticator apps take it.
    secret       TEXT    NOT NULL,
    -- Null until a first code has shown that the app has the secret.
    confirmed_at BIGINT,
    -- The time step of the last code that was accepted: no code counts twice.
    last_step    BIGINT  NOT NULL DEFAULT 0
);

CREATE TABLE recovery_codes (
    user_id   UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash BYTEA NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);

-- Personal API tokens, shown once and stored as SHA-256.
CREATE TABLE api_tokens (
    id           UUID    NOT NULL PRIMARY KEY,
    user_id      UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name         TEXT    NOT NULL,
    token_hash   BYTEA    NOT NULL UNIQUE,
    -- 'read' or 'write'; write includes read.
    scope        TEXT    NOT NULL,
    created_at   BIGINT  NOT NULL,
    last_used_at BIGINT,
    expires_at   BIGINT
);
CREATE INDEX api_tokens_by_user ON api_tokens (user_id, created_at);

-- Guesses: how often something was tried in a window of time. In the database, so that it holds across processes.
CREATE TABLE attempts (
    -- SHA-256 of what is counted: an address, an account, or both.
    key_hash     BYTEA    NOT NULL PRIMARY KEY,
    count        BIGINT  NOT NULL,
    window_ends  BIGINT  NOT NULL
);
CREATE INDEX attempts_by_end ON attempts (window_ends);
