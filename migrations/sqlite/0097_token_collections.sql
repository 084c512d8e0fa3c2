-- What a token may fetch, beside prompts and labels: a JSON list of collections, with what is nested in them.

ALTER TABLE api_tokens ADD COLUMN collection_ids TEXT;
