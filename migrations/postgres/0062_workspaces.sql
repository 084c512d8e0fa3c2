-- workspaces, continued: API tokens, Stripe's customers and subscriptions, and the ledger belong to a workspace.

-- The deletion of an account finds what it wrote.
CREATE INDEX prompts_by_author ON prompts (user_id);
CREATE INDEX components_by_author ON components (user_id);
CREATE INDEX collections_by_author ON collections (user_id);

-- user_id is the account that a token acts for.
ALTER TABLE api_tokens ADD COLUMN workspace_id UUID REFERENCES workspaces (id) ON DELETE CASCADE;
UPDATE api_tokens SET workspace_id = user_id;
ALTER TABLE api_tokens ALTER COLUMN workspace_id SET NOT NULL;
DROP INDEX api_tokens_by_user;
CREATE INDEX api_tokens_by_user ON api_tokens (user_id);
CREATE INDEX api_tokens_by_workspace ON api_tokens (workspace_id, user_id, created_at);

ALTER TABLE billing_customers DROP CONSTRAINT billing_customers_user_id_fkey;
ALTER TABLE billing_customers RENAME COLUMN user_id TO workspace_id;
ALTER TABLE billing_customers ADD FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE;
ALTER INDEX billing_customers_by_user RENAME TO billing_customers_by_workspace;

ALTER TABLE billing_subscriptions DROP CONSTRAINT billing_subscriptions_user_id_fkey;
ALTER TABLE billing_subscriptions RENAME COLUMN user_id TO workspace_id;
ALTER TABLE billing_subscriptions ADD FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE;
ALTER INDEX billing_subscriptions_by_user RENAME TO billing_subscriptions_by_workspace;

ALTER TABLE billing_invoices DROP CONSTRAINT billing_invoices_user_id_fkey;
ALTER TABLE billing_invoices RENAME COLUMN user_id TO workspace_id;
ALTER TABLE billing_invoices ADD FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE;

ALTER TABLE credit_accounts DROP CONSTRAINT credit_accounts_user_id_fkey;
ALTER TABLE credit_accounts RENAME COLUMN user_id TO workspace_id;
ALTER TABLE credit_accounts ADD FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE;

-- user_id is the account that spent; null for a grant. No foreign key: the account may be deleted, the row stays.
ALTER TABLE credit_transactions DISABLE TRIGGER credit_transactions_stay;
ALTER TABLE credit_transactions DROP CONSTRAINT credit_transactions_user_id_fkey;
ALTER TABLE credit_transactions ALTER COLUMN user_id DROP NOT NULL;
ALTER TABLE credit_transactions ADD COLUMN workspace_id UUID;
UPDATE credit_transactions
    SET workspace_id = user_id, user_id = CASE WHEN transaction_type = 'spent' THEN user_id END;
ALTER TABLE credit_transactions ALTER COLUMN workspace_id SET NOT NULL;
ALTER TABLE credit_transactions ADD FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE;
ALTER TABLE credit_transactions ENABLE TRIGGER credit_transactions_stay;
DROP INDEX credit_transactions_by_age;
CREATE INDEX credit_transactions_by_age ON credit_transactions (workspace_id, created_at, id);
CREATE OR REPLACE FUNCTION keep_the_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- The rows go with their workspace.
    IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM workspaces WHERE id = old.workspace_id) THEN
        RETURN old;
    END IF;
    RAISE EXCEPTION 'the ledger is append-only';
END
$$;

-- user_id is the account that used it. No foreign key: the account may be deleted, the record stays.
ALTER TABLE ai_usage DROP CONSTRAINT ai_usage_user_id_fkey;
ALTER TABLE ai_usage ADD COLUMN workspace_id UUID REFERENCES workspaces (id) ON DELETE CASCADE;
UPDATE ai_usage SET workspace_id = user_id;
ALTER TABLE ai_usage ALTER COLUMN workspace_id SET NOT NULL;
DROP INDEX ai_usage_by_age;
CREATE INDEX ai_usage_by_age ON ai_usage (workspace_id, created_at, id);
