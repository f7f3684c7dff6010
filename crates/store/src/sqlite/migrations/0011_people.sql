-- The standing of accounts: closed, muted, hidden presence, office, warning not yet acknowledged.
ALTER TABLE player ADD COLUMN closed_ms INTEGER;
ALTER TABLE player ADD COLUMN muted_ms INTEGER;
ALTER TABLE player ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0;
ALTER TABLE player ADD COLUMN role TEXT;
ALTER TABLE player ADD COLUMN warning TEXT;

CREATE INDEX player_marked ON player (id)
    WHERE closed_ms IS NOT NULL OR muted_ms IS NOT NULL OR is_hidden <> 0 OR role IS NOT NULL;

-- Reports of players on players. A settled report stays.
CREATE TABLE report (
    n          INTEGER PRIMARY KEY,
    reporter   TEXT NOT NULL,
    account    TEXT NOT NULL,
    reason     TEXT NOT NULL,
    text       TEXT NOT NULL,
    table_id   TEXT,
    at_ms      INTEGER NOT NULL,
    settled_ms INTEGER
);

CREATE INDEX report_open ON report (n) WHERE settled_ms IS NULL;
CREATE INDEX report_account ON report (account, n);
CREATE INDEX report_reporter ON report (reporter, at_ms);

-- The acts of moderators. Nothing is changed or removed. `moderator` is NULL for the operator.
CREATE TABLE act (
    n         INTEGER PRIMARY KEY,
    moderator TEXT,
    kind      TEXT NOT NULL,
    account   TEXT,
    text      TEXT NOT NULL,
    at_ms     INTEGER NOT NULL
);

CREATE INDEX act_account ON act (account, n);
CREATE INDEX act_kind ON act (kind, n);

CREATE TRIGGER act_stays BEFORE UPDATE ON act
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER act_is_kept BEFORE DELETE ON act
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- The recipient's answer to a challenge: `accepted`, or the reason for declining.
ALTER TABLE challenge RENAME COLUMN declined TO answer;

PRAGMA user_version = 11;
