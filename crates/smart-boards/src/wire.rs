use boardlink::{BoardId, ToBoard, ToHost};
use serde::{Deserialize, Serialize};

/// The header with the body's signature ([`crate::Key::sign`]): a [`Post`]'s under the board's id, an
/// [`Answer`]'s under [`down_name`].
pub const MAC_HEADER: &str = "x-chuhe-mac";

/// `POST /api/boards/{id}/messages`, or an MQTT message on `chuhe/boards/{id}/up`: what a bridge
/// passes on, in the order in which the board said it. It is answered by an [`Answer`], signed alike
/// on both ways.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Post {
    /// Grows with every post of a bridge: milliseconds since 1970, or one more than the last if that
    /// is greater. The answer names it.
    pub n: u64,
    /// The nonce of the server's latest answer, if there was one. Only a post that carries the
    /// server's present nonce was made just now; any other may be an old one that somebody has kept.
    /// Of those the events are stored, which are known by their numbers; but they show no board as
    /// there, and what is only shown and not stored is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<u64>,
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

/// The MQTT topic on which a board's bridge speaks: a [`Letter`] around a [`Post`].
pub fn up_topic(id: &str) -> String {
    format!("chuhe/boards/{id}/up")
}

/// The MQTT topic on which it hears: a [`Letter`] around an [`Answer`], signed not as the board's
/// but as [`down_name`]'s, so that nobody can turn its own words against it.
pub fn down_topic(id: &str) -> String {
    format!("chuhe/boards/{id}/down")
}

/// Whose name an [`Answer`] is signed with.
pub fn down_name(id: &str) -> String {
    format!("{id}/down")
}

/// An MQTT message, as JSON. A broker vouches for nobody: both ways are signed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Letter {
    /// The body's signature ([`crate::Key::sign`]).
    pub mac: String,
    /// JSON as text, byte for byte what was signed.
    pub body: String,
}

/// What the server says to a [`Post`]: over MQTT as the body of a [`Letter`], over HTTP as the body of
/// the response, with its signature in [`MAC_HEADER`]. A stranger gets none.
///
/// Only what is signed and names the post is an answer. Anything else that comes back, be it an
/// error page, a redirect or a forged acknowledgement, means that the post is to be made again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The post's number; 0 if it could not be read.
    pub n: u64,
    /// What became of it: 200, it is taken; 422, it never will be; 503, later perhaps. Over HTTP the
    /// status of the response is the same, and not signed.
    pub status: u16,
    /// What the next post has to carry as its [`Post::nonce`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<u64>,
    /// Why it is not taken, in English; absent if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// As in a [`Reply`]; empty unless the status is 200.
    pub answers: Vec<ToBoard>,
}

/// A board's id as its text: 24 hex digits, lower case.
pub fn board_text(board: &BoardId) -> String {
    base16ct::lower::encode_string(board)
}

/// The id a text names.
pub fn board_id(text: &str) -> Option<BoardId> {
    let mut id = BoardId::default();
    let length = id.len();
    base16ct::lower::decode(text, &mut id).ok().filter(|read| read.len() == length)?;
    Some(id)
}
