-- runs: what a model answered to a prompt. The id is that of the use in ai_usage.
CREATE TABLE prompt_runs (
    id              UUID    NOT NULL PRIMARY KEY,
    prompt_id       UUID    NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    workspace_id    UUID    NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
    -- The account that ran it. No foreign key: the run stays in its workspace.
    user_id         UUID    NOT NULL,
    -- The number of the text that ran, as 1.2.0.
    version         TEXT    NOT NULL,
    -- JSON: the values of the variables, by name.
    variable_values TEXT    NOT NULL,
    -- JSON: the settings it ran with.
    settings        TEXT    NOT NULL,
    provider        TEXT    NOT NULL,
    model           TEXT    NOT NULL,
    own_key         BOOLEAN NOT NULL,
    -- succeeded, stopped or failed.
    status          TEXT    NOT NULL,
    -- Why it failed, or why the answer ended early.
    message         TEXT,
    output          TEXT    NOT NULL,
    -- JSON list of the calls that the model asked for.
    tool_calls      TEXT    NOT NULL,
    input_tokens    BIGINT  NOT NULL,
    output_tokens   BIGINT  NOT NULL,
    total_cost      BIGINT  NOT NULL,
    first_token_ms  BIGINT,
    total_ms        BIGINT  NOT NULL,
    is_pinned       BOOLEAN NOT NULL DEFAULT FALSE,
    created_at      BIGINT  NOT NULL
);
CREATE INDEX prompt_runs_by_age ON prompt_runs (prompt_id, created_at, id);
CREATE INDEX prompt_runs_by_workspace ON prompt_runs (workspace_id);

-- credits: whether a pending use was asked to stop with what the model has written.
ALTER TABLE ai_usage ADD COLUMN stop_asked BOOLEAN NOT NULL DEFAULT FALSE;
