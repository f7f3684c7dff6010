-- Progress of accounts in the puzzles of a game.
CREATE TABLE solver (
    account  TEXT NOT NULL,
    game     TEXT NOT NULL,
    version  INTEGER NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (account, game)
) WITHOUT ROWID;

-- Puzzles that an account has tried. All others have the rating of their file.
CREATE TABLE puzzle (
    game       TEXT NOT NULL,
    puzzle     TEXT NOT NULL,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL,
    attempts   INTEGER NOT NULL,
    solved     INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle)
) WITHOUT ROWID;

PRAGMA user_version = 15;
