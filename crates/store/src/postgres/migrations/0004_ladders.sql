-- The ladders: a fold of what is finished and rated, kept so that nobody has to make it anew (see
-- SQLite's). `change` and `game` are the last transaction that is in, and the last game of it.
CREATE TABLE ladder_fold (
    one        boolean PRIMARY KEY CHECK (one),
    version    bigint NOT NULL,
    step       bigint NOT NULL,
    change     bigint NOT NULL,
    game       text COLLATE "C" NOT NULL,
    is_anew    boolean NOT NULL,
    ended_ms   bigint,
    ended_game text COLLATE "C"
);
INSERT INTO ladder_fold (one, version, step, change, game, is_anew)
    VALUES (TRUE, 0, 0, 0, '', FALSE);

CREATE TABLE ladder_game (
    game_id  text COLLATE "C" PRIMARY KEY,
    ladder   text COLLATE "C" NOT NULL,
    ended_ms bigint NOT NULL,
    kept     bytea NOT NULL
);

CREATE INDEX ladder_game_ended ON ladder_game (ladder, ended_ms, game_id);

CREATE TABLE ladder_player (
    player_id        text COLLATE "C" NOT NULL,
    ladder           text COLLATE "C" NOT NULL,
    games            bigint NOT NULL,
    rating           double precision NOT NULL,
    deviation        double precision NOT NULL,
    volatility       double precision NOT NULL,
    last_ms          bigint NOT NULL,
    aborts           bigint NOT NULL,
    settled_until_ms bigint NOT NULL,
    PRIMARY KEY (player_id, ladder)
);

CREATE INDEX ladder_player_rating ON ladder_player (ladder, rating DESC, games DESC, player_id)
    WHERE games > 0;

CREATE TABLE ladder_meeting (
    ladder   text COLLATE "C" NOT NULL,
    one      text COLLATE "C" NOT NULL,
    other    text COLLATE "C" NOT NULL,
    ended_ms bigint NOT NULL,
    game_id  text COLLATE "C" NOT NULL,
    PRIMARY KEY (ladder, one, other, ended_ms, game_id)
);
