-- Progress of accounts in puzzles, and the ratings of puzzles (see SQLite's).
CREATE TABLE solver (
    account  text COLLATE "C" NOT NULL,
    game     text COLLATE "C" NOT NULL,
    version  bigint NOT NULL,
    document text NOT NULL,
    PRIMARY KEY (account, game)
);

CREATE TABLE puzzle (
    game       text COLLATE "C" NOT NULL,
    puzzle     text COLLATE "C" NOT NULL,
    rating     double precision NOT NULL,
    deviation  double precision NOT NULL,
    volatility double precision NOT NULL,
    attempts   bigint NOT NULL,
    solved     bigint NOT NULL,
    PRIMARY KEY (game, puzzle)
);
