-- mail: what no mail server has taken yet.

CREATE TABLE mail_queue (
    id         UUID NOT NULL PRIMARY KEY,
    recipient  TEXT NOT NULL,
    subject    TEXT NOT NULL,
    body       TEXT NOT NULL,
    attempts   BIGINT NOT NULL,
    next_at    BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX mail_queue_by_time ON mail_queue (next_at);
