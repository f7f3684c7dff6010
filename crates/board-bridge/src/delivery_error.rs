use smart_boards::Answer;
use std::fmt;

/// Why a post was not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct DeliveryError {
    pub(crate) kind: Kind,
    pub(crate) why: String,
}

/// Kinds of failure, by what helps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The server is unavailable: retry.
    Away,
    /// The answer is not signed by the server: retry.
    Unsigned,
    /// The key is wrong: retry until the operator corrects it.
    WrongKey,
    /// The board is not registered: retry until the operator registers it.
    Unregistered,
    /// The server has permanently rejected this post, with a signature.
    Malformed,
}

impl DeliveryError {
    pub(crate) fn away(why: impl fmt::Display) -> DeliveryError {
        DeliveryError { kind: Kind::Away, why: why.to_string() }
    }

    pub(crate) fn unsigned(why: impl fmt::Display) -> DeliveryError {
        DeliveryError { kind: Kind::Unsigned, why: why.to_string() }
    }

    /// Interprets the HTTP status of an unsigned answer. It is a hint for a person and never a
    /// reason to drop a message.
    pub(crate) fn of_status(status: u16, why: &str) -> DeliveryError {
        let kind = match status {
            401 | 403 => Kind::WrongKey,
            404 => Kind::Unregistered,
            429 | 500.. => Kind::Away,
            _ => Kind::Unsigned,
        };
        DeliveryError { kind, why: format!("{status} {}", why.trim()).trim_end().to_owned() }
    }

    /// Interprets a signed answer that does not accept the post.
    pub(crate) fn of_answer(answer: &Answer) -> DeliveryError {
        let kind = match answer.status {
            400 | 413 | 415 | 422 => Kind::Malformed,
            _ => Kind::Away,
        };
        let why = shorten(answer.why.as_deref().unwrap_or_default());
        DeliveryError { kind, why: format!("{} {why}", answer.status).trim_end().to_owned() }
    }
}

/// Shortens a text from the network to 200 characters, for display and storage.
pub(crate) fn shorten(text: &str) -> &str {
    text.char_indices().nth(200).map_or(text, |(end, _)| &text[..end])
}

impl fmt::Display for DeliveryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            Kind::Away => "the server does not answer",
            Kind::Unsigned => "the answer is not signed by the server with this key",
            Kind::WrongKey => "the server refuses the key",
            Kind::Unregistered => "this board is not registered at the server",
            Kind::Malformed => "the server does not understand a message",
        };
        write!(f, "{what} ({})", self.why)
    }
}
