-- prompts: tests are no longer searched, since only members read them.
INSERT INTO pending_upgrades (name) VALUES ('fold_searched_texts') ON CONFLICT DO NOTHING;
