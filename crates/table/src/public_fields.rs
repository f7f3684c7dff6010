//! How fields of the public column are written: what is left out, and what is a text of its own.

use serde::{Deserialize, Deserializer, Serializer};
use std::fmt;

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
