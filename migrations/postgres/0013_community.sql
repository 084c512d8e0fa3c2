-- community: what is looked at now. prompt_days (of the prompts room) holds the days; this holds the ranking.

-- The base-2 logarithm of a prompt's score, moved by the days since 1970 in half-lives. A score halves with time, and
-- every prompt's halves alike, so the order of these numbers stays right without touching them: only an event changes one.
CREATE TABLE prompt_trends (
    prompt_id UUID    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    -- Days of the period: 1, 7, 30 or 365.
    period    BIGINT  NOT NULL,
    rank_key  DOUBLE PRECISION NOT NULL,
    -- The last day on which something happened: when it falls out of the period, so does the prompt.
    last_day  BIGINT  NOT NULL,
    PRIMARY KEY (prompt_id, period)
);
CREATE INDEX prompt_trends_ranked ON prompt_trends (period, rank_key, prompt_id, last_day);

-- The newest public prompts.
CREATE INDEX prompts_public_newest ON prompts (created_at, id) WHERE is_public AND deleted_at IS NULL;
