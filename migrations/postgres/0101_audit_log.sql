-- audit: what administrators and owners did that matters for the security of the instance. An entry outlives the account and
-- the thing it is about, so it refers to none of them.

CREATE TABLE audit_log (
    id         UUID   NOT NULL PRIMARY KEY,
    created_at BIGINT NOT NULL,
    action     TEXT   NOT NULL,
    -- Null for a visitor and for the command line.
    actor_id   UUID,
    -- The actor's address then, "command line", or empty for a visitor.
    actor      TEXT   NOT NULL,
    -- Where the request came from; empty for the command line.
    address    TEXT   NOT NULL,
    -- The account that it is about, if there is one.
    account_id UUID,
    -- What it is about, in words: an address, or the title of a record.
    target     TEXT   NOT NULL,
    -- A JSON object.
    details    TEXT   NOT NULL
);
CREATE INDEX audit_log_by_time ON audit_log (created_at, id);
CREATE INDEX audit_log_by_account ON audit_log (account_id, created_at);
CREATE INDEX audit_log_by_actor ON audit_log (actor_id, created_at);
