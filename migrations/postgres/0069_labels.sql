-- labels: names such as production, each of which points to a version of a prompt, and every move of one.

CREATE TABLE labels (
    prompt_id     UUID    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    name          TEXT COLLATE "C" NOT NULL,
    version_major BIGINT  NOT NULL,
    version_minor BIGINT  NOT NULL,
    version_batch BIGINT  NOT NULL,
    -- Whether only owners and admins of the workspace may move it.
    is_protected  BOOLEAN NOT NULL,
    PRIMARY KEY (prompt_id, name)
);

CREATE TABLE label_moves (
    prompt_id  UUID    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    name       TEXT COLLATE "C" NOT NULL,
    -- 1, 2, 3, … in the order of the moves.
    seq        BIGINT  NOT NULL,
    -- Null before the first move.
    from_major BIGINT,
    from_minor BIGINT,
    from_batch BIGINT,
    -- Null if the label was removed.
    to_major   BIGINT,
    to_minor   BIGINT,
    to_batch   BIGINT,
    reason     TEXT    NOT NULL,
    -- No foreign key: the account may be deleted, the move stays.
    moved_by   UUID    NOT NULL,
    moved_at   BIGINT  NOT NULL,
    PRIMARY KEY (prompt_id, name, seq)
);
