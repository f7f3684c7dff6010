-- How many different opponents each player has met on a ladder, and what the calculation needs to
-- count on, which the store does not read. The ladders are computed anew for the new version.
ALTER TABLE ladder_player ADD COLUMN breadth INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ladder_player ADD COLUMN met BLOB NOT NULL DEFAULT x'';
CREATE INDEX ladder_player_breadth ON ladder_player (ladder, breadth DESC) WHERE games > 0;

PRAGMA user_version = 8;
