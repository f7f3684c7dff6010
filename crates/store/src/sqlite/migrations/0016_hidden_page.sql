-- How often and for how long an account's page was hidden during its own turns of a rated game. Only
-- moderators read it.
CREATE TABLE hidden_page (
    game_id TEXT NOT NULL,
    account TEXT NOT NULL,
    times   INTEGER NOT NULL,
    ms      INTEGER NOT NULL,
    PRIMARY KEY (game_id, account)
) WITHOUT ROWID;

PRAGMA user_version = 16;
