-- Games and their append-only logs. The store never looks into an event: `public` may be read by
-- whoever reads the log, `secret` is sealed.
CREATE TABLE game (
    id         TEXT PRIMARY KEY NOT NULL,
    rules      INTEGER NOT NULL,
    created_ms INTEGER NOT NULL
);

CREATE TABLE game_event (
    game_id TEXT NOT NULL REFERENCES game (id),
    seq     INTEGER NOT NULL,
    kind    TEXT NOT NULL,
    seat    INTEGER,
    cmd_id  TEXT,
    public  TEXT NOT NULL,
    secret  TEXT NOT NULL,
    t_ms    INTEGER NOT NULL,
    hash    TEXT NOT NULL,
    PRIMARY KEY (game_id, seq)
);

CREATE UNIQUE INDEX game_event_cmd ON game_event (game_id, cmd_id) WHERE cmd_id IS NOT NULL;

-- Who may sit where: a hash of the token, and the seats as a text of digits.
CREATE TABLE seat_token (
    game_id    TEXT NOT NULL REFERENCES game (id),
    token_hash TEXT NOT NULL,
    seats      TEXT NOT NULL,
    PRIMARY KEY (game_id, token_hash)
);

-- When a table must be looked at next, written with the event that decides it.
CREATE TABLE deadline (
    game_id TEXT PRIMARY KEY NOT NULL REFERENCES game (id),
    due_ms  INTEGER NOT NULL
);

-- One row: when the server was last alive.
CREATE TABLE alive (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    t_ms INTEGER NOT NULL
);

PRAGMA user_version = 1;
