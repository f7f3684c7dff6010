//! Reading query results.

use rusqlite::{Connection, Params, Row};

/// Returns all rows of a query, each converted by `read`.
pub(super) fn all<T>(
    connection: &Connection,
    question: &str,
    values: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    connection.prepare_cached(question)?.query_map(values, read)?.collect()
}
