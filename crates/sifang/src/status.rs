use core::fmt;

/// Status of a side.
///
/// ```
/// use sifang::Status;
///
/// // Texts in positions: in play, first to finish, second to lose its marshal.
/// let shown = [Status::InPlay, Status::Placed(1), Status::Fallen(2)];
/// assert_eq!(shown.map(|status| status.to_string()), ["-", "1", "x2"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Status {
    /// In play, with its marshal on the board.
    #[default]
    InPlay,
    /// Solo: the side won this place (1–3), and its pieces have left the board.
    Placed(u8),
    /// Its marshal was captured, as the first to fourth one (1–4).
    Fallen(u8),
}

impl Status {
    /// Parses `-`, `1`–`3`, `x1`–`x4`.
    pub(crate) fn from_text(text: &str) -> Option<Status> {
        match text.as_bytes() {
            [b'-'] => Some(Status::InPlay),
            [place @ b'1'..=b'3'] => Some(Status::Placed(place - b'0')),
            [b'x', order @ b'1'..=b'4'] => Some(Status::Fallen(order - b'0')),
            _ => None,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::InPlay => f.write_str("-"),
            Status::Placed(place) => write!(f, "{place}"),
            Status::Fallen(order) => write!(f, "x{order}"),
        }
    }
}
