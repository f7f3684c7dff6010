use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// A ready phrase of the chat. Every reader sees it in their own language.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChatPhrase {
    /// A greeting.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Praise of a move.
    NiceMove,
    /// Praise of the game.
    GoodGame,
    /// Thanks.
    Thanks,
    /// An apology.
    Sorry,
    /// The player is back in a moment.
    OneMoment,
    /// A farewell.
    Goodbye,
}

impl ChatPhrase {
    /// All phrases, in the order shown.
    pub const ALL: [ChatPhrase; 8] = [
        ChatPhrase::Hello,
        ChatPhrase::GoodLuck,
        ChatPhrase::NiceMove,
        ChatPhrase::OneMoment,
        ChatPhrase::Sorry,
        ChatPhrase::GoodGame,
        ChatPhrase::Thanks,
        ChatPhrase::Goodbye,
    ];
}

/// Content of a chat line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChatWords {
    /// Typed text, at most [`CHAT_CHARS`](crate::CHAT_CHARS) characters.
    Text(String),
    /// A ready phrase.
    Phrase(ChatPhrase),
}

/// One line of a table's chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChatLine {
    /// Seat of the author; absent for a spectator.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub seat: Option<u8>,
    /// Account of a spectator; absent for guests, and for players, whose seat has a name.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub name: Option<String>,
    /// Number by which a spectator without an account is recognised at this table; another table
    /// gives another one. Absent for others, and for guests whose page has sent no random text.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub guest: Option<u64>,
    /// What the author said.
    pub say: ChatWords,
}

/// Message of the chat from the server to a page, on the socket of a table and outside the sequence.
/// It has its own type, so that a page reads it only where it shows a chat. Clients that have not sent
/// [`ToServer::EnterChat`](crate::ToServer::EnterChat) receive none.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "type")]
pub enum FromChat {
    /// The viewer's chat.
    ChatRoom {
        /// The last lines, the oldest first; at most [`CHAT_LINES`](crate::CHAT_LINES).
        lines: Vec<ChatLine>,
        /// Whether the chat takes ready phrases only, until the game is over.
        #[serde(skip_serializing_if = "core::ops::Not::not", default)]
        phrases_only: bool,
    },
    /// A new line of the viewer's chat.
    ChatLine(ChatLine),
    /// A line of this viewer was rejected and shown to no viewer.
    ChatRefused {
        /// Stable kebab-case code.
        code: String,
        /// Values the code refers to.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        values: Vec<String>,
        /// One English sentence.
        message: String,
    },
}

impl FromChat {
    /// Start of the text of every such message, and of no other one.
    pub const START: &str = r#"{"type":"chat-"#;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ToServer;
    use alloc::{borrow::ToOwned, format, vec};

    /// The exact texts of the chat's messages.
    #[test]
    fn chat_messages_are_written_and_read() {
        let words = || ChatWords::Text("好棋".to_owned());
        for (message, text) in [
            (ToServer::EnterChat { guest: None }, r#"{"type":"enter-chat"}"#),
            (
                ToServer::EnterChat { guest: Some("5f".to_owned()) },
                r#"{"type":"enter-chat","guest":"5f"}"#,
            ),
            (ToServer::Say { words: words() }, r#"{"type":"say","words":{"text":"好棋"}}"#),
            (
                ToServer::Say { words: ChatWords::Phrase(ChatPhrase::GoodGame) },
                r#"{"type":"say","words":{"phrase":"good-game"}}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&message).expect("a text"), text);
            assert_eq!(serde_json::from_str::<ToServer>(text).expect(text), message);
        }
        let by_seat = ChatLine { seat: Some(1), name: None, guest: None, say: words() };
        let hello = ChatWords::Phrase(ChatPhrase::Hello);
        let by_account =
            ChatLine { seat: None, name: Some("Ada".to_owned()), guest: None, say: hello };
        let by_guest = ChatLine { seat: None, name: None, guest: Some(7), say: words() };
        for (message, text) in [
            (
                FromChat::ChatRoom { lines: vec![by_account], phrases_only: true },
                r#"{"type":"chat-room","lines":[{"name":"Ada","say":{"phrase":"hello"}}],"phrases_only":true}"#,
            ),
            (
                FromChat::ChatRoom { lines: vec![], phrases_only: false },
                r#"{"type":"chat-room","lines":[]}"#,
            ),
            (FromChat::ChatLine(by_seat), r#"{"type":"chat-line","seat":1,"say":{"text":"好棋"}}"#),
            (
                FromChat::ChatLine(by_guest),
                r#"{"type":"chat-line","guest":7,"say":{"text":"好棋"}}"#,
            ),
            (
                FromChat::ChatRefused {
                    code: "chat-link".to_owned(),
                    values: vec![],
                    message: "no".to_owned(),
                },
                r#"{"type":"chat-refused","code":"chat-link","message":"no"}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&message).expect("a text"), text);
            assert_eq!(serde_json::from_str::<FromChat>(text).expect(text), message);
            assert!(text.starts_with(FromChat::START));
        }
    }

    #[test]
    fn unknown_chat_messages_are_rejected() {
        for words in [r#"{"phrase":"insult"}"#, r#"{"text":1}"#, r#""hello""#, "{}", "null"] {
            let text = format!(r#"{{"type":"say","words":{words}}}"#);
            assert!(serde_json::from_str::<ToServer>(&text).is_err(), "{text}");
        }
        let more = r#"{"type":"say","words":{"text":"a"},"seat":1}"#;
        assert!(serde_json::from_str::<ToServer>(more).is_err());
    }
}
