-- Accounts. `key` is the name without case, by which names are told apart; `password` is a hash
-- with its salt and costs, in the PHC's text.
CREATE TABLE player (
    id       TEXT PRIMARY KEY NOT NULL,
    key      TEXT NOT NULL UNIQUE,
    name     TEXT NOT NULL,
    password TEXT NOT NULL,
    since_ms INTEGER NOT NULL
);

-- Who is signed in: a hash of the cookie's token.
CREATE TABLE session (
    token_hash TEXT PRIMARY KEY NOT NULL,
    player_id  TEXT NOT NULL REFERENCES player (id),
    until_ms   INTEGER NOT NULL
);

CREATE INDEX session_player ON session (player_id);
CREATE INDEX session_until ON session (until_ms);

-- Games that are over and public, one row each, written with the event that ends (or corrects) the
-- game. `text` is the server's; the store does not look into it.
CREATE TABLE finished (
    game_id  TEXT PRIMARY KEY NOT NULL REFERENCES game (id),
    ladder   TEXT NOT NULL,
    ended_ms INTEGER NOT NULL,
    rated    INTEGER NOT NULL,
    text     TEXT NOT NULL
);

CREATE INDEX finished_ended ON finished (ended_ms, game_id);

CREATE TABLE finished_player (
    game_id   TEXT NOT NULL REFERENCES finished (game_id),
    seat      INTEGER NOT NULL,
    player_id TEXT REFERENCES player (id),
    name      TEXT NOT NULL,
    PRIMARY KEY (game_id, seat)
);

CREATE INDEX finished_player_id ON finished_player (player_id, game_id) WHERE player_id IS NOT NULL;

PRAGMA user_version = 3;
