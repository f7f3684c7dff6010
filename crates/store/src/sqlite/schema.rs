//! Whether the tables of a file are exactly those that chuhe makes.
//!
//! Triggers, views and altered tables can change what a statement does. They are found before any
//! row is read or written.

use super::{migrations, rows::all};
use crate::StoreError;
use rusqlite::{Connection, TransactionBehavior};
use std::{collections::BTreeMap, path::Path};

/// The statement that made each object, by type and name.
type Objects = BTreeMap<(String, String), String>;

/// Migrates a file's schema to the latest version.
///
/// # Errors
/// As [`migrations::version`], and if the file has a schema that chuhe did not make.
pub(super) fn migrate(connection: &mut Connection, file: &Path) -> Result<(), StoreError> {
    let version = checked_version(connection, file)?;
    if version == migrations::LATEST {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    migrations::run_between(&transaction, version, migrations::LATEST)?;
    Ok(transaction.commit()?)
}

/// Returns the schema version of a file whose schema is exactly that version's; 0 for an empty file.
///
/// # Errors
/// As [`migrations::version`] and [`check`].
pub(super) fn checked_version(connection: &Connection, file: &Path) -> Result<i64, StoreError> {
    let version = migrations::version(connection, file)?;
    if version > 0 {
        check(connection, version, file, &[])?;
    }
    Ok(version)
}

/// Checks that a file has exactly the schema of this version.
///
/// # Errors
/// As [`checked_version`], and [`StoreError::Unfit`] for a file of an earlier version.
pub(super) fn check_latest(connection: &Connection, file: &Path) -> Result<(), StoreError> {
    if checked_version(connection, file)? == migrations::LATEST {
        return Ok(());
    }
    let what = "it has the tables of an earlier version; start a server of this version first";
    Err(StoreError::Unfit { database: file.display().to_string(), what: what.to_owned() })
}

/// Compares a file's schema with that of the given version. `extra` are statements whose tables
/// the file may have besides.
///
/// # Errors
/// [`StoreError::Unfit`] with the first object that differs.
pub(super) fn check(
    connection: &Connection,
    version: i64,
    file: &Path,
    extra: &[&str],
) -> Result<(), StoreError> {
    let expected_tables = Connection::open_in_memory()?;
    migrations::run_up_to(&expected_tables, version)?;
    let expected = objects(&expected_tables)?;
    for statement in extra {
        expected_tables.execute_batch(statement)?;
    }
    let allowed = objects(&expected_tables)?;
    let found = objects(connection)?;
    let differs = |what: String| StoreError::Unfit { database: file.display().to_string(), what };
    for ((kind, name), statement) in &found {
        match allowed.get(&(kind.clone(), name.clone())) {
            None => {
                let what = format!("it has the {kind} `{name}`, which chuhe does not make");
                return Err(differs(what));
            }
            Some(expected) if expected != statement => {
                return Err(differs(format!("its {kind} `{name}` is not as chuhe makes it")));
            }
            Some(_) => {}
        }
    }
    match expected.keys().find(|key| !found.contains_key(*key)) {
        // The first versions had no `migration` table.
        Some((_, name)) if name == "migration" && version < migrations::FIRST_NOTED => Ok(()),
        Some((kind, name)) => Err(differs(format!("it lacks the {kind} `{name}`"))),
        None => Ok(()),
    }
}

fn objects(connection: &Connection) -> Result<Objects, StoreError> {
    let question = "SELECT type, name, sql FROM sqlite_master";
    let row = |row: &rusqlite::Row<'_>| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, Option<String>>(2)?))
    };
    let mut objects = Objects::new();
    for (kind, name, statement) in all(connection, question, [], row)? {
        // SQLite's own: the indexes of keys, and the statistics of ANALYZE.
        let is_key =
            kind == "index" && name.starts_with("sqlite_autoindex_") && statement.is_none();
        let is_statistics = kind == "table" && name.starts_with("sqlite_stat");
        if !is_key && !is_statistics {
            let words: Vec<&str> =
                statement.iter().flat_map(|text| text.split_whitespace()).collect();
            objects.insert((kind, name), words.join(" "));
        }
    }
    Ok(objects)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(version: i64, change: &str, extra: &[&str]) -> Result<(), String> {
        let connection = Connection::open_in_memory().unwrap();
        migrations::run_up_to(&connection, version).unwrap();
        connection.execute_batch(change).unwrap();
        let checked = check(&connection, version, Path::new("f.db"), extra);
        checked.map_err(|error| error.to_string())
    }

    #[test]
    fn a_schema_is_compared_exactly() {
        let latest = migrations::LATEST;
        for version in 1..=latest {
            assert_eq!(checked(version, "", &[]), Ok(()), "{version}");
        }
        assert_eq!(checked(latest, "ANALYZE", &[]), Ok(()));
        assert_eq!(checked(2, "DROP TABLE migration", &[]), Ok(()));
        let spare = "CREATE TABLE spare (n INTEGER)";
        assert_eq!(checked(latest, spare, &[spare]), Ok(()));
        assert_eq!(checked(latest, "", &[spare]), Ok(()));
        for (change, expected) in [
            (
                "CREATE TRIGGER t AFTER INSERT ON game BEGIN DELETE FROM player; END",
                "it has the trigger `t`, which chuhe does not make",
            ),
            (
                "CREATE VIEW v AS SELECT * FROM game",
                "it has the view `v`, which chuhe does not make",
            ),
            (spare, "it has the table `spare`, which chuhe does not make"),
            ("CREATE INDEX i ON game (rules)", "it has the index `i`, which chuhe does not make"),
            ("ALTER TABLE alive ADD COLUMN x", "its table `alive` is not as chuhe makes it"),
            (
                "DROP INDEX game_due; CREATE INDEX game_due ON game (due_ms)",
                "its index `game_due` is not as chuhe makes it",
            ),
            ("DROP INDEX game_due", "it lacks the index `game_due`"),
            (
                "DROP TABLE alive; CREATE VIEW alive AS SELECT 1 AS one, 2 AS t_ms",
                "it has the view `alive`, which chuhe does not make",
            ),
            ("DROP TABLE migration", "it lacks the table `migration`"),
        ] {
            let found = checked(latest, change, &[]);
            assert_eq!(found, Err(format!("f.db cannot be used: {expected}")), "{change}");
        }
        let other = checked(latest, "CREATE TABLE spare (n TEXT)", &[spare]);
        assert!(other.unwrap_err().contains("its table `spare` is not as chuhe makes it"));
    }
}
