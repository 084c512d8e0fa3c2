-- notifications: read from likes, clones and ratings; only when a person last looked is stored.

ALTER TABLE users ADD COLUMN notifications_seen_at BIGINT NOT NULL DEFAULT 0;

-- The clones of a prompt, newest first.
CREATE INDEX prompts_by_original ON prompts (forked_from, created_at) WHERE forked_from IS NOT NULL;
