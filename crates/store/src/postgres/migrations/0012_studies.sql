-- Studies: the state after all edits (see SQLite's).
CREATE TABLE study (
    id         text COLLATE "C" NOT NULL PRIMARY KEY,
    owner      text COLLATE "C" NOT NULL,
    title      text NOT NULL,
    visibility text COLLATE "C" NOT NULL,
    document   text NOT NULL,
    version    bigint NOT NULL,
    created_ms bigint NOT NULL,
    updated_ms bigint NOT NULL
);

CREATE INDEX study_owner ON study (owner);
CREATE INDEX study_listed ON study (visibility, updated_ms, id);

CREATE TABLE study_author (
    study   text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    PRIMARY KEY (study, account)
);

CREATE INDEX study_author_account ON study_author (account, study);

CREATE TABLE study_chapter (
    study    text COLLATE "C" NOT NULL,
    chapter  text COLLATE "C" NOT NULL,
    version  bigint NOT NULL,
    document text NOT NULL,
    PRIMARY KEY (study, chapter)
);

CREATE TABLE study_edit (
    study   text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    command text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    text    text NOT NULL,
    at_ms   bigint NOT NULL,
    PRIMARY KEY (study, version),
    UNIQUE (study, command)
);
