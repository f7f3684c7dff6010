use crate::queue::Queue;
use boardlink::{Body, Cursor, Entry, Event, Flash, Ring, RingError, Settings};

/// Keeps the record of the game: numbers its times, writes it down, and holds what the memory has
/// no room for.
pub(crate) struct GameLog<F> {
    pub(crate) ring: Ring<F>,
    /// What the full memory could not take. While there is anything here, play waits.
    waiting: Queue<(u32, Body), 12>,
    /// When the game began, on the board's own time; `None` between games.
    began_ms: Option<u64>,
}

impl<F: Flash> GameLog<F> {
    pub(crate) fn new(ring: Ring<F>) -> GameLog<F> {
        GameLog { ring, waiting: Queue::new(), began_ms: None }
    }

    /// Whether a game is under way.
    pub(crate) const fn is_playing(&self) -> bool {
        self.began_ms.is_some()
    }

    /// Whether events wait for room.
    pub(crate) fn is_full(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Milliseconds of the game at a moment of the board's time; 0 between games.
    pub(crate) fn game_ms(&self, now_ms: u64) -> u32 {
        let since = self.began_ms.map_or(0, |began| now_ms.saturating_sub(began));
        u32::try_from(since).unwrap_or(u32::MAX)
    }

    /// A game begins.
    pub(crate) fn begin(&mut self, now_ms: u64, settings: Settings) {
        self.began_ms = Some(now_ms);
        self.note(now_ms, Body::Setup { settings });
    }

    /// The last game goes on after a power cut: the board's own time is the game's.
    pub(crate) fn go_on(&mut self, now_ms: u64) {
        self.began_ms = Some(0);
        self.note(now_ms, Body::Resumed);
    }

    /// Writes an event of the game down. Between games there is nothing to write.
    pub(crate) fn note(&mut self, now_ms: u64, body: Body) {
        if !self.is_playing() {
            return;
        }
        let at_ms = self.game_ms(now_ms);
        if matches!(body, Body::End { .. }) {
            self.began_ms = None;
        }
        // One input makes a handful of events at most, and none is taken in while any waits.
        let has_room = self.waiting.push((at_ms, body));
        debug_assert!(has_room, "play waits while the memory is full");
        self.write();
    }

    /// Tries again what had no room.
    pub(crate) fn write(&mut self) {
        while let Some((at_ms, body)) = self.waiting.peek() {
            match self.ring.append(at_ms, body) {
                Ok(_) => {
                    self.waiting.pop();
                }
                // A game longer than the memory: what the server has of it need not stay.
                Err(RingError::Full) if matches!(self.ring.let_go(), Ok(true)) => {}
                Err(RingError::Full | RingError::Worn | RingError::Flash(_)) => return,
            }
        }
    }

    /// The event at the cursor, which moves on; `None` at the end of what is kept whole.
    pub(crate) fn next(&mut self, cursor: &mut Cursor) -> Result<Option<Event>, F::Error> {
        Ok(match self.ring.next(cursor)? {
            Some(Entry::Event(event)) => Some(event),
            // A gap, which only damaged flash has: what follows cannot be taken up again.
            Some(Entry::Lost { .. }) | None => None,
        })
    }
}
