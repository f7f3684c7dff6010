use smart_boards::Answer;
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
    /// What answers has not signed it; as before.
    Stranger,
    /// The key is another board's; somebody has to see to it, then trying again helps.
    WrongKey,
    /// Nobody has registered the board; as before.
    Unregistered,
    /// The server will never take this post, and has signed that.
    Malformed,
}

impl DeliveryError {
    pub(crate) fn away(why: impl fmt::Display) -> DeliveryError {
        DeliveryError { kind: Kind::Away, why: why.to_string() }
    }

    pub(crate) fn stranger(why: impl fmt::Display) -> DeliveryError {
        DeliveryError { kind: Kind::Stranger, why: why.to_string() }
    }

    /// What an HTTP status means that nobody has signed: a hint for a person, and never a reason to
    /// give a message up.
    pub(crate) fn of_status(status: u16, why: &str) -> DeliveryError {
        let kind = match status {
            401 | 403 => Kind::WrongKey,
            404 => Kind::Unregistered,
            429 | 500.. => Kind::Away,
            _ => Kind::Stranger,
        };
        DeliveryError { kind, why: format!("{status} {}", why.trim()).trim_end().to_owned() }
    }

    /// What a signed answer means that is no yes.
    pub(crate) fn of_answer(answer: &Answer) -> DeliveryError {
        let kind = match answer.status {
            400 | 413 | 415 | 422 => Kind::Malformed,
            _ => Kind::Away,
        };
        let why = cut(answer.why.as_deref().unwrap_or_default());
        DeliveryError { kind, why: format!("{} {why}", answer.status).trim_end().to_owned() }
    }
}

/// Enough of others' words to be shown and kept.
pub(crate) fn cut(text: &str) -> &str {
    text.char_indices().nth(200).map_or(text, |(end, _)| &text[..end])
}

impl fmt::Display for DeliveryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            Kind::Away => "the server does not answer",
            Kind::Stranger => "what answers is not the server, or does not know the key",
            Kind::WrongKey => "the server refuses the key",
            Kind::Unregistered => "the server does not know this board",
            Kind::Malformed => "the server does not understand a message",
        };
        write!(f, "{what} ({})", self.why)
    }
}
