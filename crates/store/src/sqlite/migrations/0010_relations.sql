-- How an account stands to another: `kind` is `follow` or `block`.
CREATE TABLE relation (
    account  TEXT NOT NULL,
    other    TEXT NOT NULL,
    kind     TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (account, other)
) WITHOUT ROWID;

CREATE INDEX relation_other ON relation (other, kind);

PRAGMA user_version = 10;
