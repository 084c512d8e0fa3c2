-- prompts: prompts and assets, who liked and saw them, and how to find them.

CREATE TABLE prompts (
    id              UUID    NOT NULL PRIMARY KEY,
    user_id         UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title           TEXT    NOT NULL,
    description     TEXT    NOT NULL,
    -- The words of the core's closed lists.
    prompt_type     TEXT    NOT NULL,
    structure_type  TEXT    NOT NULL,
    category        TEXT    NOT NULL,
    type            TEXT    NOT NULL,
    language        TEXT    NOT NULL,
    complexity      TEXT    NOT NULL,
    -- JSON list; prompt_tags repeats it for filtering.
    tags            TEXT    NOT NULL,
    is_public       BOOLEAN NOT NULL,
    -- The prompt this one is a copy of. No foreign key: the original may be gone.
    forked_from     UUID,
    version_major   BIGINT  NOT NULL,
    version_minor   BIGINT  NOT NULL,
    version_batch   BIGINT  NOT NULL,
    created_at      BIGINT  NOT NULL,
    updated_at      BIGINT  NOT NULL,
    -- Set while it rests in the trash.
    deleted_at      BIGINT,
    asset_fields    TEXT    NOT NULL,
    asset_metadata  TEXT    NOT NULL,
    -- JSON as the core wrote it. Reads pass it on unread.
    content         TEXT    NOT NULL,
    -- Title, description and content, case-folded: what a search looks into.
    search_text     TEXT    NOT NULL
);
CREATE INDEX prompts_by_owner ON prompts (user_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX prompts_public ON prompts (updated_at, id) WHERE is_public AND deleted_at IS NULL;
CREATE INDEX prompts_in_trash ON prompts (user_id, deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE prompt_tags (
    prompt_id UUID NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    tag       TEXT NOT NULL,
    PRIMARY KEY (tag, prompt_id)
);
CREATE INDEX prompt_tags_by_prompt ON prompt_tags (prompt_id);

-- How often a prompt was seen, liked and forked. Apart from the prompt, so that a view does not rewrite its text.
CREATE TABLE prompt_counts (
    prompt_id  UUID    NOT NULL PRIMARY KEY REFERENCES prompts (id) ON DELETE CASCADE,
    view_count BIGINT  NOT NULL DEFAULT 0,
    like_count BIGINT  NOT NULL DEFAULT 0,
    fork_count BIGINT  NOT NULL DEFAULT 0
);

CREATE TABLE prompt_likes (
    prompt_id  UUID    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    user_id    UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at BIGINT  NOT NULL,
    PRIMARY KEY (user_id, prompt_id)
);
CREATE INDEX prompt_likes_by_prompt ON prompt_likes (prompt_id);

-- Who saw what on which day (days since 1970 in UTC): a second view on the same day is not counted.
CREATE TABLE prompt_views (
    prompt_id UUID    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    day       BIGINT  NOT NULL,
    user_id   UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (prompt_id, day, user_id)
);
CREATE INDEX prompt_views_by_user ON prompt_views (user_id);

-- What happened to a prompt on a day. Rankings and charts are read from here.
CREATE TABLE prompt_days (
    day       BIGINT  NOT NULL,
    prompt_id UUID    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    views     BIGINT  NOT NULL DEFAULT 0,
    likes     BIGINT  NOT NULL DEFAULT 0,
    forks     BIGINT  NOT NULL DEFAULT 0,
    PRIMARY KEY (day, prompt_id)
);
CREATE INDEX prompt_days_by_prompt ON prompt_days (prompt_id, day);

-- Creating requests that were answered, so that repeating one creates nothing twice.
CREATE TABLE idempotency_keys (
    user_id      UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key          TEXT    NOT NULL,
    request_hash BYTEA    NOT NULL,
    created_id   UUID    NOT NULL,
    created_at   BIGINT  NOT NULL,
    PRIMARY KEY (user_id, key)
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Substring search by trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE INDEX prompts_search ON prompts USING gin (search_text gin_trgm_ops) WHERE is_public AND deleted_at IS NULL;
