use crate::Note;
use boardlink::Event;
use serde::{Deserialize, Serialize};

/// A line of a game's log, as JSON: what the board told and what is noted of it, in the order in
/// which it came about. What is noted because of an event follows it, and is committed with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LogEntry {
    /// The board's own word.
    Event(Event),
    /// The board cannot tell these any more.
    Lost {
        /// Which.
        lost: LostRange,
    },
    /// What is known of the game and does not come from its board.
    Note {
        /// What.
        note: Note,
    },
}

/// Events that are lost for good.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LostRange {
    /// The first of them.
    pub from: u32,
    /// The first one after them.
    pub to: u32,
}

impl LogEntry {
    /// The stable name of its kind.
    pub const fn kind(&self) -> &'static str {
        match self {
            LogEntry::Event(_) => "board",
            LogEntry::Lost { .. } => "lost",
            LogEntry::Note { note } => note.kind(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardlink::Body;

    /// What is written is read again, and as JSON it says what it is.
    #[test]
    fn texts() {
        let event = Event { game: 7, seq: 3, at_ms: 900, body: Body::Restored };
        let note = Note::Misread { ply: 1, action: "h2e2".into(), read: "h2d2".into() };
        for (entry, text) in [
            (LogEntry::Event(event), r#"{"game":7,"seq":3,"at_ms":900,"body":"Restored"}"#),
            (
                LogEntry::Lost { lost: LostRange { from: 3, to: 9 } },
                r#"{"lost":{"from":3,"to":9}}"#,
            ),
            (
                LogEntry::Note { note },
                r#"{"note":{"misread":{"ply":1,"action":"h2e2","read":"h2d2"}}}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&entry).unwrap(), text);
            assert_eq!(serde_json::from_str::<LogEntry>(text).unwrap(), entry);
        }
        assert!(serde_json::from_str::<LogEntry>("lost").is_err());
    }
}
