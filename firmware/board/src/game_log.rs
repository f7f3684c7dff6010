use crate::queue::Queue;
use boardlink::{Body, Cursor, Entry, Event, Flash, Ring, RingError, Settings};

/// The record of the game: computes its times, writes it to flash, and buffers events that do not
/// fit.
pub(crate) struct GameLog<F> {
    pub(crate) ring: Ring<F>,
    /// Events that the full flash did not accept. Play is suspended while there are any.
    waiting: Queue<(u32, Body), 12>,
    /// The board's time at which the game began; `None` between games.
    began_ms: Option<u64>,
}

impl<F: Flash> GameLog<F> {
    pub(crate) fn new(ring: Ring<F>) -> GameLog<F> {
        GameLog { ring, waiting: Queue::new(), began_ms: None }
    }

    /// Whether a game is being played.
    pub(crate) const fn is_playing(&self) -> bool {
        self.began_ms.is_some()
    }

    /// Whether events wait for free flash.
    pub(crate) fn is_full(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Converts a moment of the board's time to the game's time in milliseconds; 0 between games.
    pub(crate) fn game_ms(&self, now_ms: u64) -> u32 {
        let since = self.began_ms.map_or(0, |began| now_ms.saturating_sub(began));
        u32::try_from(since).unwrap_or(u32::MAX)
    }

    /// Begins a game.
    pub(crate) fn begin(&mut self, now_ms: u64, settings: Settings) {
        self.began_ms = Some(now_ms);
        self.note(now_ms, Body::Setup { settings });
    }

    /// Resumes the last game after a power cut; the board's time is then the game's.
    pub(crate) fn go_on(&mut self, now_ms: u64) {
        self.began_ms = Some(0);
        self.note(now_ms, Body::Resumed);
    }

    /// Records an event. Between games it does nothing.
    pub(crate) fn note(&mut self, now_ms: u64, body: Body) {
        if !self.is_playing() {
            return;
        }
        let at_ms = self.game_ms(now_ms);
        if matches!(body, Body::End { .. }) {
            self.began_ms = None;
        }
        // One input causes few events, and no input is accepted while any event waits.
        let has_room = self.waiting.push((at_ms, body));
        debug_assert!(has_room, "play waits while the memory is full");
        self.write();
    }

    /// Writes the waiting events, as far as flash accepts them.
    pub(crate) fn write(&mut self) {
        while let Some((at_ms, body)) = self.waiting.peek() {
            match self.ring.append(at_ms, body) {
                Ok(_) => {
                    self.waiting.pop();
                }
                // The game is longer than the log: release the part that the server has.
                Err(RingError::Full) if matches!(self.ring.let_go(), Ok(true)) => {}
                Err(RingError::Full | RingError::Worn | RingError::Flash(_)) => return,
            }
        }
    }

    /// The event at the cursor, which advances; `None` at the end or at a gap.
    pub(crate) fn next(&mut self, cursor: &mut Cursor) -> Result<Option<Event>, F::Error> {
        Ok(match self.ring.next(cursor)? {
            Some(Entry::Event(event)) => Some(event),
            // A gap, which only damaged flash has: the rest cannot be resumed.
            Some(Entry::Lost { .. }) | None => None,
        })
    }
}
