-- analytics: days begin at midnight of the reader's time zone, so fetches are counted by hour. What was counted by day
-- stands at its noon, which is the same day in nearly every time zone.
ALTER TABLE fetch_usage RENAME COLUMN day TO hour;
UPDATE fetch_usage SET hour = hour * 24 + 12;

-- tests: whether all checks passed or one failed; null while one is missing.
ALTER TABLE prompt_runs ADD COLUMN test_passed INTEGER;
UPDATE prompt_runs SET test_passed = CASE
    WHEN checks LIKE '%"status":"failed"%' THEN 0
    WHEN checks LIKE '%"status":"pending"%' THEN NULL
    ELSE 1 END
WHERE test_id IS NOT NULL AND checks <> '[]';
