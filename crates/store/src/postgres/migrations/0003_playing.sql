-- In which games accounts sit, as far as a server has seen it: a list of places to look at, written
-- beside the log and not with it. What is so the log says.
CREATE TABLE playing (
    player_id text COLLATE "C" NOT NULL,
    game_id   text COLLATE "C" NOT NULL,
    PRIMARY KEY (player_id, game_id)
);

CREATE INDEX playing_game ON playing (game_id);
