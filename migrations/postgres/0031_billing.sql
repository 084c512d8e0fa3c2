-- billing: who pays for what, as Stripe tells it. Times are microseconds since 1970 in UTC.

CREATE TABLE billing_customers (
    user_id     UUID    NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- Stripe's id of the account.
    customer_id TEXT    NOT NULL UNIQUE,
    created_at  BIGINT  NOT NULL
);

-- Every subscription an account ever had. The current one is the youngest that still runs.
CREATE TABLE billing_subscriptions (
    id                   TEXT    NOT NULL PRIMARY KEY,
    user_id              UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    plan_type            TEXT    NOT NULL,
    billing_cycle        TEXT    NOT NULL,
    -- Stripe's word.
    status               TEXT    NOT NULL,
    cancel_at_period_end BOOLEAN NOT NULL,
    current_period_end   BIGINT,
    -- Since when a payment is due; null unless the status is past_due.
    past_due_since       BIGINT,
    began_at             BIGINT  NOT NULL,
    -- The moment at which it stood like this: older news change nothing.
    seen_at              BIGINT  NOT NULL
);
CREATE INDEX billing_subscriptions_by_user ON billing_subscriptions (user_id, began_at);

-- Every invoice that was paid, and what it brought.
CREATE TABLE billing_invoices (
    id             TEXT    NOT NULL PRIMARY KEY,
    user_id        UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Credits granted.
    credits        BIGINT  NOT NULL,
    -- What later refunds are recognised by.
    charge_id      TEXT,
    payment_intent TEXT,
    paid_at        BIGINT  NOT NULL,
    -- Credits that refunds so far asked back, taken or already spent.
    credits_back   BIGINT  NOT NULL DEFAULT 0
);
CREATE INDEX billing_invoices_by_charge ON billing_invoices (charge_id);
CREATE INDEX billing_invoices_by_intent ON billing_invoices (payment_intent);

-- Refunds by charge. They may be told before the invoice they belong to.
CREATE TABLE billing_refunds (
    charge_id       TEXT    NOT NULL PRIMARY KEY,
    payment_intent  TEXT,
    invoice_id      TEXT,
    -- Cents of the charge, and how many of them were given back so far.
    amount          BIGINT  NOT NULL,
    amount_refunded BIGINT  NOT NULL,
    refunded_at     BIGINT  NOT NULL
);
CREATE INDEX billing_refunds_by_intent ON billing_refunds (payment_intent);
CREATE INDEX billing_refunds_by_invoice ON billing_refunds (invoice_id);

-- Events that were dealt with, so that each is applied once.
CREATE TABLE billing_events (
    id          TEXT    NOT NULL PRIMARY KEY,
    type        TEXT    NOT NULL,
    received_at BIGINT  NOT NULL
);
