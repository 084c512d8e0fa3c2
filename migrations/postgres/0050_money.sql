-- billing: a customer that is deleted at Stripe stays known, and the account gets another one.
ALTER TABLE billing_customers DROP CONSTRAINT billing_customers_pkey;
ALTER TABLE billing_customers DROP CONSTRAINT billing_customers_customer_id_key;
ALTER TABLE billing_customers ADD PRIMARY KEY (customer_id);
-- When it was found to be deleted at Stripe.
ALTER TABLE billing_customers ADD COLUMN gone_at BIGINT;
CREATE UNIQUE INDEX billing_customers_current ON billing_customers (user_id) WHERE gone_at IS NULL;
CREATE INDEX billing_customers_by_user ON billing_customers (user_id);

-- credits: the part of what running uses reserved that a refund asked back. Taken when they end without a charge.
ALTER TABLE credit_accounts ADD COLUMN owed BIGINT NOT NULL DEFAULT 0 CHECK (owed >= 0 AND owed <= reserved);
