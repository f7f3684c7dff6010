-- A challenge of one account to another, whose table waits for the recipient (see SQLite's).
CREATE TABLE challenge (
    game_id    text COLLATE "C" NOT NULL PRIMARY KEY,
    challenger text COLLATE "C" NOT NULL,
    recipient  text COLLATE "C" NOT NULL,
    text       text NOT NULL,
    declined   text,
    since_ms   bigint NOT NULL,
    until_ms   bigint NOT NULL
);
