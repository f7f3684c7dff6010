-- How an account stands to another (see SQLite's).
CREATE TABLE relation (
    account  text COLLATE "C" NOT NULL,
    other    text COLLATE "C" NOT NULL,
    kind     text NOT NULL,
    since_ms bigint NOT NULL,
    PRIMARY KEY (account, other)
);

CREATE INDEX relation_other ON relation (other, kind);
