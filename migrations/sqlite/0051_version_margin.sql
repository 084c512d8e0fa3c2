-- versions, continued: saves between two versions left no trace in a history that an earlier version of the program wrote. A
-- line that such a record has left may have reached a higher number than the history shows, so it goes on above a margin
-- that no such line will have crossed. The current line is exact, unless a restore came back to it from a later one.

UPDATE prompt_numbers SET last_batch = last_batch + 1000
WHERE NOT EXISTS (
    SELECT 1 FROM prompts AS record
    WHERE record.id = prompt_numbers.prompt_id
        AND (record.version_major, record.version_minor) = (prompt_numbers.version_major, prompt_numbers.version_minor)
        AND NOT EXISTS (
            SELECT 1 FROM prompt_versions AS version
            WHERE version.prompt_id = record.id
                AND (version.version_major, version.version_minor) > (record.version_major, record.version_minor)
        )
);

UPDATE component_numbers SET last_batch = last_batch + 1000
WHERE NOT EXISTS (
    SELECT 1 FROM components AS record
    WHERE record.id = component_numbers.component_id
        AND (record.version_major, record.version_minor) = (component_numbers.version_major, component_numbers.version_minor)
        AND NOT EXISTS (
            SELECT 1 FROM component_versions AS version
            WHERE version.component_id = record.id
                AND (version.version_major, version.version_minor) > (record.version_major, record.version_minor)
        )
);
