-- component_search: full-text search by trigrams over the components that everybody may find.

-- The index numbers its rows; a component's own row number is not kept by every copy of a database.
CREATE TABLE component_search_rows (
    rid          INTEGER PRIMARY KEY,
    component_id BLOB    NOT NULL UNIQUE
) STRICT;
CREATE VIRTUAL TABLE component_search USING fts5 (search_text, tokenize = 'trigram', detail = full);

CREATE TRIGGER component_search_insert AFTER INSERT ON components
    WHEN new.is_public AND new.deleted_at IS NULL
BEGIN
    INSERT INTO component_search_rows (component_id) VALUES (new.id);
    INSERT INTO component_search (rowid, search_text)
        SELECT rid, new.search_text FROM component_search_rows WHERE component_id = new.id;
END;
CREATE TRIGGER component_search_delete AFTER DELETE ON components
    WHEN old.is_public AND old.deleted_at IS NULL
BEGIN
    DELETE FROM component_search
        WHERE rowid = (SELECT rid FROM component_search_rows WHERE component_id = old.id);
    DELETE FROM component_search_rows WHERE component_id = old.id;
END;
-- One trigger, because the order of two would not be defined.
CREATE TRIGGER component_search_update AFTER UPDATE OF search_text, is_public, deleted_at ON components
    WHEN new.search_text <> old.search_text OR new.is_public <> old.is_public
        OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL)
BEGIN
    DELETE FROM component_search
        WHERE rowid = (SELECT rid FROM component_search_rows WHERE component_id = old.id);
    DELETE FROM component_search_rows WHERE component_id = old.id;
    INSERT INTO component_search_rows (component_id)
        SELECT new.id WHERE new.is_public AND new.deleted_at IS NULL;
    INSERT INTO component_search (rowid, search_text)
        SELECT rid, new.search_text FROM component_search_rows WHERE component_id = new.id;
END;

INSERT INTO component_search_rows (component_id)
    SELECT id FROM components WHERE is_public AND deleted_at IS NULL ORDER BY updated_at, id;
INSERT INTO component_search (rowid, search_text)
    SELECT r.rid, c.search_text FROM component_search_rows r JOIN components c ON c.id = r.component_id;
