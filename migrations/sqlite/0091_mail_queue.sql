-- mail: what could not be sent at once, and is tried again.

CREATE TABLE mail_queue (
    id         BLOB NOT NULL PRIMARY KEY,
    recipient  TEXT NOT NULL,
    subject    TEXT NOT NULL,
    body       TEXT NOT NULL,
    attempts   INTEGER NOT NULL,
    next_at    INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_queue_by_time ON mail_queue (next_at);
