-- A challenge of one account to another, whose table waits for the recipient. `declined` is the
-- recipient's reason.
CREATE TABLE challenge (
    game_id    TEXT NOT NULL PRIMARY KEY,
    challenger TEXT NOT NULL,
    recipient  TEXT NOT NULL,
    text       TEXT NOT NULL,
    declined   TEXT,
    since_ms   INTEGER NOT NULL,
    until_ms   INTEGER NOT NULL
);

PRAGMA user_version = 9;
