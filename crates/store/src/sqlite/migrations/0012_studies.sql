-- Studies: the state after all edits.
CREATE TABLE study (
    id         TEXT NOT NULL PRIMARY KEY,
    owner      TEXT NOT NULL,
    title      TEXT NOT NULL,
    visibility TEXT NOT NULL,
    document   TEXT NOT NULL,
    version    INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
) WITHOUT ROWID;

CREATE INDEX study_owner ON study (owner);
CREATE INDEX study_listed ON study (visibility, updated_ms, id);

-- The accounts that may edit a study. The owner is one of them.
CREATE TABLE study_author (
    study   TEXT NOT NULL,
    account TEXT NOT NULL,
    PRIMARY KEY (study, account)
) WITHOUT ROWID;

CREATE INDEX study_author_account ON study_author (account, study);

CREATE TABLE study_chapter (
    study    TEXT NOT NULL,
    chapter  TEXT NOT NULL,
    version  INTEGER NOT NULL,
    document TEXT NOT NULL,
    PRIMARY KEY (study, chapter)
);

-- The accepted edits, one for each version. `command` is the id of the editor's page.
CREATE TABLE study_edit (
    study   TEXT NOT NULL,
    version INTEGER NOT NULL,
    command TEXT NOT NULL,
    account TEXT NOT NULL,
    text    TEXT NOT NULL,
    at_ms   INTEGER NOT NULL,
    PRIMARY KEY (study, version),
    UNIQUE (study, command)
) WITHOUT ROWID;

PRAGMA user_version = 12;
