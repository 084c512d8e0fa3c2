-- mail: what no mail server has taken yet.

CREATE TABLE mail_queue (
    id         BLOB NOT NULL PRIMARY KEY,
    recipient  TEXT NOT NULL,
    subject    TEXT NOT NULL,
    body       TEXT NOT NULL,
    attempts   INTEGER NOT NULL,
    next_at    INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX mail_queue_by_time ON mail_queue (next_at);
