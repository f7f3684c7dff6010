use crate::Note;
use boardlink::Event;
use serde::{Deserialize, Serialize};

/// A line of a game's log, stored as JSON. Events and notes are in the order in which they arose; a
/// note that an event causes follows it and is committed with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LogEntry {
    /// An event of the board.
    Event(Event),
    /// Events that the board can no longer deliver.
    Lost {
        /// Their range.
        lost: LostRange,
    },
    /// A fact about the game that does not come from its board.
    Note {
        /// The note.
        note: Note,
    },
}

/// A range of permanently lost events.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LostRange {
    /// The first lost event.
    pub from: u32,
    /// The first event after the range.
    pub to: u32,
}

impl LogEntry {
    /// Stable name of the kind of entry.
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

    /// Entries survive a round trip, and their JSON form is a contract.
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
