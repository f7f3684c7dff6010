-- A taken seek stays in the table and is listed again at this time, Unix ms: the server that took it may
-- have died. 0 for a seek that is not taken.
ALTER TABLE seek ADD COLUMN taken_until_ms bigint NOT NULL DEFAULT 0;
