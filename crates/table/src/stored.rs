use crate::{Event, Kind, kinds::Public};
use std::fmt;

/// An event as two texts: what anyone may read in the log, and what must stay sealed.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Milliseconds since the epoch.
    pub at_ms: u64,
    /// JSON without any secret.
    pub public: String,
    /// The sealed part, empty for most events. Never to be logged.
    pub secret: String,
}

impl fmt::Debug for StoredEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoredEvent({} {} <secret>)", self.at_ms, self.public)
    }
}

/// A stored event that cannot be read. Says where, and nothing of the sealed part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEventError(String);

impl fmt::Display for StoredEventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unreadable: {}", self.0)
    }
}

impl std::error::Error for StoredEventError {}

impl Event {
    /// The event as the log keeps it.
    pub fn to_stored(&self) -> StoredEvent {
        let (public, secret) = self.kind.split();
        // Plain data with string keys always has a JSON text.
        let public = serde_json::to_string(&public).unwrap_or_default();
        StoredEvent { at_ms: self.at_ms, public, secret }
    }

    /// Reads an event back.
    ///
    /// # Errors
    /// If the log was written by something else or damaged.
    pub fn from_stored(stored: &StoredEvent) -> Result<Event, StoredEventError> {
        let public: Public = serde_json::from_str(&stored.public)
            .map_err(|error| StoredEventError(format!("{error} in {}", stored.public)))?;
        let kind = Kind::join(public, &stored.secret).map_err(StoredEventError)?;
        Ok(Event { at_ms: stored.at_ms, kind })
    }
}
