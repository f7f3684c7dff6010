-- What servers tell each other of smart boards beside their logs: how often one has changed, what its
-- next message must carry to be a fresh one, when it was heard, and how it looks. Lost when
-- PostgreSQL is killed: then the next message is no fresh one, and the one after it is.
CREATE UNLOGGED TABLE board_news (
    board_id text COLLATE "C" PRIMARY KEY,
    changes  bigint NOT NULL,
    nonce    bigint NOT NULL,
    heard_ms bigint NOT NULL,
    view     text NOT NULL
);
