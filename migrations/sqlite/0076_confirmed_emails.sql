-- auth: addresses are confirmed by a link in a mail, and changed by one to the new address.

-- Null until the address is confirmed.
ALTER TABLE users ADD COLUMN email_confirmed_at INTEGER;

-- One link an account, for its own address or a new one. Only the SHA-256 of its token is stored.
CREATE TABLE email_confirmations (
    token_hash BLOB NOT NULL PRIMARY KEY,
    user_id    BLOB NOT NULL UNIQUE REFERENCES users (id) ON DELETE CASCADE,
    email      TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX email_confirmations_by_expiry ON email_confirmations (expires_at);
