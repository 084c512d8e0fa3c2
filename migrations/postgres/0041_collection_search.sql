-- collection_search: substring search by trigrams over the collections that everybody may find.

CREATE INDEX collections_search ON collections USING gin (search_text gin_trgm_ops) WHERE is_public AND deleted_at IS NULL;
