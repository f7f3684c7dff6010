//! How a file of an earlier version becomes one of this.

use super::script::run_script;
use crate::{StoreError, chain};
use sqlx::{Row, SqliteConnection};
use std::path::Path;

struct Migration {
    number: i64,
    name: &'static str,
    script: &'static str,
}

/// In order. What has run never changes.
const MIGRATIONS: [Migration; 5] = [
    Migration { number: 1, name: "games", script: include_str!("migrations/0001_games.sql") },
    Migration { number: 2, name: "boards", script: include_str!("migrations/0002_boards.sql") },
    Migration { number: 3, name: "players", script: include_str!("migrations/0003_players.sql") },
    Migration { number: 4, name: "sealed", script: include_str!("migrations/0004_sealed.sql") },
    Migration { number: 5, name: "open", script: include_str!("migrations/0005_open.sql") },
];

/// The version of the tables of this program.
pub(super) const LATEST: i64 = MIGRATIONS.len() as i64;
/// "chuh", in the place where SQLite keeps whose file it is.
const APPLICATION: i64 = 1_667_790_184;
/// SQLite's code of a file that is no database.
const NOT_A_DATABASE: &str = "26";

const VERSIONS: &str = "CREATE TABLE IF NOT EXISTS migration ( \
    number INTEGER PRIMARY KEY, \
    name   TEXT NOT NULL \
)";

/// Brings a file's tables up to date.
pub(super) async fn run(connection: &mut SqliteConnection, file: &Path) -> Result<(), StoreError> {
    let version = version(connection, file).await?;
    if version == LATEST {
        return Ok(());
    }
    run_script(connection, "BEGIN IMMEDIATE").await?;
    match run_from(connection, version).await {
        Ok(()) => Ok(run_script(connection, "COMMIT").await?),
        Err(error) => {
            // What has failed may have ended it already.
            let _ = run_script(connection, "ROLLBACK").await;
            Err(error.into())
        }
    }
}

/// The version of a file's tables, 0 for an empty file.
///
/// # Errors
/// If the file is another program's, or of a later version.
pub(super) async fn version(
    connection: &mut SqliteConnection,
    file: &Path,
) -> Result<i64, StoreError> {
    let foreign = || StoreError::Foreign(file.display().to_string());
    let number = async |connection: &mut SqliteConnection, question: &'static str| {
        let row = sqlx::query(question).fetch_one(connection).await;
        row.map(|row| row.get::<i64, _>(0)).map_err(|error| match is_no_database(&error) {
            true => foreign(),
            false => error.into(),
        })
    };
    let tables = number(connection, "SELECT COUNT(*) FROM sqlite_master").await?;
    let application = number(connection, "PRAGMA application_id").await?;
    let version = number(connection, "PRAGMA user_version").await?;
    if tables == 0 {
        return Ok(0);
    }
    let games = "SELECT COUNT(*) FROM sqlite_master WHERE name IN ('game', 'game_event')";
    let has_games = number(connection, games).await? == 2;
    // The first versions did not sign their files.
    let is_ours = application == APPLICATION || (application == 0 && (1..=3).contains(&version));
    if !is_ours || !has_games {
        return Err(foreign());
    }
    let noted = "SELECT COUNT(*) FROM sqlite_master WHERE name = 'migration'";
    let found = match number(connection, noted).await? {
        0 => version,
        _ => number(connection, "SELECT COALESCE(MAX(number), 0) FROM migration").await?,
    };
    if found > LATEST {
        let database = file.display().to_string();
        return Err(StoreError::Newer { database, found, known: LATEST });
    }
    Ok(found)
}

async fn run_from(connection: &mut SqliteConnection, version: i64) -> Result<(), sqlx::Error> {
    run_script(connection, VERSIONS).await?;
    for migration in &MIGRATIONS {
        if migration.number > version {
            run_script(connection, migration.script).await?;
            if migration.number == 4 {
                chain_tokens(connection).await?;
            }
        }
        sqlx::query("INSERT OR IGNORE INTO migration (number, name) VALUES ($1, $2)")
            .bind(migration.number)
            .bind(migration.name)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// The tokens of games from before the fourth version become chains.
async fn chain_tokens(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let tokens =
        sqlx::query("SELECT game_id, token_hash, seats FROM seat_token ORDER BY game_id, n")
            .fetch_all(&mut *connection)
            .await?;
    for of_game in tokens.chunk_by(|one, next| one.get::<&str, _>(0) == next.get::<&str, _>(0)) {
        let game: &str = of_game[0].get(0);
        let head = of_game.iter().fold(String::new(), |head, token| {
            chain::with_token(&head, game, token.get(1), token.get(2))
        });
        sqlx::query("UPDATE game SET tokens_head = $2 WHERE id = $1")
            .bind(game)
            .bind(head)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Whether SQLite says that this is no database.
pub(super) fn is_no_database(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code());
    code.is_some_and(|code| code == NOT_A_DATABASE)
}
