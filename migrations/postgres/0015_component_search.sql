-- component_search: substring search by trigrams over the components that everybody may find.

CREATE INDEX components_search ON components USING gin (search_text gin_trgm_ops) WHERE is_public AND deleted_at IS NULL;
