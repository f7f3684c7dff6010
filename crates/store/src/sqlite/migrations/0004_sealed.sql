-- What is secret is sealed: `sealed` holds what `secret` held, which stays for what nobody has sealed
-- yet and is empty otherwise. `chain` is the version of the row's hash.
ALTER TABLE game_event ADD COLUMN chain INTEGER NOT NULL DEFAULT 1;
ALTER TABLE game_event ADD COLUMN sealed BLOB;

-- Where each log ends, so that one that was cut short is noticed; the same for its tokens; and when
-- the table must be looked at next. One row, written with every append.
ALTER TABLE game ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN head TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE game ADD COLUMN tokens_head TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN due_ms INTEGER;

UPDATE game SET
    events = COALESCE((SELECT MAX(seq) + 1 FROM game_event e WHERE e.game_id = game.id), 0),
    head = COALESCE(
        (SELECT hash FROM game_event e WHERE e.game_id = game.id ORDER BY seq DESC LIMIT 1), ''),
    tokens = (SELECT COUNT(*) FROM seat_token t WHERE t.game_id = game.id),
    due_ms = (SELECT due_ms FROM deadline d WHERE d.game_id = game.id);

DROP TABLE deadline;
CREATE INDEX game_due ON game (due_ms) WHERE due_ms IS NOT NULL;

-- The place of a token among its game's.
ALTER TABLE seat_token ADD COLUMN n INTEGER NOT NULL DEFAULT 0;
UPDATE seat_token SET n = (
    SELECT COUNT(*) FROM seat_token t
    WHERE t.game_id = seat_token.game_id AND t.rowid < seat_token.rowid);

-- The order in which games were finished or put right: whoever follows reads from where they were.
ALTER TABLE finished ADD COLUMN change INTEGER NOT NULL DEFAULT 0;
UPDATE finished SET change = ranked.n FROM (
    SELECT game_id, ROW_NUMBER() OVER (ORDER BY ended_ms, game_id) AS n FROM finished
) AS ranked WHERE ranked.game_id = finished.game_id;
CREATE UNIQUE INDEX finished_change ON finished (change);

-- The keys in use, each with something sealed by it, so that another house's is told from ours.
CREATE TABLE seal_key (
    id    INTEGER PRIMARY KEY,
    proof BLOB NOT NULL
);

-- A row as long as there may be something that was written before anything was sealed.
CREATE TABLE unsealed (one INTEGER PRIMARY KEY CHECK (one = 1));
INSERT INTO unsealed (one) VALUES (1);

-- Written and emptied again to find out whether there is room.
CREATE TABLE probe (
    one  INTEGER PRIMARY KEY CHECK (one = 1),
    room BLOB NOT NULL
);

-- "chuh": whose file this is.
PRAGMA application_id = 1667790184;
PRAGMA user_version = 4;
