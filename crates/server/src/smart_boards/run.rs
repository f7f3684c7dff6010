//! Consecutive messages of a post about one game, which are committed together.

use super::{SmartBoardError, error::refuse};
use boardlink::{Event, ToBoard};
use smart_boards::{BoardGame, LogEntry, LostRange, MAX_EVENTS, Moment, Note};

/// Game with uncommitted changes.
pub(super) struct Run {
    pub(super) after: BoardGame,
    lines: Vec<LogEntry>,
    /// Whether an event arrived too early.
    has_gap: bool,
}

impl Run {
    /// Starts without changes.
    pub(super) const fn new(held: BoardGame) -> Run {
        Run { after: held, lines: Vec::new(), has_gap: false }
    }

    /// Number of the game.
    pub(super) const fn game(&self) -> u32 {
        self.after.number()
    }

    /// Whether there is anything to commit.
    pub(super) const fn has_news(&self) -> bool {
        !self.lines.is_empty()
    }

    /// Adds an event and the notes that it causes.
    ///
    /// # Errors
    /// If the game has the maximum number of events.
    pub(super) fn take(&mut self, event: Event, now: Moment) -> Result<(), SmartBoardError> {
        let is_new = event.seq == self.after.next();
        if is_new && event.seq >= self.after.end_of_numbers() {
            return Err(refuse("events", format!("a game has at most {MAX_EVENTS} events")));
        }
        let Ok(notes) = self.after.apply(&event, now) else {
            self.has_gap = true;
            return Ok(());
        };
        self.lines.extend(is_new.then_some(LogEntry::Event(event)));
        for note in notes {
            self.note(note, now);
        }
        Ok(())
    }

    /// Adds a note.
    pub(super) fn note(&mut self, note: Note, now: Moment) {
        self.after.note(note.clone(), now);
        self.lines.push(LogEntry::Note { note });
    }

    /// Records events that the board has lost, so that later ones can be accepted. Consecutive
    /// losses become one log entry.
    ///
    /// # Errors
    /// If more events are lost than the game has; the board's report `said` limits that number.
    pub(super) fn lose(
        &mut self,
        lost: LostRange,
        said: Option<u32>,
    ) -> Result<(), SmartBoardError> {
        let next = self.after.next();
        if lost.from > next || lost.to <= next {
            return Ok(());
        }
        let most = said.unwrap_or(u32::MAX).min(self.after.end_of_numbers());
        if lost.to > most {
            let message = format!(
                "this game has at most {most} events; if more are lost the arbiter has to say so"
            );
            return Err(refuse("lost", message));
        }
        self.after.lose(lost.to);
        match self.lines.last_mut() {
            Some(LogEntry::Lost { lost: before }) => before.to = lost.to,
            _ => {
                let lost = LostRange { from: next, ..lost };
                self.lines.push(LogEntry::Lost { lost });
            }
        }
        Ok(())
    }

    /// The changed game, the entries to commit, and the answer to the board.
    pub(super) fn end(self) -> (BoardGame, Vec<LogEntry>, ToBoard) {
        let Run { after, lines, has_gap } = self;
        let (game, next) = (after.number(), after.next());
        let answer = if has_gap {
            ToBoard::AskFrom { game, seq: next }
        } else {
            ToBoard::Ack { game, next }
        };
        (after, lines, answer)
    }
}
