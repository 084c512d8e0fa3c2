-- onboarding: how far somebody got in the five steps that welcome a new user.

CREATE TABLE onboarding_progress (
    user_id      UUID    NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- The step to go on with, from 1.
    current_step BIGINT  NOT NULL,
    -- JSON: what was filled in.
    data         TEXT    NOT NULL,
    updated_at   BIGINT  NOT NULL,
    -- Set when it was finished or skipped.
    completed_at BIGINT
);
