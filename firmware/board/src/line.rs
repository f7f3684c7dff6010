use crate::{convert, game_log::GameLog, queue::Queue};
use boardlink::{ChipId, Cursor, Entry, Flash, Hello, MAX_FRAME, PROTOCOL, ToHost, write_frame};
use sensing::{Occupancy, Prompt};

/// Maximum number of entries sent before the first of them is acknowledged.
const WINDOW: u32 = 8;
/// Minimum and maximum time without an acknowledgement before entries are resent; it doubles each
/// time.
const RESEND_MS: [u64; 2] = [1_000, 16_000];

/// A reading of the sensors, as [`ToHost::Seen`] reports it.
pub(crate) struct Reading {
    pub(crate) game: u32,
    pub(crate) events: u32,
    pub(crate) number: u32,
    pub(crate) at_ms: u32,
    pub(crate) seen: Occupancy,
}

/// The board's end of the line to its host.
pub(crate) struct Line {
    board: ChipId,
    /// The current frame, its length, and the number of bytes sent.
    frame: [u8; MAX_FRAME],
    length: usize,
    sent: usize,
    /// The next entry to send.
    next: Cursor,
    in_flight: u32,
    /// Time of the last entry sent or acknowledged.
    progress_ms: u64,
    resend_ms: u64,
    is_hello_due: bool,
    lost: Option<(u32, u32, u32)>,
    seen: Option<Reading>,
    prompts: Queue<(u32, u8, u16), 4>,
}

impl Line {
    pub(crate) fn new<F: Flash>(board: ChipId, game_log: &GameLog<F>) -> Line {
        Line {
            board,
            frame: [0; MAX_FRAME],
            length: 0,
            sent: 0,
            next: game_log.ring.unacknowledged(),
            in_flight: 0,
            progress_ms: 0,
            resend_ms: RESEND_MS[0],
            is_hello_due: true,
            lost: None,
            seen: None,
            prompts: Queue::new(),
        }
    }

    /// Handles a request for identification: the host may have received nothing yet.
    pub(crate) fn introduce<F: Flash>(&mut self, game_log: &GameLog<F>) {
        self.resend_ms = RESEND_MS[0];
        self.begin_again(game_log);
    }

    /// Schedules the sensor readings to be sent; later readings replace earlier ones.
    pub(crate) fn show(&mut self, reading: Reading) {
        self.seen = Some(reading);
    }

    /// Schedules a prompt to be sent; if the line is slow, the oldest are dropped.
    pub(crate) fn say(&mut self, at_ms: u32, prompt: Prompt, number: u16) {
        if !self.prompts.push((at_ms, prompt.code(), number)) {
            self.prompts.pop();
            self.prompts.push((at_ms, prompt.code(), number));
        }
    }

    /// Handles an acknowledgement of a game's events before `next`.
    pub(crate) fn acknowledge<F: Flash>(
        &mut self,
        game_log: &mut GameLog<F>,
        (game, next): (u32, u32),
        now_ms: u64,
    ) -> Result<(), F::Error> {
        let count = game_log.ring.acknowledge(game, next)?;
        if count > 0 {
            self.in_flight = self.in_flight.saturating_sub(count);
            self.next = self.next.max(game_log.ring.unacknowledged());
            (self.progress_ms, self.resend_ms) = (now_ms, RESEND_MS[0]);
        }
        Ok(())
    }

    /// Handles a request to resend from an event on.
    pub(crate) fn begin_at<F: Flash>(
        &mut self,
        game_log: &mut GameLog<F>,
        (game, seq): (u32, u32),
    ) -> Result<(), F::Error> {
        match game_log.ring.find(game, seq)? {
            Some(place) => {
                let mut first = place;
                if let Some(Entry::Event(event)) = game_log.ring.next(&mut first)?
                    && event.seq > seq
                {
                    self.lost = Some((game, seq, event.seq));
                }
                self.next = place;
            }
            None => self.lost = Some((game, seq, self.end_of(game, seq, game_log))),
        }
        self.in_flight = 0;
        Ok(())
    }

    /// End of the range to report as lost when no event from `seq` on is stored.
    fn end_of<F: Flash>(&self, game: u32, seq: u32, game_log: &GameLog<F>) -> u32 {
        let (last, events) = game_log.ring.last_game();
        if game == last { events.max(seq) } else { seq + 1 }
    }

    /// The next byte for the host, if there is one.
    pub(crate) fn next_byte<F: Flash>(
        &mut self,
        game_log: &mut GameLog<F>,
        now_ms: u64,
    ) -> Option<u8> {
        if self.sent == self.length {
            let message = self.next_message(game_log, now_ms)?;
            self.length = write_frame(&message, &mut self.frame).map_or(0, <[u8]>::len);
            self.sent = 0;
        }
        let byte = self.frame[..self.length].get(self.sent).copied();
        self.sent = (self.sent + 1).min(self.length);
        byte
    }

    fn next_message<F: Flash>(&mut self, game_log: &mut GameLog<F>, now_ms: u64) -> Option<ToHost> {
        self.resend_if_late(game_log, now_ms);
        if core::mem::take(&mut self.is_hello_due) {
            let (game, events) = game_log.ring.last_game();
            let is_full = game_log.is_full();
            let hello = Hello { protocol: PROTOCOL, board: self.board, game, events, is_full };
            return Some(ToHost::Hello(hello));
        }
        if let Some((game, from, to)) = self.lost.take() {
            return Some(ToHost::Lost { game, from, to });
        }
        if self.in_flight < WINDOW {
            // If the flash cannot be read, the next call tries again.
            let mut after = self.next;
            if let Ok(Some(entry)) = game_log.ring.next(&mut after) {
                self.next = after;
                self.in_flight += 1;
                self.progress_ms = now_ms;
                return Some(match entry {
                    Entry::Event(event) => ToHost::Event(event),
                    Entry::Lost { game, from, to } => ToHost::Lost { game, from, to },
                });
            }
        }
        if let Some((at_ms, code, number)) = self.prompts.pop() {
            return Some(ToHost::Prompt { at_ms, code, number });
        }
        let Reading { game, events, number, at_ms, seen } = self.seen.take()?;
        Some(ToHost::Seen { game, events, number, at_ms, ranks: convert::ranks(seen) })
    }

    /// Resends all unacknowledged entries when the acknowledgement takes too long.
    fn resend_if_late<F: Flash>(&mut self, game_log: &GameLog<F>, now_ms: u64) {
        let waited_ms = now_ms.saturating_sub(self.progress_ms);
        if self.in_flight == 0 || waited_ms < self.resend_ms {
            return;
        }
        self.begin_again(game_log);
        self.resend_ms = (self.resend_ms * 2).min(RESEND_MS[1]);
    }

    fn begin_again<F: Flash>(&mut self, game_log: &GameLog<F>) {
        self.next = game_log.ring.unacknowledged();
        self.in_flight = 0;
        self.is_hello_due = true;
    }
}
