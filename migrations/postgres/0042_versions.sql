-- versions, continued: the last batch number that a prompt or component was given under each major and minor number. No
-- number is given twice, so that a save which began with an older text is recognised by its number.

CREATE TABLE prompt_numbers (
    prompt_id UUID NOT NULL REFERENCES prompts (id) ON DELETE CASCADE,
    version_major BIGINT NOT NULL,
    version_minor BIGINT NOT NULL,
    last_batch BIGINT NOT NULL,
    PRIMARY KEY (prompt_id, version_major, version_minor)
);
INSERT INTO prompt_numbers (prompt_id, version_major, version_minor, last_batch)
    SELECT record, version_major, version_minor, MAX(version_batch)
    FROM (
        SELECT id AS record, version_major, version_minor, version_batch FROM prompts
        UNION ALL
        SELECT prompt_id, version_major, version_minor, version_batch FROM prompt_versions
    ) AS known
    GROUP BY record, version_major, version_minor;

CREATE TABLE component_numbers (
    component_id UUID NOT NULL REFERENCES components (id) ON DELETE CASCADE,
    version_major BIGINT NOT NULL,
    version_minor BIGINT NOT NULL,
    last_batch BIGINT NOT NULL,
    PRIMARY KEY (component_id, version_major, version_minor)
);
INSERT INTO component_numbers (component_id, version_major, version_minor, last_batch)
    SELECT record, version_major, version_minor, MAX(version_batch)
    FROM (
        SELECT id AS record, version_major, version_minor, version_batch FROM components
        UNION ALL
        SELECT component_id, version_major, version_minor, version_batch FROM component_versions
    ) AS known
    GROUP BY record, version_major, version_minor;
