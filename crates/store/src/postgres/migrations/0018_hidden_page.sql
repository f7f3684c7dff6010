-- How often and for how long an account's page was hidden during its own turns of a rated game. Only
-- moderators read it.
CREATE TABLE hidden_page (
    game_id text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    times   bigint NOT NULL,
    ms      bigint NOT NULL,
    PRIMARY KEY (game_id, account)
);
