-- prompt_search, mended: a prompt that was public and saved again could no longer be found.

-- One trigger, because the order of two is not defined: the index learned the new text first and then forgot its words.
DROP TRIGGER prompt_search_forget;
DROP TRIGGER prompt_search_learn;
CREATE TRIGGER prompt_search_update AFTER UPDATE OF search_text, is_public, deleted_at ON prompts
    WHEN new.search_text <> old.search_text OR new.is_public <> old.is_public
        OR (new.deleted_at IS NULL) <> (old.deleted_at IS NULL)
BEGIN
    INSERT INTO prompt_search (prompt_search, rowid, search_text)
        SELECT 'delete', old.rid, old.search_text WHERE old.is_public AND old.deleted_at IS NULL;
    INSERT INTO prompt_search (rowid, search_text)
        SELECT new.rid, new.search_text WHERE new.is_public AND new.deleted_at IS NULL;
END;

-- What the two left behind is made anew from the prompts.
INSERT INTO prompt_search (prompt_search) VALUES ('rebuild');
