use std::fmt;

/// Why a post was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DeliveryError {
    pub(crate) kind: Kind,
    pub(crate) why: String,
}

/// What can be done about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Trying again helps.
    Away,
    /// The key is another board's; somebody has to see to it, then trying again helps.
    WrongKey,
    /// Nobody has registered the board; as before.
    Unregistered,
    /// The server does not understand this post.
    Malformed,
}

impl DeliveryError {
    pub(crate) fn away(why: impl fmt::Display) -> DeliveryError {
        DeliveryError { kind: Kind::Away, why: why.to_string() }
    }

    /// What an HTTP status other than 200 means.
    pub(crate) fn of_status(status: u16, why: &str) -> DeliveryError {
        let kind = match status {
            401 | 403 => Kind::WrongKey,
            404 => Kind::Unregistered,
            400 | 413 | 415 | 422 => Kind::Malformed,
            _ => Kind::Away,
        };
        DeliveryError { kind, why: format!("{status} {}", why.trim()) }
    }
}

impl fmt::Display for DeliveryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            Kind::Away => "the server does not answer",
            Kind::WrongKey => "the server refuses the key",
            Kind::Unregistered => "the server does not know this board",
            Kind::Malformed => "the server does not understand a message",
        };
        write!(f, "{what} ({})", self.why)
    }
}
