-- billing: a customer that is deleted at Stripe stays known, and the account gets another one.
CREATE TABLE billing_customers_new (
    -- Stripe's id of the account.
    customer_id TEXT    NOT NULL PRIMARY KEY,
    user_id     BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at  INTEGER NOT NULL,
    -- When it was found to be deleted at Stripe.
    gone_at     INTEGER
) STRICT;
INSERT INTO billing_customers_new (customer_id, user_id, created_at)
    SELECT customer_id, user_id, created_at FROM billing_customers;
DROP TABLE billing_customers;
ALTER TABLE billing_customers_new RENAME TO billing_customers;
CREATE UNIQUE INDEX billing_customers_current ON billing_customers (user_id) WHERE gone_at IS NULL;
CREATE INDEX billing_customers_by_user ON billing_customers (user_id);

-- credits: the part of what running uses reserved that a refund asked back. Taken when they end without a charge.
ALTER TABLE credit_accounts ADD COLUMN owed INTEGER NOT NULL DEFAULT 0 CHECK (owed >= 0 AND owed <= reserved);
