-- runs: what a model answered to a prompt. The id is that of the use in ai_usage.
CREATE TABLE prompt_runs (
    id              BLOB    NOT NULL PRIMARY KEY,
    prompt_id       BLOB    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    workspace_id    BLOB    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    -- The account that ran it. No foreign key: the run stays in its workspace.
    user_id         BLOB    NOT NULL,
    -- The number of the text that ran, as 1.2.0.
    version         TEXT    NOT NULL,
    -- JSON: the values of the variables, by name.
    variable_values TEXT    NOT NULL,
    -- JSON: the settings it ran with.
    settings        TEXT    NOT NULL,
    provider        TEXT    NOT NULL,
    model           TEXT    NOT NULL,
    own_key         INTEGER NOT NULL,
    -- succeeded, stopped or failed.
    status          TEXT    NOT NULL,
    -- Why it failed, or why the answer ended early.
    message         TEXT,
    output          TEXT    NOT NULL,
    -- JSON list of the calls that the model asked for.
    tool_calls      TEXT    NOT NULL,
    input_tokens    INTEGER NOT NULL,
    output_tokens   INTEGER NOT NULL,
    total_cost      INTEGER NOT NULL,
    first_token_ms  INTEGER,
    total_ms        INTEGER NOT NULL,
    is_pinned       INTEGER NOT NULL DEFAULT 0,
    created_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX prompt_runs_by_age ON prompt_runs (prompt_id, created_at, id);
CREATE INDEX prompt_runs_by_workspace ON prompt_runs (workspace_id);

-- credits: whether a pending use was asked to stop with what the model has written.
ALTER TABLE ai_usage ADD COLUMN stop_asked INTEGER NOT NULL DEFAULT 0;
