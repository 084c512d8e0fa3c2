-- components: reusable pieces of the library, their history, drafts and ratings.

CREATE TABLE components (
    id            BLOB    NOT NULL PRIMARY KEY,
    user_id       BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    title         TEXT    NOT NULL,
    description   TEXT    NOT NULL,
    -- The words of the core's closed lists.
    type          TEXT    NOT NULL,
    category      TEXT    NOT NULL,
    -- JSON list; component_tags repeats it for filtering.
    tags          TEXT    NOT NULL,
    is_public     INTEGER NOT NULL,
    version_major INTEGER NOT NULL,
    version_minor INTEGER NOT NULL,
    version_batch INTEGER NOT NULL,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    -- Set while it rests in the trash.
    deleted_at    INTEGER,
    -- Title and description, case-folded: what a search looks into.
    search_text   TEXT    NOT NULL,
    content       TEXT    NOT NULL
) STRICT;
CREATE INDEX components_by_owner ON components (user_id, updated_at, id) WHERE deleted_at IS NULL;
CREATE INDEX components_public ON components (updated_at, id) WHERE is_public AND deleted_at IS NULL;
CREATE INDEX components_in_trash ON components (user_id, deleted_at) WHERE deleted_at IS NOT NULL;

CREATE TABLE component_tags (
    component_id BLOB NOT NULL REFERENCES components (id) ON DELETE CASCADE,
    tag          TEXT NOT NULL,
    PRIMARY KEY (tag, component_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX component_tags_by_component ON component_tags (component_id);

-- How often a component was used and how it was rated. Apart from the component, so that a use does not touch its text.
CREATE TABLE component_counts (
    component_id BLOB    NOT NULL PRIMARY KEY REFERENCES components (id) ON DELETE CASCADE,
    usage_count  INTEGER NOT NULL DEFAULT 0,
    rating_count INTEGER NOT NULL DEFAULT 0,
    rating_sum   INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- One rating a person and component.
CREATE TABLE component_ratings (
    component_id BLOB    NOT NULL REFERENCES components (id) ON DELETE CASCADE,
    user_id      BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    rating       INTEGER NOT NULL CHECK (rating BETWEEN 1 AND 5),
    review_text  TEXT    NOT NULL,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    PRIMARY KEY (component_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX component_ratings_by_user ON component_ratings (user_id);

-- Who used what on which day (days since 1970 in UTC): a second use on the same day is not counted.
CREATE TABLE component_uses (
    component_id BLOB    NOT NULL REFERENCES components (id) ON DELETE CASCADE,
    day          INTEGER NOT NULL,
    user_id      BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (component_id, day, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX component_uses_by_user ON component_uses (user_id);

-- Snapshots. A number, once taken by a snapshot, is never taken again.
CREATE TABLE component_versions (
    id            BLOB    NOT NULL PRIMARY KEY,
    component_id  BLOB    NOT NULL REFERENCES components (id) ON DELETE CASCADE,
    version_major INTEGER NOT NULL,
    version_minor INTEGER NOT NULL,
    version_batch INTEGER NOT NULL,
    changelog     TEXT    NOT NULL,
    created_by    BLOB    NOT NULL,
    created_at    INTEGER NOT NULL,
    title         TEXT    NOT NULL,
    description   TEXT    NOT NULL,
    type          TEXT    NOT NULL,
    category      TEXT    NOT NULL,
    tags          TEXT    NOT NULL,
    content       TEXT    NOT NULL,
    UNIQUE (component_id, version_major, version_minor, version_batch)
) STRICT;
CREATE INDEX component_versions_by_age ON component_versions (component_id, created_at, id);

-- What somebody has typed into the component editor and not saved yet.
CREATE TABLE component_sessions (
    component_id  BLOB    NOT NULL PRIMARY KEY REFERENCES components (id) ON DELETE CASCADE,
    version_major INTEGER NOT NULL,
    version_minor INTEGER NOT NULL,
    version_batch INTEGER NOT NULL,
    saved_at      INTEGER NOT NULL,
    data          TEXT    NOT NULL
) STRICT;
