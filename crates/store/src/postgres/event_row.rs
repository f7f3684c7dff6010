use crate::hash_chain::EventRow;
use sqlx::{Row, postgres::PgRow};

/// Hash in hex, as used by the chain.
pub(super) fn hex(hash: &[u8]) -> String {
    base16ct::lower::encode_string(hash)
}

/// Reads the columns of an event, starting with column `at`. `None` if there is no event.
pub(super) fn event_row(row: &PgRow, at: usize) -> Option<EventRow<'static>> {
    Some(EventRow {
        seq: row.get::<Option<i64>, _>(at)?,
        kind: row.get::<String, _>(at + 1).into(),
        seat: row.get::<Option<i16>, _>(at + 2).map(i64::from),
        command: row.get::<Option<String>, _>(at + 3).map(Into::into),
        public: row.get::<String, _>(at + 4).into(),
        secret: String::new(),
        sealed: row.get(at + 5),
        at_ms: row.get(at + 6),
        chain: row.get::<i16, _>(at + 7).into(),
        hash: hex(row.get(at + 8)),
    })
}
