-- accounts: the order of the list that administrators read.
CREATE INDEX users_by_time ON users (created_at, id);
