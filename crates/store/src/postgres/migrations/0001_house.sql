-- The same things as in SQLite (see its migrations), in PostgreSQL's types. Ids are ASCII and sort
-- by their bytes; times are milliseconds since the epoch; hashes are bytes.
CREATE TABLE game (
    id          text COLLATE "C" PRIMARY KEY,
    -- In the order in which games began.
    n           bigint GENERATED ALWAYS AS IDENTITY,
    rules       bigint NOT NULL,
    created_ms  bigint NOT NULL,
    -- Where the log and the tokens end. Each append is decided by this row: it is changed only if it
    -- stands where the writer believes it to stand.
    events      bigint NOT NULL,
    head        bytea NOT NULL,
    tokens      bigint NOT NULL,
    tokens_head bytea NOT NULL,
    open        boolean NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX game_open ON game (created_ms, id) WHERE open;

-- Without a foreign key, which would cost half of an append: a game's own row decides.
CREATE TABLE game_event (
    game_id text COLLATE "C" NOT NULL,
    seq     bigint NOT NULL,
    kind    text NOT NULL,
    seat    smallint,
    cmd_id  text COLLATE "C",
    public  text NOT NULL,
    sealed  bytea,
    t_ms    bigint NOT NULL,
    hash    bytea NOT NULL,
    chain   smallint NOT NULL,
    PRIMARY KEY (game_id, seq)
);

CREATE UNIQUE INDEX game_event_cmd ON game_event (game_id, cmd_id) WHERE cmd_id IS NOT NULL;

-- When a table must be looked at next. Apart from the game's row, whose other columns are in no
-- index and so can be written in place.
CREATE TABLE deadline (
    game_id text COLLATE "C" PRIMARY KEY,
    due_ms  bigint NOT NULL
) WITH (fillfactor = 70);

CREATE INDEX deadline_due ON deadline (due_ms);

CREATE TABLE seat_token (
    game_id    text COLLATE "C" NOT NULL REFERENCES game (id),
    n          bigint NOT NULL,
    token_hash text COLLATE "C" NOT NULL,
    seats      text NOT NULL,
    PRIMARY KEY (game_id, token_hash)
);

CREATE TABLE player (
    id       text COLLATE "C" PRIMARY KEY,
    key      text COLLATE "C" NOT NULL UNIQUE,
    name     text NOT NULL,
    password text NOT NULL,
    since_ms bigint NOT NULL
);

CREATE TABLE session (
    token_hash text COLLATE "C" PRIMARY KEY,
    player_id  text COLLATE "C" NOT NULL REFERENCES player (id),
    until_ms   bigint NOT NULL
);

CREATE INDEX session_player ON session (player_id);
CREATE INDEX session_until ON session (until_ms);

-- `tx` is the transaction that wrote the row last. Whoever follows reads in its order, and only what
-- no transaction that is still open can come before.
CREATE TABLE finished (
    game_id  text COLLATE "C" PRIMARY KEY REFERENCES game (id),
    ladder   text COLLATE "C" NOT NULL,
    ended_ms bigint NOT NULL,
    rated    boolean NOT NULL,
    text     text NOT NULL,
    tx       xid8 NOT NULL DEFAULT pg_current_xact_id()
);

CREATE INDEX finished_ended ON finished (ended_ms, game_id);
CREATE UNIQUE INDEX finished_tx ON finished (tx, game_id);

CREATE TABLE finished_player (
    game_id   text COLLATE "C" NOT NULL REFERENCES finished (game_id),
    seat      bigint NOT NULL,
    player_id text COLLATE "C" REFERENCES player (id),
    name      text NOT NULL,
    PRIMARY KEY (game_id, seat)
);

CREATE INDEX finished_player_id ON finished_player (player_id, game_id) WHERE player_id IS NOT NULL;

CREATE TABLE board (
    id   text COLLATE "C" PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    key  bytea NOT NULL
);

-- One row: when the server was last alive.
CREATE TABLE alive (
    one  boolean PRIMARY KEY CHECK (one),
    t_ms bigint NOT NULL
);

-- The keys in use, each with something sealed by it.
CREATE TABLE seal_key (
    id    bigint PRIMARY KEY,
    proof bytea NOT NULL
);

-- Written over and over to find out whether there is room: nearly a page, and never squeezed.
CREATE TABLE probe (
    one  boolean PRIMARY KEY CHECK (one),
    room bytea NOT NULL
);
ALTER TABLE probe ALTER COLUMN room SET STORAGE PLAIN;
