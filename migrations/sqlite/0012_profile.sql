-- profile: who did what on which day, and the pictures of people.

-- One row a person, day, kind of act and thing: saving a prompt forty times on one day is one line of the activity list.
-- The thing has no foreign key: what is gone is only not shown any more, and a streak does not end because of it.
CREATE TABLE activity (
    user_id   BLOB    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Days since 1970 in UTC.
    day       INTEGER NOT NULL,
    kind      TEXT    NOT NULL,
    object_id BLOB    NOT NULL,
    times     INTEGER NOT NULL,
    -- The last of the times.
    at        INTEGER NOT NULL,
    PRIMARY KEY (user_id, day, kind, object_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX activity_by_age ON activity (user_id, at, object_id, kind);

-- Pictures as they are served: decoded, made small and encoded again.
CREATE TABLE avatars (
    user_id    BLOB    NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- Changes with the picture; part of its address.
    tag        TEXT    NOT NULL,
    media_type TEXT    NOT NULL,
    updated_at INTEGER NOT NULL,
    bytes      BLOB    NOT NULL
) STRICT;
