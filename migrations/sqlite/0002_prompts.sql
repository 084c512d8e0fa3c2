-- prompts: prompts and assets, who liked and saw them, and how to find them.

CREATE TABLE prompts (
    -- Row number for the full-text index, which needs an integer.
    rid             INTEGER PRIMARY KEY,
    id              BLOB    NOT NULL UNIQUE,
    user_id         BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
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
    is_public       INTEGER NOT NULL,
    -- The prompt this one is a copy of. No foreign key: the original may be gone.
    forked_from     BLOB,
    version_major   INTEGER NOT NULL,
    version_minor   INTEGER NOT NULL,
    version_batch   INTEGER NOT NULL,
    created_at      INTEGER NOT NULL,
    updated_at      INTEGER NOT NULL,
    -- Set while it rests in the trash.
    deleted_at      INTEGER,
    asset_fields    TEXT    NOT NULL,
    asset_metadata  TEXT    NOT NULL,
    -- JSON as the core wrote it. Reads pass it on unread.
    content         TEXT    NOT NULL,
    -- Title, description and content, case-folded: what a search looks into.
    search_text     TEXT    NOT NULL
) STRICT;
CREATE INDEX prompts_by_owner ON prompts (user_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX prompts_public ON prompts (updated_at, id) WHERE is_public AND deleted_at IS NULL;
CREATE INDEX prompts_in_trash ON prompts (user_id, deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE prompt_tags (
    prompt_id BLOB NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    tag       TEXT NOT NULL,
    PRIMARY KEY (tag, prompt_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX prompt_tags_by_prompt ON prompt_tags (prompt_id);

-- How often a prompt was seen, liked and forked. Apart from the prompt, so that a view does not rewrite its text.
CREATE TABLE prompt_counts (
    prompt_id  BLOB    NOT NULL PRIMARY KEY REFERENCES prompts (id) ON DELETE CASCADE,
    view_count INTEGER NOT NULL DEFAULT 0,
    like_count INTEGER NOT NULL DEFAULT 0,
    fork_count INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE prompt_likes (
    prompt_id  BLOB    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    user_id    BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, prompt_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX prompt_likes_by_prompt ON prompt_likes (prompt_id);

-- Who saw what on which day (days since 1970 in UTC): a second view on the same day is not counted.
CREATE TABLE prompt_views (
    prompt_id BLOB    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    day       INTEGER NOT NULL,
    user_id   BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (prompt_id, day, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX prompt_views_by_user ON prompt_views (user_id);

-- What happened to a prompt on a day. Rankings and charts are read from here.
CREATE TABLE prompt_days (
    day       INTEGER NOT NULL,
    prompt_id BLOB    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    views     INTEGER NOT NULL DEFAULT 0,
    likes     INTEGER NOT NULL DEFAULT 0,
    forks     INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (day, prompt_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX prompt_days_by_prompt ON prompt_days (prompt_id, day);

-- Creating requests that were answered, so that repeating one creates nothing twice.
CREATE TABLE idempotency_keys (
    user_id      BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    key          TEXT    NOT NULL,
    request_hash BLOB    NOT NULL,
    created_id   BLOB    NOT NULL,
    created_at   INTEGER NOT NULL,
    PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_age ON idempotency_keys (created_at);

-- Full-text search by trigrams over what everybody may find. An owner's own prompts are few and are searched directly.
CREATE VIEW prompt_search_source AS
    SELECT rid, search_text FROM prompts WHERE is_public AND deleted_at IS NULL;
CREATE VIRTUAL TABLE prompt_search USING fts5 (
    search_text, content = 'prompt_search_source', content_rowid = 'rid', tokenize = 'trigram', detail = full
);
CREATE TRIGGER prompt_search_insert AFTER INSERT ON prompts
    WHEN new.is_public AND new.deleted_at IS NULL
BEGIN
    INSERT INTO prompt_search (rowid, search_text) VALUES (new.rid, new.search_text);
END;
CREATE TRIGGER prompt_search_delete AFTER DELETE ON prompts
    WHEN old.is_public AND old.deleted_at IS NULL
BEGIN
    INSERT INTO prompt_search (prompt_search, rowid, search_text) VALUES ('delete', old.rid, old.search_text);
END;
CREATE TRIGGER prompt_search_forget AFTER UPDATE OF search_text, is_public, deleted_at ON prompts
    WHEN old.is_public AND old.deleted_at IS NULL
        AND (NOT new.is_public OR new.deleted_at IS NOT NULL OR new.search_text <> old.search_text)
BEGIN
    INSERT INTO prompt_search (prompt_search, rowid, search_text) VALUES ('delete', old.rid, old.search_text);
END;
CREATE TRIGGER prompt_search_learn AFTER UPDATE OF search_text, is_public, deleted_at ON prompts
    WHEN new.is_public AND new.deleted_at IS NULL
        AND (NOT old.is_public OR old.deleted_at IS NOT NULL OR new.search_text <> old.search_text)
BEGIN
    INSERT INTO prompt_search (rowid, search_text) VALUES (new.rid, new.search_text);
END;
