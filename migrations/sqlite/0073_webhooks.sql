-- webhooks: addresses that are told of events, and the messages to them.

CREATE TABLE webhooks (
    id           BLOB    NOT NULL PRIMARY KEY,
    workspace_id BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    url          TEXT    NOT NULL,
    description  TEXT    NOT NULL,
    -- The names of the events that it is told of, as a JSON list.
    events       TEXT    NOT NULL,
    -- Kept as it is, since messages are signed with it.
    secret       TEXT    NOT NULL,
    is_active    INTEGER NOT NULL,
    created_at   INTEGER NOT NULL
) STRICT;

CREATE INDEX webhooks_by_workspace ON webhooks (workspace_id, created_at);

-- Written in the transaction of its event, and deleted after thirty days.
CREATE TABLE webhook_messages (
    id            BLOB    NOT NULL PRIMARY KEY,
    webhook_id    BLOB    NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    -- Messages about a prompt are sent in the order of their places.
    place         INTEGER NOT NULL,
    prompt_id     BLOB,
    event         TEXT    NOT NULL,
    body          TEXT    NOT NULL,
    -- pending, delivered or failed
    status        TEXT    NOT NULL,
    attempts      INTEGER NOT NULL,
    -- When it is tried next.
    next_at       INTEGER NOT NULL,
    -- Until when a process is sending it. A process that dies leaves it behind.
    locked_until  INTEGER NOT NULL,
    -- The HTTP status of the last answer, and why it counts as none.
    answer_status INTEGER,
    answer        TEXT    NOT NULL,
    attempted_at  INTEGER,
    created_at    INTEGER NOT NULL
) STRICT;

CREATE INDEX webhook_messages_due ON webhook_messages (next_at) WHERE status = 'pending';
CREATE INDEX webhook_messages_by_webhook ON webhook_messages (webhook_id, place);
CREATE INDEX webhook_messages_waiting ON webhook_messages (webhook_id, prompt_id, place) WHERE status = 'pending';
CREATE INDEX webhook_messages_by_age ON webhook_messages (created_at);
