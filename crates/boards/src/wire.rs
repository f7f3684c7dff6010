use crate::key::{hex, unhex};
use boardlink::{BoardId, ToBoard, ToHost};
use serde::{Deserialize, Serialize};

/// The header with the body's signature ([`crate::Key::sign`]).
pub const MAC_HEADER: &str = "x-chuhe-mac";

/// The largest body of a [`Post`], in bytes; a bridge with more to say says it in several.
pub const POST_BYTES: usize = 64 * 1024;

/// `POST /api/boards/{id}/messages`, or an MQTT message on `chuhe/boards/{id}/up`: what a bridge
/// passes on, in the order in which the board said it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Post {
    /// Grows with every post of a bridge: milliseconds since 1970, or one more than the last if that
    /// is greater. What is only shown and not stored counts only in a post that is newer than all
    /// before, so that a replayed one changes no screen.
    pub n: u64,
    /// What the board said.
    pub messages: Vec<ToHost>,
}

/// What the server says to it: to be passed on to the board as it is. An
/// [`boardlink::ToBoard::Ack`] comes only after the events are committed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reply {
    /// For the board.
    pub answers: Vec<ToBoard>,
}

/// A board's id as its text: 24 hex digits, lower case.
pub fn board_text(board: &BoardId) -> String {
    hex(board)
}

/// The id a text names.
pub fn board_id(text: &str) -> Option<BoardId> {
    let is_canonical =
        text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    unhex(text).filter(|_| is_canonical)?.try_into().ok()
}
