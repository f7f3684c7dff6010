use alloc::{borrow::ToOwned, format, string::String};
use core::{borrow::Borrow, fmt, ops::Deref};
use serde::{Deserialize, Serialize};

/// Declares an id: text that cannot be confused with the id of another kind of thing. JSON, logs and
/// messages show only the text.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(String);

        impl $name {
            /// Returns the text of the id.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Returns the text of the id without copying it.
            pub fn into_string(self) -> String {
                self.0
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> $name {
                $name(text)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> $name {
                $name(text.to_owned())
            }
        }

        impl Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl PartialEq<str> for $name {
            fn eq(&self, text: &str) -> bool {
                self.0 == text
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, text: &&str) -> bool {
                self.0 == *text
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

id! {
    /// Id of a study. Ids come from outside as well, so an id may belong to no study.
    StudyId
}

id! {
    /// Id of a game, which is also the id of its table and of its log. Games of a smart board have
    /// ids that begin with `board:`.
    ///
    /// Ids come from outside as well, so an id may belong to no game. The default is empty and
    /// sorts before every other id.
    ///
    /// ```
    /// use protocol::GameId;
    ///
    /// let id = GameId::from("k3f9");
    /// assert_eq!(serde_json::to_string(&id).unwrap(), r#""k3f9""#);
    /// assert_eq!(id, "k3f9");
    /// ```
    GameId
}

id! {
    /// Id of an account, which never changes. It is in the logs of rated games; the name is not.
    AccountId
}

id! {
    /// Id of a smart board: the number of its chip as 24 lowercase hex digits.
    ///
    /// Ids come from outside as well, so an id may belong to no board.
    BoardId
}

id! {
    /// Id of a ladder: the ratings of one variant at one speed, such as `xiangqi/blitz`.
    LadderId
}

impl LadderId {
    /// Returns the id of the ladder of a variant at a speed.
    ///
    /// ```
    /// use protocol::LadderId;
    ///
    /// let id = LadderId::of("xiangqi", "blitz");
    /// assert_eq!((id.as_str(), id.variant()), ("xiangqi/blitz", "xiangqi"));
    /// assert_eq!(id.speed(), "blitz");
    /// ```
    pub fn of(variant: impl fmt::Display, speed: impl fmt::Display) -> LadderId {
        LadderId(format!("{variant}/{speed}"))
    }

    /// Returns the id of the variant.
    pub fn variant(&self) -> &str {
        self.0.split('/').next().unwrap_or_default()
    }

    /// Returns the speed.
    pub fn speed(&self) -> &str {
        self.0.split_once('/').map_or("", |(_, speed)| speed)
    }
}
