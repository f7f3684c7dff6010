use crate::{Event, Kind, kinds::Public};
use serde::{Deserialize, Deserializer, Serializer};
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

pub(crate) const fn is_zero(ms: &u64) -> bool {
    *ms == 0
}

/// The rules of a table that was opened before its log said.
pub(crate) const fn is_first() -> u32 {
    1
}

/// The same where there may be none.
pub(crate) mod optional_text {
    use super::{Deserialize, Deserializer, Serializer, fmt};
    use std::str::FromStr;

    pub(crate) fn serialize<T: fmt::Display, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => serializer.collect_str(value),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: fmt::Display>,
        D: Deserializer<'de>,
    {
        let text = Option::<String>::deserialize(deserializer)?;
        text.map(|text| text.parse().map_err(serde::de::Error::custom)).transpose()
    }
}

/// Values that travel as their own texts.
pub(crate) mod text {
    use super::{Deserialize, Deserializer, Serializer, fmt};
    use std::str::FromStr;

    pub(crate) fn serialize<T: fmt::Display, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub(crate) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: fmt::Display>,
        D: Deserializer<'de>,
    {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}
