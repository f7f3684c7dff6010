//! Events of a table as the store keeps them.

use store::{LoggedEvent, NewEvent};
use table::{Event, StoredEvent, Table};

/// The table that a log made.
pub(crate) fn replay(log: &[LoggedEvent]) -> Option<Table> {
    let events: Option<Vec<Event>> = log.iter().map(from_log).collect();
    Table::replay(&events?)
}

fn from_log(logged: &LoggedEvent) -> Option<Event> {
    let stored = StoredEvent {
        at_ms: logged.at_ms,
        public: logged.public.clone(),
        secret: logged.secret.clone(),
    };
    Event::from_stored(&stored).ok()
}

/// An event as the log keeps it.
pub(crate) fn stored(event: &Event, command: Option<String>) -> NewEvent {
    let StoredEvent { at_ms, public, secret } = event.to_stored();
    NewEvent { kind: event.kind_name(), seat: event.seat(), command, public, secret, at_ms }
}
