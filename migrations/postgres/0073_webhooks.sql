-- webhooks: addresses that are told of events, and the messages to them.

CREATE TABLE webhooks (
    id           UUID    NOT NULL PRIMARY KEY,
    workspace_id UUID    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    url          TEXT    NOT NULL,
    description  TEXT    NOT NULL,
    -- The names of the events that it is told of, as a JSON list.
    events       TEXT    NOT NULL,
    -- Kept as it is, since messages are signed with it.
    secret       TEXT    NOT NULL,
    is_active    BOOLEAN NOT NULL,
    created_at   BIGINT  NOT NULL
);

CREATE INDEX webhooks_by_workspace ON webhooks (workspace_id, created_at);

-- Written in the transaction of its event, and deleted after thirty days.
CREATE TABLE webhook_messages (
    id            UUID    NOT NULL PRIMARY KEY,
    webhook_id    UUID    NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    -- Messages about a prompt are sent in the order of their places.
    place         BIGINT NOT NULL,
    prompt_id     UUID,
    event         TEXT    NOT NULL,
    body          TEXT    NOT NULL,
    -- pending, delivered or failed
    status        TEXT    NOT NULL,
    attempts      BIGINT NOT NULL,
    -- When it is tried next.
    next_at       BIGINT NOT NULL,
    -- Until when a process is sending it. A process that dies leaves it behind.
    locked_until  BIGINT NOT NULL,
    -- The HTTP status of the last answer, and why it counts as none.
    answer_status BIGINT,
    answer        TEXT    NOT NULL,
    attempted_at  BIGINT,
    created_at    BIGINT NOT NULL
);

CREATE INDEX webhook_messages_due ON webhook_messages (next_at) WHERE status = 'pending';
CREATE INDEX webhook_messages_by_webhook ON webhook_messages (webhook_id, place);
CREATE INDEX webhook_messages_waiting ON webhook_messages (webhook_id, prompt_id, place) WHERE status = 'pending';
CREATE INDEX webhook_messages_by_age ON webhook_messages (created_at);
