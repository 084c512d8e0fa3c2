-- Search texts and tags are folded anew by the program (server/src/db/upgrade.rs), because SQL cannot.
INSERT INTO pending_upgrades (name) VALUES ('fold_searched_texts');
