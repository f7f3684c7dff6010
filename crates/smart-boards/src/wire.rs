use boardlink::{ChipId, ToBoard, ToHost};
use serde::{Deserialize, Serialize};

/// The header that carries the signature of a body ([`crate::Key::sign`]). A [`Post`] is signed
/// under the board's id, an [`Answer`] under [`down_name`].
pub const MAC_HEADER: &str = "x-chuhe-mac";

/// Messages of a board in order, forwarded by its bridge: `POST /api/boards/{id}/messages`, or an
/// MQTT message on `chuhe/boards/{id}/up`. The server returns an [`Answer`], signed in the same way
/// over both.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Post {
    /// Number of the post, increasing with every post of a bridge: the Unix time in milliseconds,
    /// or one more than the last number if that is greater. The answer repeats it.
    pub n: u64,
    /// The nonce of the server's latest answer, if there was one. Only a post with the current
    /// nonce is known to be recent; any other may be a replay.
    ///
    /// The events of a replay are stored, because their numbers identify them. But it does not mark
    /// the board as connected, and messages that are only displayed are ignored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<u64>,
    /// The board's messages.
    pub messages: Vec<ToHost>,
}

/// The server's messages to a board, which the bridge forwards unchanged. A
/// [`boardlink::ToBoard::Ack`] is sent only after the events are committed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Reply {
    /// The messages.
    pub answers: Vec<ToBoard>,
}

/// The MQTT topic on which a bridge publishes: a [`Letter`] that contains a [`Post`].
pub fn up_topic(id: &str) -> String {
    format!("chuhe/boards/{id}/up")
}

/// The MQTT topic to which a bridge subscribes: a [`Letter`] that contains an [`Answer`]. It is
/// signed under [`down_name`] instead of the board's id, so that a board's own message cannot be
/// reflected to it.
pub fn down_topic(id: &str) -> String {
    format!("chuhe/boards/{id}/down")
}

/// The name under which an [`Answer`] is signed.
pub fn down_name(id: &str) -> String {
    format!("{id}/down")
}

/// An MQTT message, as JSON. Both directions are signed, because the broker authenticates neither
/// side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Letter {
    /// The body's signature ([`crate::Key::sign`]).
    pub mac: String,
    /// JSON text, byte for byte as signed.
    pub body: String,
}

/// The server's answer to a [`Post`]: over MQTT the body of a [`Letter`], over HTTP the body of the
/// response, with its signature in [`MAC_HEADER`]. An unauthenticated sender gets none.
///
/// Only a signed body that names the post counts as an answer. After anything else (an error page,
/// a redirect, a forged acknowledgement) the bridge sends the post again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// Number of the post; 0 if it could not be read.
    pub n: u64,
    /// Outcome: 200, accepted; 422, permanently rejected; 503, retry later. Over HTTP the response
    /// has the same status, unsigned.
    pub status: u16,
    /// The nonce for the next post.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<u64>,
    /// Why the post was not accepted, in English; absent if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// As in a [`Reply`]; empty unless the status is 200.
    pub answers: Vec<ToBoard>,
}

/// Text of a board's id: 24 hexadecimal digits, lower case.
pub fn board_text(board: &ChipId) -> String {
    base16ct::lower::encode_string(board)
}

/// Parses the text of a board's id.
pub fn chip_id(text: &str) -> Option<ChipId> {
    let mut id = ChipId::default();
    let length = id.len();
    base16ct::lower::decode(text, &mut id).ok().filter(|read| read.len() == length)?;
    Some(id)
}
