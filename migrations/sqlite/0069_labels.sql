-- labels: names such as production, each of which points to a version of a prompt, and every move of one.

CREATE TABLE labels (
    prompt_id     BLOB    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    name          TEXT    NOT NULL,
    version_major INTEGER NOT NULL,
    version_minor INTEGER NOT NULL,
    version_batch INTEGER NOT NULL,
    -- Whether only owners and admins of the workspace may move it.
    is_protected  INTEGER NOT NULL,
    PRIMARY KEY (prompt_id, name)
) STRICT;

CREATE TABLE label_moves (
    prompt_id  BLOB    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    name       TEXT    NOT NULL,
    -- 1, 2, 3, … in the order of the moves.
    seq        INTEGER NOT NULL,
    -- Null before the first move.
    from_major INTEGER,
    from_minor INTEGER,
    from_batch INTEGER,
    -- Null if the label was removed.
    to_major   INTEGER,
    to_minor   INTEGER,
    to_batch   INTEGER,
    reason     TEXT    NOT NULL,
    -- No foreign key: the account may be deleted, the move stays.
    moved_by   BLOB    NOT NULL,
    moved_at   INTEGER NOT NULL,
    PRIMARY KEY (prompt_id, name, seq)
) STRICT;
