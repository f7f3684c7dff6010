//! The versions of the schema.

use super::rows::all;
use crate::{
    StoreError, chain,
    migration::{Migration, migration},
};
use rusqlite::{Connection, ErrorCode, params};
use std::path::Path;

/// In order. A released migration never changes.
const MIGRATIONS: [Migration; 17] = [
    migration!(1, "games", "0001_games"),
    migration!(2, "boards", "0002_boards"),
    migration!(3, "players", "0003_players"),
    migration!(4, "sealed", "0004_sealed"),
    migration!(5, "open", "0005_open"),
    migration!(6, "ladders", "0006_ladders"),
    migration!(7, "pages", "0007_pages"),
    migration!(8, "breadth", "0008_breadth"),
    migration!(9, "challenges", "0009_challenges"),
    migration!(10, "relations", "0010_relations"),
    migration!(11, "people", "0011_people"),
    migration!(12, "studies", "0012_studies"),
    migration!(13, "reserved", "0013_reserved"),
    migration!(14, "mail", "0014_mail"),
    migration!(15, "puzzles", "0015_puzzles"),
    migration!(16, "hidden pages", "0016_hidden_page"),
    migration!(17, "playing", "0017_playing"),
];

/// Schema version of this program.
pub(super) const LATEST: i64 = MIGRATIONS.len() as i64;
/// First version that notes which migrations have run.
pub(super) const FIRST_NOTED: i64 = 4;
/// "chuh" as SQLite's application id.
const APPLICATION: i64 = 1_667_790_184;

const VERSIONS: &str = "CREATE TABLE IF NOT EXISTS migration ( \
    number INTEGER PRIMARY KEY, \
    name   TEXT NOT NULL \
)";

/// Makes the tables of a version in an empty database.
pub(super) fn run_up_to(connection: &Connection, version: i64) -> rusqlite::Result<()> {
    run_between(connection, 0, version)
}

/// Returns the schema version of a file; 0 for an empty file.
///
/// # Errors
/// If the file belongs to another program or a later version.
pub(super) fn version(connection: &Connection, file: &Path) -> Result<i64, StoreError> {
    let foreign = || StoreError::Foreign(file.display().to_string());
    let number = |question| {
        connection
            .query_row(question, [], |row| row.get::<_, i64>(0))
            .map_err(|error| if is_no_database(&error) { foreign() } else { error.into() })
    };
    let tables = number("SELECT COUNT(*) FROM sqlite_master")?;
    let application = number("PRAGMA application_id")?;
    let version = number("PRAGMA user_version")?;
    if tables == 0 {
        return Ok(0);
    }
    let games = "SELECT COUNT(*) FROM sqlite_master WHERE name IN ('game', 'game_event')";
    let has_games = number(games)? == 2;
    // The first versions did not set the application id.
    let is_ours = application == APPLICATION || (application == 0 && (1..=3).contains(&version));
    if !is_ours || !has_games {
        return Err(foreign());
    }
    let noted = "SELECT COUNT(*) FROM sqlite_master WHERE name = 'migration'";
    let found = match number(noted)? {
        0 => version,
        _ => number("SELECT COALESCE(MAX(number), 0) FROM migration")?,
    };
    if found > LATEST {
        let database = file.display().to_string();
        return Err(StoreError::Newer { database, found, known: LATEST });
    }
    Ok(found)
}

/// Runs the migrations after version `from`, up to version `to`.
pub(super) fn run_between(connection: &Connection, from: i64, to: i64) -> rusqlite::Result<()> {
    connection.execute_batch(VERSIONS)?;
    for migration in MIGRATIONS.iter().filter(|migration| migration.number <= to) {
        if migration.number > from {
            connection.execute_batch(migration.script)?;
            if migration.number == 4 {
                chain_tokens(connection)?;
            }
        }
        let note = "INSERT OR IGNORE INTO migration (number, name) VALUES (?1, ?2)";
        connection.execute(note, params![migration.number, migration.name])?;
    }
    Ok(())
}

/// Builds token chains for games from before version four.
fn chain_tokens(connection: &Connection) -> rusqlite::Result<()> {
    let tokens = "SELECT game_id, token_hash, seats FROM seat_token ORDER BY game_id, n";
    let token = |row: &rusqlite::Row<'_>| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, String>(2)?))
    };
    let tokens = all(connection, tokens, [], token)?;
    for of_game in tokens.chunk_by(|(one, ..), (next, ..)| one == next) {
        let game = &of_game[0].0;
        let head = of_game.iter().fold(String::new(), |head, (_, hash, seats)| {
            chain::with_token(&head, game, hash, seats)
        });
        connection
            .execute("UPDATE game SET tokens_head = ?2 WHERE id = ?1", params![game, head])?;
    }
    Ok(())
}

/// Whether SQLite reports that the file is not a database.
pub(super) fn is_no_database(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::NotADatabase)
}
