-- credits: what an account has, every change of it, and every use of AI.

CREATE TABLE credit_accounts (
    user_id      UUID    NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- The sum of the account's transactions, changed in the same database transaction as they are added.
    balance      BIGINT  NOT NULL CHECK (balance >= 0),
    -- The part of the balance that running generations hold.
    reserved     BIGINT  NOT NULL DEFAULT 0 CHECK (reserved >= 0 AND reserved <= balance),
    total_earned BIGINT  NOT NULL,
    total_spent  BIGINT  NOT NULL
);

-- The ledger. Rows are added and never changed; they go when their account goes.
CREATE TABLE credit_transactions (
    id               UUID    NOT NULL PRIMARY KEY,
    user_id          UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- A word of the core's list.
    transaction_type TEXT    NOT NULL,
    -- Positive when earned, negative when spent or taken back.
    amount           BIGINT  NOT NULL CHECK (amount <> 0),
    description      TEXT    NOT NULL,
    -- What must happen only once: `sign-up:<account>`, `invoice:<id>`. Null for a use.
    reference        TEXT    UNIQUE,
    created_at       BIGINT  NOT NULL
);
CREATE INDEX credit_transactions_by_age ON credit_transactions (user_id, created_at, id);

CREATE FUNCTION keep_the_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM users WHERE id = old.user_id) THEN
        RETURN old;
    END IF;
    RAISE EXCEPTION 'the ledger is append-only';
END
$$;
CREATE TRIGGER credit_transactions_stay BEFORE UPDATE OR DELETE ON credit_transactions
    FOR EACH ROW EXECUTE FUNCTION keep_the_ledger();

-- Every use of AI, written down before the provider is called. While it is pending its cost is reserved.
CREATE TABLE ai_usage (
    id              UUID    NOT NULL PRIMARY KEY,
    user_id         UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- pending, succeeded, failed or cancelled.
    status          TEXT    NOT NULL,
    feature_type    TEXT    NOT NULL,
    provider        TEXT    NOT NULL,
    model           TEXT    NOT NULL,
    -- Whether the person's own key paid for it, which costs no credits.
    own_key         BOOLEAN NOT NULL,
    prompt_length   BIGINT  NOT NULL,
    base_cost       BIGINT  NOT NULL,
    -- The product of all multipliers, as an exact decimal.
    multiplier      TEXT    NOT NULL,
    total_cost      BIGINT  NOT NULL CHECK (total_cost >= 0),
    -- What came of it. No foreign key: the prompt may be deleted, the record stays.
    prompt_id       UUID,
    error_message   TEXT,
    tokens_used     BIGINT  NOT NULL DEFAULT 0,
    duration_ms     BIGINT  NOT NULL DEFAULT 0,
    idempotency_key TEXT,
    created_at      BIGINT  NOT NULL,
    finished_at     BIGINT,
    UNIQUE (user_id, idempotency_key)
);
CREATE INDEX ai_usage_by_age ON ai_usage (user_id, created_at, id);
CREATE INDEX ai_usage_pending ON ai_usage (created_at) WHERE status = 'pending';
