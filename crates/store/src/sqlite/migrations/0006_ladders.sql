-- The ladders: a fold of what is finished and rated, kept so that nobody has to make it anew. All of
-- it may be forgotten; `version` 0 says so. `step` counts advances, `change` is the last change that
-- is in. While it is made anew that is where changes are followed from then on, and the last game
-- that is in stands in the next two.
CREATE TABLE ladder_fold (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    version    INTEGER NOT NULL,
    step       INTEGER NOT NULL,
    change     INTEGER NOT NULL,
    is_anew    INTEGER NOT NULL,
    ended_ms   INTEGER,
    ended_game TEXT
);
INSERT INTO ladder_fold (one, version, step, change, is_anew) VALUES (1, 0, 0, 0, 0);

-- Each rated game with what came of it, which the store does not look into.
CREATE TABLE ladder_game (
    game_id  TEXT PRIMARY KEY NOT NULL,
    ladder   TEXT NOT NULL,
    ended_ms INTEGER NOT NULL,
    kept     BLOB NOT NULL
) WITHOUT ROWID;

CREATE INDEX ladder_game_ended ON ladder_game (ladder, ended_ms, game_id);

-- How each player stands after the last of these games.
CREATE TABLE ladder_player (
    player_id        TEXT NOT NULL,
    ladder           TEXT NOT NULL,
    games            INTEGER NOT NULL,
    rating           REAL NOT NULL,
    deviation        REAL NOT NULL,
    volatility       REAL NOT NULL,
    last_ms          INTEGER NOT NULL,
    aborts           INTEGER NOT NULL,
    settled_until_ms INTEGER NOT NULL,
    PRIMARY KEY (player_id, ladder)
) WITHOUT ROWID;

CREATE INDEX ladder_player_rating ON ladder_player (ladder, rating DESC, games DESC, player_id)
    WHERE games > 0;

-- Who met whom, when, for games of the same two count less and less.
CREATE TABLE ladder_meeting (
    ladder   TEXT NOT NULL,
    one      TEXT NOT NULL,
    other    TEXT NOT NULL,
    ended_ms INTEGER NOT NULL,
    game_id  TEXT NOT NULL,
    PRIMARY KEY (ladder, one, other, ended_ms, game_id)
) WITHOUT ROWID;

PRAGMA user_version = 6;
