-- oidc: accounts at an OpenID Connect provider by which people sign in.

CREATE TABLE identities (
    issuer     TEXT NOT NULL,
    subject    TEXT NOT NULL,
    user_id    BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- As the provider told it when they were linked, to recognise it by.
    email      TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (issuer, subject),
    UNIQUE (user_id, issuer)
) STRICT;

-- Sign-ins that somebody has begun and the provider has not answered.
CREATE TABLE oidc_attempts (
    -- The SHA-256 of the state, which the browser that began it has as a cookie, too.
    state_hash BLOB NOT NULL PRIMARY KEY,
    nonce      TEXT NOT NULL,
    verifier   TEXT NOT NULL,
    -- The page to go on to.
    page       TEXT NOT NULL,
    invitation TEXT,
    -- The session that links the identity to its account; null to sign in.
    session_id BLOB REFERENCES sessions (id) ON DELETE CASCADE,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX oidc_attempts_by_expiry ON oidc_attempts (expires_at);
CREATE INDEX oidc_attempts_by_session ON oidc_attempts (session_id);
