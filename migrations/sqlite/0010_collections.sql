-- collections: nested folders of prompts and of other collections.

CREATE TABLE collections (
    id           BLOB    NOT NULL PRIMARY KEY,
    user_id      BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Null at the top level. A purged parent leaves what it does not take along at the top level.
    parent_id    BLOB    REFERENCES collections (id) ON DELETE SET NULL,
    title        TEXT    NOT NULL,
    description  TEXT    NOT NULL,
    is_public    INTEGER NOT NULL,
    -- Fills itself from `filter` and holds no items of its own.
    is_smart     INTEGER NOT NULL,
    -- JSON, only of smart collections.
    filter       TEXT,
    -- The title, case-folded: what a search looks into.
    search_text  TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    -- Set while it rests in the trash.
    deleted_at   INTEGER,
    -- The collection whose deletion took this one along; itself, if it was deleted by itself.
    deleted_with BLOB
) STRICT;
CREATE INDEX collections_by_owner ON collections (user_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX collections_by_parent ON collections (parent_id, created_at, id);
CREATE INDEX collections_public ON collections (created_at, id) WHERE is_public AND deleted_at IS NULL;
CREATE INDEX collections_in_trash ON collections (user_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX collections_deleted_with ON collections (deleted_with) WHERE deleted_with IS NOT NULL;

-- What lies in a collection. How many there are is counted when asked, never kept by hand.
CREATE TABLE collection_items (
    id                  BLOB    NOT NULL PRIMARY KEY,
    collection_id       BLOB    NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    -- Exactly one of the two is set.
    prompt_id           BLOB    REFERENCES prompts (id) ON DELETE CASCADE,
    child_collection_id BLOB    REFERENCES collections (id) ON DELETE CASCADE,
    added_by            BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    added_at            INTEGER NOT NULL,
    CHECK ((prompt_id IS NULL) <> (child_collection_id IS NULL)),
    UNIQUE (collection_id, prompt_id),
    UNIQUE (collection_id, child_collection_id)
) STRICT;
CREATE INDEX collection_items_by_age ON collection_items (collection_id, added_at, id);
CREATE INDEX collection_items_by_prompt ON collection_items (prompt_id);
CREATE INDEX collection_items_by_child ON collection_items (child_collection_id);

-- How often a collection was seen and liked. Apart from the collection, so that a view does not touch it.
CREATE TABLE collection_counts (
    collection_id BLOB    NOT NULL PRIMARY KEY REFERENCES collections (id) ON DELETE CASCADE,
    view_count    INTEGER NOT NULL DEFAULT 0,
    like_count    INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE collection_likes (
    collection_id BLOB    NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    user_id       BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    created_at    INTEGER NOT NULL,
    PRIMARY KEY (user_id, collection_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX collection_likes_by_collection ON collection_likes (collection_id);

-- Who saw what on which day (days since 1970 in UTC): a second view on the same day is not counted.
CREATE TABLE collection_views (
    collection_id BLOB    NOT NULL REFERENCES collections (id) ON DELETE CASCADE,
    day           INTEGER NOT NULL,
    user_id       BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (collection_id, day, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX collection_views_by_user ON collection_views (user_id);
