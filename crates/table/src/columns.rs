use crate::{Event, EventKind, kinds::Public};
use std::fmt;

/// Error for columns that are no event. Does not reveal the secret column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnreadableEvent(String);

impl fmt::Display for UnreadableEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unreadable: {}", self.0)
    }
}

impl std::error::Error for UnreadableEvent {}

impl Event {
    /// Returns the log's two texts: the public one, which is JSON without secrets, and the secret
    /// one, which must be encrypted and is empty for most events.
    pub fn to_columns(&self) -> (String, String) {
        let (public, secret) = self.kind.split();
        // Serialising plain data with string keys cannot fail.
        (serde_json::to_string(&public).unwrap_or_default(), secret)
    }

    /// Parses the log's two texts. Actions are parsed when the event is applied.
    ///
    /// # Errors
    /// If another program wrote the log, or if it is damaged.
    pub fn from_columns(at_ms: u64, public: &str, secret: &str) -> Result<Event, UnreadableEvent> {
        let columns: Public = serde_json::from_str(public)
            .map_err(|error| UnreadableEvent(format!("{error} in {public}")))?;
        let kind = EventKind::join(columns, secret).map_err(UnreadableEvent)?;
        Ok(Event { at_ms, kind })
    }
}
