-- accounts: one that an administrator has disabled keeps its data, and nobody acts for it.

ALTER TABLE users ADD COLUMN disabled_at BIGINT;
