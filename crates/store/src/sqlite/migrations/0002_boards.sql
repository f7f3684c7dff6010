-- Smart boards that may speak, each with the key that signs its messages. Their games are logs like
-- any other: `board:<id>:<game>`, and `arbiter:<id>:<game>` for what was put right.
CREATE TABLE board (
    id   TEXT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    key  BLOB NOT NULL
);

PRAGMA user_version = 2;
