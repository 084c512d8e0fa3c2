-- onboarding: how far somebody got in the five steps that welcome a new user.

CREATE TABLE onboarding_progress (
    user_id      BLOB    NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- The step to go on with, from 1.
    current_step INTEGER NOT NULL,
    -- JSON: what was filled in.
    data         TEXT    NOT NULL,
    updated_at   INTEGER NOT NULL,
    -- Set when it was finished or skipped.
    completed_at INTEGER
) STRICT;
