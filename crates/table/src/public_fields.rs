//! Serialisation of fields of the public column: omitted defaults, and values written as text.

use serde::{Deserialize, Deserializer, Serializer};
use std::fmt;

pub(crate) const fn is_zero(ms: &u64) -> bool {
    *ms == 0
}

/// Version of the rules of logs that do not state one.
pub(crate) const fn first_version() -> u32 {
    1
}

/// Optional values, written as text.
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

/// Values that are written as text.
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
