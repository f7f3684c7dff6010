-- In which games accounts sit: a list of places to look at, written beside the log and not with it. What
-- is so the log says.
CREATE TABLE playing (
    player_id TEXT NOT NULL,
    game_id   TEXT NOT NULL,
    PRIMARY KEY (player_id, game_id)
) WITHOUT ROWID;

CREATE INDEX playing_game ON playing (game_id);

PRAGMA user_version = 17;
