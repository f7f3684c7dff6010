-- A player's games and a variant's in the order of ending, so that a page of them is read from its
-- index, however many games of others lie between.
ALTER TABLE finished ADD COLUMN variant TEXT NOT NULL
    GENERATED ALWAYS AS (substr(ladder, 1, instr(ladder || '/', '/') - 1)) VIRTUAL;
CREATE INDEX finished_variant ON finished (variant, ended_ms, game_id);

-- When its game ended, which never changes.
ALTER TABLE finished_player ADD COLUMN ended_ms INTEGER NOT NULL DEFAULT 0;
UPDATE finished_player SET ended_ms =
    (SELECT ended_ms FROM finished WHERE finished.game_id = finished_player.game_id);
DROP INDEX finished_player_id;
CREATE INDEX finished_player_ended ON finished_player (player_id, ended_ms, game_id)
    WHERE player_id IS NOT NULL;

PRAGMA user_version = 7;
