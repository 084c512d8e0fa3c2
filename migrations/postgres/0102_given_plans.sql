-- accounts: the plan that an administrator gave a workspace, in place of that of all accounts.

ALTER TABLE workspaces ADD COLUMN plan TEXT;

-- reports: what an administrator decided.
ALTER TABLE reports ADD COLUMN outcome TEXT;
ALTER TABLE reports ADD COLUMN closed_at BIGINT;
