-- auth: what an API token was used for, by hour, request and address. Counted in memory and added in batches.
CREATE TABLE token_uses (
    token_id BLOB    NOT NULL REFERENCES api_tokens (id) ON DELETE CASCADE,
    -- Hours since 1970 in UTC.
    hour     INTEGER NOT NULL,
    -- Method and route, such as `GET /api/prompts/…`.
    request  TEXT    NOT NULL,
    address  TEXT    NOT NULL,
    times    INTEGER NOT NULL,
    last_at  INTEGER NOT NULL,
    PRIMARY KEY (token_id, hour, request, address)
) STRICT, WITHOUT ROWID;
CREATE INDEX token_uses_by_hour ON token_uses (hour);
