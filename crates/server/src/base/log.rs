//! Conversion between events of a table and events of the store.

use protocol::{GameId, UnixMs};
use store::{LoggedEvent, NewEvent};
use table::{Event, ReplayError, Table};

/// A log that cannot be replayed. Contains nothing secret.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the log of table `{table}` cannot be used: event {seq}: {why}")]
pub struct LogError {
    /// Id of the table.
    pub table: GameId,
    /// Index of the event in the log, from 0.
    pub seq: u64,
    /// The reason.
    pub why: String,
}

/// Replays a log.
///
/// # Errors
/// Names the first event that is unreadable or impossible.
pub(crate) fn replay(id: &GameId, log: &[LoggedEvent]) -> Result<Table, LogError> {
    replay_events(id, log).map(|(table, _)| table)
}

/// Replays a log, and returns the table with its events.
///
/// # Errors
/// As [`replay`].
pub(crate) fn replay_events(
    id: &GameId,
    log: &[LoggedEvent],
) -> Result<(Table, Vec<Event>), LogError> {
    let error = |seq, why| LogError { table: id.to_owned(), seq, why };
    let read = |logged| from_log(logged).map_err(|why| error(logged.seq, why));
    let events: Vec<Event> = log.iter().map(read).collect::<Result<_, _>>()?;
    let table = Table::replay(&events).map_err(|ReplayError { seq, why }| error(seq, why))?;
    Ok((table, events))
}

/// Applies an event that another server has appended, and returns it.
///
/// # Errors
/// As [`replay`]; the table is unusable then.
pub(crate) fn follow(
    id: &GameId,
    table: &mut Table,
    logged: &LoggedEvent,
) -> Result<Event, LogError> {
    let error = |why| LogError { table: id.to_owned(), seq: logged.seq, why };
    let event = from_log(logged).map_err(error)?;
    table.evolve(&event).map_err(|ReplayError { why, .. }| error(why))?;
    Ok(event)
}

fn from_log(logged: &LoggedEvent) -> Result<Event, String> {
    Event::from_columns(logged.at_ms.0, &logged.public, &logged.secret)
        .map_err(|error| error.to_string())
}

/// Event in the form of the log.
pub(crate) fn stored(event: &Event, command: Option<String>) -> NewEvent {
    let (kind, seat, at_ms) = (event.kind_name(), event.seat(), UnixMs(event.at_ms));
    let (public, secret) = event.to_columns();
    NewEvent { kind, seat, command, public, secret, at_ms }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn logged(seq: u64, public: &str, secret: &str) -> LoggedEvent {
        let (public, secret) = (public.to_owned(), secret.to_owned());
        LoggedEvent { seq, command: None, public, secret, at_ms: UnixMs(1) }
    }

    #[test]
    fn a_log_that_cannot_be_used_is_named() {
        let plan =
            r#"{"variant":"xiangqi","clock":"none","seats":[{"kind":"host"},{"kind":"open"}]}"#;
        let sealed = format!(r#"{{"seed":"{}","plan":{plan}}}"#, "07".repeat(32));
        let opened = logged(0, r#"{"kind":"opened"}"#, &sealed);
        replay(&"t".into(), std::slice::from_ref(&opened)).expect("a table");
        let newer = logged(0, r#"{"kind":"opened","rules":9}"#, &sealed);
        for (log, seq, why) in [
            (vec![], 0, "the log is empty"),
            (vec![newer], 0, "the game uses version 9 of the rules"),
            (vec![opened.clone(), logged(1, "{}", "")], 1, "unreadable: missing field `kind`"),
            (
                vec![opened.clone(), logged(1, r#"{"kind":"agreed"}"#, "")],
                1,
                "the game has not begun",
            ),
        ] {
            let error = replay(&"t".into(), &log).expect_err(why);
            assert_eq!((error.table.as_str(), error.seq), ("t", seq));
            assert!(error.why.starts_with(why), "{error}");
        }
    }
}
