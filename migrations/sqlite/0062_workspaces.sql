-- workspaces, continued: API tokens, Stripe's customers and subscriptions, and the ledger belong to a workspace.

-- The deletion of an account finds what it wrote.
CREATE INDEX prompts_by_author ON prompts (user_id);
CREATE INDEX components_by_author ON components (user_id);
CREATE INDEX collections_by_author ON collections (user_id);

-- user_id is the account that a token acts for.
CREATE TABLE api_tokens_new (
    id           BLOB    NOT NULL PRIMARY KEY,
    workspace_id BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    user_id      BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name         TEXT    NOT NULL,
    token_hash   BLOB    NOT NULL UNIQUE,
    -- 'read' or 'write'; write includes read.
    scope        TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    last_used_at INTEGER,
    expires_at   INTEGER
) STRICT;
INSERT INTO api_tokens_new (id, workspace_id, user_id, name, token_hash, scope, created_at, last_used_at, expires_at)
    SELECT id, user_id, user_id, name, token_hash, scope, created_at, last_used_at, expires_at FROM api_tokens;
DROP TABLE api_tokens;
ALTER TABLE api_tokens_new RENAME TO api_tokens;
CREATE INDEX api_tokens_by_user ON api_tokens (user_id);
CREATE INDEX api_tokens_by_workspace ON api_tokens (workspace_id, user_id, created_at);

CREATE TABLE billing_customers_new (
    -- Stripe's id of the workspace.
    customer_id  TEXT    NOT NULL PRIMARY KEY,
    workspace_id BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    created_at   INTEGER NOT NULL,
    -- When it was found to be deleted at Stripe.
    gone_at      INTEGER
) STRICT;
INSERT INTO billing_customers_new (customer_id, workspace_id, created_at, gone_at)
    SELECT customer_id, user_id, created_at, gone_at FROM billing_customers;
DROP TABLE billing_customers;
ALTER TABLE billing_customers_new RENAME TO billing_customers;
CREATE UNIQUE INDEX billing_customers_current ON billing_customers (workspace_id) WHERE gone_at IS NULL;
CREATE INDEX billing_customers_by_workspace ON billing_customers (workspace_id);

-- Every subscription a workspace ever had. The current one is the newest that still runs.
CREATE TABLE billing_subscriptions_new (
    id                   TEXT    NOT NULL PRIMARY KEY,
    workspace_id         BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    plan_type            TEXT    NOT NULL,
    billing_cycle        TEXT    NOT NULL,
    -- Stripe's word.
    status               TEXT    NOT NULL,
    cancel_at_period_end INTEGER NOT NULL,
    current_period_end   INTEGER,
    -- Since when a payment is due; null unless the status is past_due.
    past_due_since       INTEGER,
    began_at             INTEGER NOT NULL,
    -- When Stripe reported this state: an older report changes nothing.
    seen_at              INTEGER NOT NULL
) STRICT;
INSERT INTO billing_subscriptions_new (id, workspace_id, plan_type, billing_cycle, status, cancel_at_period_end, current_period_end,
        past_due_since, began_at, seen_at)
    SELECT id, user_id, plan_type, billing_cycle, status, cancel_at_period_end, current_period_end, past_due_since, began_at, seen_at
    FROM billing_subscriptions;
DROP TABLE billing_subscriptions;
ALTER TABLE billing_subscriptions_new RENAME TO billing_subscriptions;
CREATE INDEX billing_subscriptions_by_workspace ON billing_subscriptions (workspace_id, began_at);

-- Every invoice that was paid, and the credits it granted.
CREATE TABLE billing_invoices_new (
    id             TEXT    NOT NULL PRIMARY KEY,
    workspace_id   BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    -- Credits granted.
    credits        INTEGER NOT NULL,
    -- Later refunds name one of these.
    charge_id      TEXT,
    payment_intent TEXT,
    paid_at        INTEGER NOT NULL,
    -- Credits that refunds so far asked back, taken or already spent.
    credits_back   INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO billing_invoices_new (id, workspace_id, credits, charge_id, payment_intent, paid_at, credits_back)
    SELECT id, user_id, credits, charge_id, payment_intent, paid_at, credits_back FROM billing_invoices;
DROP TABLE billing_invoices;
ALTER TABLE billing_invoices_new RENAME TO billing_invoices;
CREATE INDEX billing_invoices_by_charge ON billing_invoices (charge_id);
CREATE INDEX billing_invoices_by_intent ON billing_invoices (payment_intent);

CREATE TABLE credit_accounts_new (
    workspace_id BLOB    NOT NULL PRIMARY KEY REFERENCES workspaces (id) ON DELETE CASCADE,
    -- The sum of the workspace's transactions, changed in the same database transaction as they are added.
    balance      INTEGER NOT NULL CHECK (balance >= 0),
    -- The part of the balance that running generations hold.
    reserved     INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0 AND reserved <= balance),
    total_earned INTEGER NOT NULL,
    total_spent  INTEGER NOT NULL,
    -- The part of the reserved credits that a refund asked back. Taken when their uses end without a charge.
    owed         INTEGER NOT NULL DEFAULT 0 CHECK (owed >= 0 AND owed <= reserved)
) STRICT;
INSERT INTO credit_accounts_new (workspace_id, balance, reserved, total_earned, total_spent, owed)
    SELECT user_id, balance, reserved, total_earned, total_spent, owed FROM credit_accounts;
DROP TABLE credit_accounts;
ALTER TABLE credit_accounts_new RENAME TO credit_accounts;

-- The ledger. Rows are added and never changed; they are deleted with their workspace.
CREATE TABLE credit_transactions_new (
    id               BLOB    NOT NULL PRIMARY KEY,
    workspace_id     BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    -- The account that spent; null for a grant. No foreign key: the account may be deleted, the row stays.
    user_id          BLOB,
    -- A word of the core's list.
    transaction_type TEXT    NOT NULL,
    -- Positive when earned, negative when spent or taken back.
    amount           INTEGER NOT NULL CHECK (amount <> 0),
    description      TEXT    NOT NULL,
    -- What must happen only once: `sign-up:<workspace>`, `invoice:<id>`. Null for a use.
    reference        TEXT    UNIQUE,
    created_at       INTEGER NOT NULL
) STRICT;
INSERT INTO credit_transactions_new (id, workspace_id, user_id, transaction_type, amount, description, reference, created_at)
    SELECT id, user_id, CASE WHEN transaction_type = 'spent' THEN user_id END, transaction_type, amount, description, reference,
        created_at
    FROM credit_transactions;
DROP TABLE credit_transactions;
ALTER TABLE credit_transactions_new RENAME TO credit_transactions;
CREATE INDEX credit_transactions_by_age ON credit_transactions (workspace_id, created_at, id);
CREATE TRIGGER credit_transactions_stay BEFORE UPDATE ON credit_transactions
BEGIN
    SELECT RAISE (ABORT, 'the ledger is append-only');
END;
CREATE TRIGGER credit_transactions_last BEFORE DELETE ON credit_transactions
    WHEN EXISTS (SELECT 1 FROM workspaces WHERE id = old.workspace_id)
BEGIN
    SELECT RAISE (ABORT, 'the ledger is append-only');
END;

-- Every use of AI, recorded before the provider is called. While it is pending its cost is reserved.
CREATE TABLE ai_usage_new (
    id              BLOB    NOT NULL PRIMARY KEY,
    workspace_id    BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    -- The account that used it. No foreign key: the account may be deleted, the record stays.
    user_id         BLOB    NOT NULL,
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
    -- The prompt it made. No foreign key: the prompt may be deleted, the record stays.
    prompt_id       BLOB,
    error_message   TEXT,
    tokens_used     INTEGER NOT NULL DEFAULT 0,
    duration_ms     INTEGER NOT NULL DEFAULT 0,
    idempotency_key TEXT,
    created_at      INTEGER NOT NULL,
    finished_at     INTEGER,
    UNIQUE (user_id, idempotency_key)
) STRICT;
INSERT INTO ai_usage_new (id, workspace_id, user_id, status, feature_type, provider, model, own_key, prompt_length, base_cost,
        multiplier, total_cost, prompt_id, error_message, tokens_used, duration_ms, idempotency_key, created_at, finished_at)
    SELECT id, user_id, user_id, status, feature_type, provider, model, own_key, prompt_length, base_cost,
        multiplier, total_cost, prompt_id, error_message, tokens_used, duration_ms, idempotency_key, created_at, finished_at
    FROM ai_usage;
DROP TABLE ai_usage;
ALTER TABLE ai_usage_new RENAME TO ai_usage;
CREATE INDEX ai_usage_by_age ON ai_usage (workspace_id, created_at, id);
CREATE INDEX ai_usage_pending ON ai_usage (created_at) WHERE status = 'pending';
