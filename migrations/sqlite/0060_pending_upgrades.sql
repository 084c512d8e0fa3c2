-- Steps that the program does itself after all migrations, because SQL cannot (server/src/db/upgrade.rs): integers that JavaScript
-- would round are quoted in stored JSON.
CREATE TABLE pending_upgrades (name TEXT NOT NULL PRIMARY KEY) STRICT;
INSERT INTO pending_upgrades (name) VALUES ('quote_large_integers');
