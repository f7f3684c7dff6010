-- Whether a game has not begun: only then may it be deleted. What was there before this version and
-- holds nothing but seats that were taken may be; whoever deletes looks into it first.
ALTER TABLE game ADD COLUMN open INTEGER NOT NULL DEFAULT 0;

UPDATE game SET open = 1 WHERE due_ms IS NULL
    AND NOT EXISTS (SELECT 1 FROM finished f WHERE f.game_id = game.id)
    AND EXISTS (SELECT 1 FROM game_event e WHERE e.game_id = game.id AND e.kind = 'opened')
    AND NOT EXISTS (SELECT 1 FROM game_event e
                    WHERE e.game_id = game.id AND e.kind NOT IN ('opened', 'joined'));

CREATE INDEX game_open ON game (created_ms, id) WHERE open = 1;

PRAGMA user_version = 5;
