-- prompts, continued: lists are read from indexes alone, whatever they are filtered by.

-- What a list is filtered by stands in the index, so that passing over what does not fit costs no look at the prompt.
DROP INDEX prompts_by_owner;
CREATE INDEX prompts_by_owner
    ON prompts (user_id, updated_at, id, prompt_type, category, structure_type, complexity)
    WHERE deleted_at IS NULL;
DROP INDEX prompts_public;
CREATE INDEX prompts_public
    ON prompts (updated_at, id, prompt_type, category, structure_type, complexity, user_id)
    WHERE is_public AND deleted_at IS NULL;

-- By title, from A.
CREATE INDEX prompts_public_by_title ON prompts (title, id) WHERE is_public AND deleted_at IS NULL;

-- What happened to a prompt, day by day, for exact scores and charts.
DROP INDEX prompt_days_by_prompt;
CREATE INDEX prompt_days_by_prompt ON prompt_days (prompt_id, day) INCLUDE (views, likes, forks);
