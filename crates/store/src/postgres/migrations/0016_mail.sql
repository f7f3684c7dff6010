-- The confirmed mail address of an account, to which links for a new password are sent; NULL for none.
ALTER TABLE player ADD COLUMN mail text COLLATE "C";

CREATE INDEX player_mail ON player (lower(mail)) WHERE mail IS NOT NULL;
