-- reports: what visitors reported about public pages. The administrator reads them.

CREATE TABLE reports (
    id         UUID NOT NULL PRIMARY KEY,
    -- The path of the page; empty for that of a secret link.
    path       TEXT NOT NULL,
    -- The title of the page when it was reported.
    title      TEXT NOT NULL,
    prompt_id  UUID REFERENCES prompts (id) ON DELETE SET NULL,
    reason     TEXT NOT NULL,
    message    TEXT NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE INDEX reports_by_prompt ON reports (prompt_id);
