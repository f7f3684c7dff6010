use alloc::{borrow::ToOwned, string::String};
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
