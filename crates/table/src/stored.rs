use crate::{Event, Kind, kinds::Public};
use std::fmt;

/// An event as two texts: a public one and one that must be sealed.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredEvent {
    /// Time of the event, Unix ms.
    pub at_ms: u64,
    /// Public part: JSON without secrets.
    pub public: String,
    /// Sealed part, empty for most events. Never log it.
    pub secret: String,
}

impl fmt::Debug for StoredEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoredEvent({} {} <secret>)", self.at_ms, self.public)
    }
}

/// Error for a stored event that cannot be parsed. Does not reveal the sealed part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredEventError(String);

impl fmt::Display for StoredEventError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unreadable: {}", self.0)
    }
}

impl std::error::Error for StoredEventError {}

impl Event {
    /// Converts the event to the form in which the log stores it.
    pub fn to_stored(&self) -> StoredEvent {
        let (public, secret) = self.kind.split();
        // Serialising plain data with string keys cannot fail.
        let public = serde_json::to_string(&public).unwrap_or_default();
        StoredEvent { at_ms: self.at_ms, public, secret }
    }

    /// Parses a stored event.
    ///
    /// # Errors
    /// If another program wrote the log, or if it is damaged.
    pub fn from_stored(stored: &StoredEvent) -> Result<Event, StoredEventError> {
        let public: Public = serde_json::from_str(&stored.public)
            .map_err(|error| StoredEventError(format!("{error} in {}", stored.public)))?;
        let kind = Kind::join(public, &stored.secret).map_err(StoredEventError)?;
        Ok(Event { at_ms: stored.at_ms, kind })
    }
}
