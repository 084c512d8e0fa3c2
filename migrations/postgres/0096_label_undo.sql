-- labels: which move an undo takes back, so that the next one goes further back.

ALTER TABLE label_moves ADD COLUMN undoes BIGINT;
