-- workspaces: the names of teams.

-- Null for a personal workspace, which is called as its account is.
ALTER TABLE workspaces ADD COLUMN name TEXT;
