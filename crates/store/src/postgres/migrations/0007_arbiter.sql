-- What tells the arbiter's key from others. A server that comes first puts its own.
ALTER TABLE house ADD COLUMN arbiter text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE house ALTER COLUMN arbiter DROP DEFAULT;
