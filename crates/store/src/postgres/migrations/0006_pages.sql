-- A player's games and a variant's in the order of ending, so that a page of them is read from its
-- index, however many games of others lie between.
ALTER TABLE finished ADD COLUMN variant text COLLATE "C" NOT NULL
    GENERATED ALWAYS AS (split_part(ladder, '/', 1)) STORED;
CREATE INDEX finished_variant ON finished (variant, ended_ms, game_id);

-- When its game ended, which never changes.
ALTER TABLE finished_player ADD COLUMN ended_ms bigint NOT NULL DEFAULT 0;
UPDATE finished_player p SET ended_ms = f.ended_ms FROM finished f WHERE f.game_id = p.game_id;
ALTER TABLE finished_player ALTER COLUMN ended_ms DROP DEFAULT;
DROP INDEX finished_player_id;
CREATE INDEX finished_player_ended ON finished_player (player_id, ended_ms, game_id)
    WHERE player_id IS NOT NULL;
