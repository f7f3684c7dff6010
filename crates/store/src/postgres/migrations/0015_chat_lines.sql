-- Lines of chat on their way to the other servers, until they expire (Unix ms). The numbers are
-- committed in their order.
CREATE TABLE chat_line (
    n        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game_id  text COLLATE "C" NOT NULL,
    text     text NOT NULL,
    until_ms bigint NOT NULL
);
