-- explorer: what a list shows of a prompt's text, and the prompts that a person marked as favourites.

-- The beginning of the text. The program fills it in (server/src/db/upgrade.rs), because SQL cannot.
ALTER TABLE prompts ADD COLUMN excerpt TEXT NOT NULL DEFAULT '';
INSERT INTO pending_upgrades (name) VALUES ('excerpts');

CREATE TABLE prompt_favourites (
    prompt_id  UUID    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    user_id    UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT  NOT NULL,
    PRIMARY KEY (user_id, prompt_id)
);
CREATE INDEX prompt_favourites_by_prompt ON prompt_favourites (prompt_id);
