//! Finished commands of a table. A repeated command is acknowledged and not executed again.

use crate::base::{Mutant, mutants};
use std::{collections::HashMap, fmt};
use store::LoggedEvent;

/// Command id with its seat. In the log `id:seat`; older logs have no seat.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct CommandId {
    pub(super) id: String,
    pub(super) seat: Option<u8>,
}

impl CommandId {
    fn read(text: &str) -> CommandId {
        let (id, seat) = text.split_once(':').unwrap_or((text, ""));
        CommandId { id: id.to_owned(), seat: seat.parse().ok() }
    }
}

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat {
            Some(seat) => write!(f, "{}:{seat}", self.id),
            None => f.write_str(&self.id),
        }
    }
}

/// State of a command id.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// The id is unused.
    New,
    /// This seat's command with the id is done.
    Answered,
    /// Another seat has used the id.
    Foreign,
}

/// Finished commands with their seats.
#[derive(Default)]
pub(super) struct Commands(HashMap<String, Option<u8>>);

impl Commands {
    /// Commands in a log.
    pub(super) fn of(log: &[LoggedEvent]) -> Commands {
        let ids = log.iter().filter_map(|event| event.command.as_deref()).map(CommandId::read);
        Commands(ids.map(|CommandId { id, seat }| (id, seat)).collect())
    }

    /// Adds the commands of appended events.
    pub(super) fn follow(&mut self, news: &[LoggedEvent]) {
        self.0.extend(Commands::of(news).0);
    }

    pub(super) fn extend(&mut self, done: Option<CommandId>) {
        self.0.extend(done.map(|CommandId { id, seat }| (id, seat)));
    }

    pub(super) fn known(&self, command: &CommandId) -> Known {
        match self.0.get(&command.id) {
            None => Known::New,
            Some(seat) if seat.is_none() || *seat == command.seat => Known::Answered,
            Some(_) if mutants::is_enabled(Mutant::BorrowedId) => Known::Answered,
            Some(_) => Known::Foreign,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::UnixMs;

    #[test]
    fn an_id_belongs_to_the_seat_that_used_it() {
        let logged = |command: &str| LoggedEvent {
            seq: 0,
            command: Some(command.to_owned()),
            public: String::new(),
            secret: String::new(),
            at_ms: UnixMs(0),
        };
        let commands = Commands::of(&[logged("aa:1"), logged("0ld"), logged("tick-5-3")]);
        for (id, seat, expected) in [
            ("aa", 1, Known::Answered),
            ("aa", 0, Known::Foreign),
            ("bb", 1, Known::New),
            ("0ld", 0, Known::Answered),
            ("0ld", 3, Known::Answered),
        ] {
            let command = CommandId { id: id.to_owned(), seat: Some(seat) };
            assert_eq!(commands.known(&command), expected, "{id} of {seat}");
        }
        for text in ["aa:1", "tick-5-3"] {
            assert_eq!(CommandId::read(text).to_string(), text);
        }
    }
}
