-- A table can wait for several recipients. `seat` is the seat that is reserved for the recipient; NULL
-- for the only open seat.
CREATE TABLE challenge_by_recipient (
    game_id    TEXT NOT NULL,
    challenger TEXT NOT NULL,
    recipient  TEXT NOT NULL,
    seat       INTEGER,
    text       TEXT NOT NULL,
    answer     TEXT,
    since_ms   INTEGER NOT NULL,
    until_ms   INTEGER NOT NULL,
    PRIMARY KEY (game_id, recipient)
);

INSERT INTO challenge_by_recipient
    SELECT game_id, challenger, recipient, NULL, text, answer, since_ms, until_ms FROM challenge;

DROP TABLE challenge;

ALTER TABLE challenge_by_recipient RENAME TO challenge;

-- Seeks that stay while their host is away. All others are in memory.
CREATE TABLE seek (
    game_id  TEXT NOT NULL PRIMARY KEY,
    kind     TEXT NOT NULL,
    maker    TEXT NOT NULL,
    text     TEXT NOT NULL,
    since_ms INTEGER NOT NULL,
    until_ms INTEGER NOT NULL
);

PRAGMA user_version = 13;
