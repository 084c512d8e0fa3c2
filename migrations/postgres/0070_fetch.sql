-- fetch: how often a version of a prompt was fetched, by day, label and client. Counted in memory and added in batches.

CREATE TABLE fetch_usage (
    prompt_id     UUID    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    day           BIGINT  NOT NULL,
    version_major BIGINT  NOT NULL,
    version_minor BIGINT  NOT NULL,
    version_batch BIGINT  NOT NULL,
    -- Empty without one.
    label         TEXT    NOT NULL,
    -- The first word of the client's User-Agent.
    client        TEXT    NOT NULL,
    requests      BIGINT  NOT NULL,
    last_at       BIGINT  NOT NULL,
    PRIMARY KEY (prompt_id, day, version_major, version_minor, version_batch, label, client)
);

-- What a token may fetch: JSON lists of prompt ids and of labels. Null for everything its account can see. A token with
-- either may do nothing else.
ALTER TABLE api_tokens ADD COLUMN prompt_ids TEXT;
ALTER TABLE api_tokens ADD COLUMN labels TEXT;
