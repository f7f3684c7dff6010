-- How many different opponents each player has met on a ladder (see SQLite's).
ALTER TABLE ladder_player ADD COLUMN breadth bigint NOT NULL DEFAULT 0;
ALTER TABLE ladder_player ADD COLUMN met bytea NOT NULL DEFAULT '';
CREATE INDEX ladder_player_breadth ON ladder_player (ladder, breadth DESC) WHERE games > 0;
