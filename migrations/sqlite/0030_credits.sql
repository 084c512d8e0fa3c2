-- credits: what an account has, every change of it, and every use of AI.

CREATE TABLE credit_accounts (
    user_id      BLOB    NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- The sum of the account's transactions, changed in the same database transaction as they are added.
    balance      INTEGER NOT NULL CHECK (balance >= 0),
    -- The part of the balance that running generations hold.
    reserved     INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0 AND reserved <= balance),
    total_earned INTEGER NOT NULL,
    total_spent  INTEGER NOT NULL
) STRICT;

-- The ledger. Rows are added and never changed; they go when their account goes.
CREATE TABLE credit_transactions (
    id               BLOB    NOT NULL PRIMARY KEY,
    user_id          BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- A word of the core's list.
    transaction_type TEXT    NOT NULL,
    -- Positive when earned, negative when spent or taken back.
    amount           INTEGER NOT NULL CHECK (amount <> 0),
    description      TEXT    NOT NULL,
    -- What must happen only once: `sign-up:<account>`, `invoice:<id>`. Null for a use.
    reference        TEXT    UNIQUE,
    created_at       INTEGER NOT NULL
) STRICT;
CREATE INDEX credit_transactions_by_age ON credit_transactions (user_id, created_at, id);

CREATE TRIGGER credit_transactions_stay BEFORE UPDATE ON credit_transactions
BEGIN
    SELECT RAISE (ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER credit_transactions_last BEFORE DELETE ON credit_transactions
    WHEN EXISTS (SELECT 1 FROM users WHERE id = old.user_id)
BEGIN
    SELECT RAISE (ABORT, 'the ledger is append-only');
END;

-- Every use of AI, written down before the provider is called. While it is pending its cost is reserved.
CREATE TABLE ai_usage (
    id              BLOB    NOT NULL PRIMARY KEY,
    user_id         BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- pending, succeeded, failed or cancelled.
    status          TEXT    NOT NULL,
    feature_type    TEXT    NOT NULL,
    provider        TEXT    NOT NULL,
    model           TEXT    NOT NULL,
    -- Whether the person's own key paid for it, which costs no credits.
    own_key         INTEGER NOT NULL,
    prompt_length   INTEGER NOT NULL,
    base_cost       INTEGER NOT NULL,
    -- The product of all multipliers, as an exact decimal.
    multiplier      TEXT    NOT NULL,
    total_cost      INTEGER NOT NULL CHECK (total_cost >= 0),
    -- What came of it. No foreign key: the prompt may be deleted, the record stays.
    prompt_id       BLOB,
    error_message   TEXT,
    tokens_used     INTEGER NOT NULL DEFAULT 0,
    duration_ms     INTEGER NOT NULL DEFAULT 0,
    idempotency_key TEXT,
    created_at      INTEGER NOT NULL,
    finished_at     INTEGER,
    UNIQUE (user_id, idempotency_key)
) STRICT;
CREATE INDEX ai_usage_by_age ON ai_usage (user_id, created_at, id);
CREATE INDEX ai_usage_pending ON ai_usage (created_at) WHERE status = 'pending';
