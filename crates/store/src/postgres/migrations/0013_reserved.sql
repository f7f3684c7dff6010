-- A table can wait for several recipients. `seat` is the seat that is reserved for the recipient; NULL
-- for the only open seat.
ALTER TABLE challenge ADD COLUMN seat smallint;
ALTER TABLE challenge DROP CONSTRAINT challenge_pkey;
ALTER TABLE challenge ADD PRIMARY KEY (game_id, recipient);
