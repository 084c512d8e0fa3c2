-- accounts: who administers the instance.

ALTER TABLE users ADD COLUMN is_administrator INTEGER NOT NULL DEFAULT 0;
