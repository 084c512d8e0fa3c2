-- profile: who did what on which day, and the pictures of people.

-- One row a person, day, kind of act and thing: saving a prompt forty times on one day is one line of the activity list.
-- The thing has no foreign key: what is gone is only not shown any more, and a streak does not end because of it.
CREATE TABLE activity (
    user_id   UUID    NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Days since 1970 in UTC.
    day       BIGINT  NOT NULL,
    kind      TEXT    NOT NULL,
    object_id UUID    NOT NULL,
    times     BIGINT  NOT NULL,
    -- The last of the times.
    at        BIGINT  NOT NULL,
    PRIMARY KEY (user_id, day, kind, object_id)
);
CREATE INDEX activity_by_age ON activity (user_id, at, object_id, kind);

-- Pictures as they are served: decoded, made small and encoded again.
CREATE TABLE avatars (
    user_id    UUID    NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- Changes with the picture; part of its address.
    tag        TEXT    NOT NULL,
    media_type TEXT    NOT NULL,
    updated_at BIGINT  NOT NULL,
    bytes      BYTEA  NOT NULL
);
