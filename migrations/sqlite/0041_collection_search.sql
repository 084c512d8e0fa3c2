-- collection_search: full-text search by trigrams over the collections that everybody may find.

-- The index numbers its rows; a collection's own row number is not kept by every copy of a database.
CREATE TABLE collection_search_rows (
    rid           INTEGER PRIMARY KEY,
    collection_id BLOB    NOT NULL UNIQUE
) STRICT;
CREATE VIRTUAL TABLE collection_search USING fts5 (search_text, tokenize = 'trigram', detail = full);

CREATE TRIGGER collection_search_insert AFTER INSERT ON collections
    WHEN new.is_public AND new.deleted_at IS NULL
BEGIN
    INSERT INTO collection_search_rows (collection_id) VALUES (new.id);
    INSERT INTO collection_search (rowid, search_text)
        SELECT rid, new.search_text FROM collection_search_rows WHERE collection_id = new.id;
END;
CREATE TRIGGER collection_search_delete AFTER DELETE ON collections
    WHEN old.is_public AND old.deleted_at IS NULL
BEGIN
    DELETE FROM collection_search
        WHERE rowid = (SELECT rid FROM collection_search_rows WHERE collection_id = old.id);
    DELETE FROM collection_search_rows WHERE collection_id = old.id;
END;
-- One trigger, because the order of two would not be defined.
CREATE TRIGGER collection_search_update AFTER UPDATE OF search_text, is_public, deleted_at ON collections
    WHEN new.search_text <> old.search_text OR new.is_public <> old.is_public
        OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL)
BEGIN
    DELETE FROM collection_search
        WHERE rowid = (SELECT rid FROM collection_search_rows WHERE collection_id = old.id);
    DELETE FROM collection_search_rows WHERE collection_id = old.id;
    INSERT INTO collection_search_rows (collection_id)
        SELECT new.id WHERE new.is_public AND new.deleted_at IS NULL;
    INSERT INTO collection_search (rowid, search_text)
        SELECT rid, new.search_text FROM collection_search_rows WHERE collection_id = new.id;
END;

INSERT INTO collection_search_rows (collection_id)
    SELECT id FROM collections WHERE is_public AND deleted_at IS NULL ORDER BY created_at, id;
INSERT INTO collection_search (rowid, search_text)
    SELECT r.rid, c.search_text FROM collection_search_rows r JOIN collections c ON c.id = r.collection_id;
