-- tests: recognises what the model got in a run of a test, the messages and the settings.
ALTER TABLE prompt_runs ADD COLUMN test_text TEXT;
