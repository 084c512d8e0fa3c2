-- tests: which test of the prompt a run belongs to, and the results of its checks.
ALTER TABLE prompt_runs ADD COLUMN test_id TEXT;
-- Recognises the values that the test had.
ALTER TABLE prompt_runs ADD COLUMN test_values TEXT;
-- JSON list of results, each with a digest of its check.
ALTER TABLE prompt_runs ADD COLUMN checks TEXT;
CREATE INDEX prompt_runs_of_tests ON prompt_runs (prompt_id, created_at, id) WHERE test_id IS NOT NULL;
