-- accounts: who administers the instance.

ALTER TABLE users ADD COLUMN is_administrator BOOLEAN NOT NULL DEFAULT FALSE;
