-- share: the secret address of a prompt that is shared with whoever has the link.

CREATE TABLE share_links (
    prompt_id  BLOB    NOT NULL PRIMARY KEY REFERENCES prompts (id) ON DELETE CASCADE,
    -- Kept as it is, since it is shown again.
    token      TEXT    NOT NULL UNIQUE,
    -- Who made it. The link shows what this account may read of the prompt, and ends with it.
    user_id    BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX share_links_by_user ON share_links (user_id);
