//! What a query finds.

use rusqlite::{Connection, Params, Row};

/// All rows that a query finds, each as `read` makes it.
pub(super) fn all<T>(
    connection: &Connection,
    question: &str,
    values: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    connection.prepare_cached(question)?.query_map(values, read)?.collect()
}
