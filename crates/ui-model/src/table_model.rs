//! The page's model of a table: a snapshot with the updates applied since.

use crate::GameModel;
use clock::{Control, Controls};
use game::Seat;
use games::board::Side;
use protocol::{
    ClockState, GameId, Offer, SignedHead, Snapshot, State, TurnState, Update, UpdateEvent,
    WarningState,
};

/// A table on a server or in the page, from the point of view of one viewer.
#[derive(Clone, PartialEq, Debug)]
pub struct TableModel {
    /// The game.
    pub game: GameModel,
    /// Sequence number of the last update.
    pub n: u64,
    /// The time control's text.
    pub clock: String,
    /// Whether undo and peeking are allowed.
    pub training: bool,
    /// Whether the game counts for ratings.
    pub rated: bool,
    /// Number of moves by which spectators see the game late.
    pub spectator_delay: u8,
    /// The commitment to the random seed.
    pub commitment: String,
    /// The clocks; `None` without clocks.
    pub clocks: Option<ClockState>,
    /// The pending offer and the seat that made it.
    pub offer: Option<(u8, Offer)>,
    /// The referee's current warning.
    pub warning: Option<WarningState>,
    /// The public transcript, one entry per line.
    pub transcript: Vec<String>,
    /// The server's latest signed head of the transcript; `None` for local tables.
    pub head: Option<SignedHead>,
    /// The server's public key; empty for local tables.
    pub key: String,
    /// The last event, for messages and sounds.
    pub last_event: Option<UpdateEvent>,
    /// The table of the agreed rematch.
    pub rematch: Option<GameId>,
}

/// Updates are missing, so the page must ask for a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissedUpdates;

impl TableModel {
    /// The table of a snapshot; `None` if this page does not know its game.
    pub fn new(snapshot: Snapshot) -> Option<TableModel> {
        let State { position, turn, check, warning, clocks, offer, end, seats } = snapshot.state;
        Some(TableModel {
            game: GameModel {
                variant: snapshot.variant.parse().ok()?,
                options: snapshot.options,
                you: snapshot.you,
                start: snapshot.start,
                history: snapshot.history,
                position,
                turn,
                check,
                seats,
                end,
            },
            n: snapshot.n,
            clock: snapshot.clock,
            training: snapshot.training,
            rated: snapshot.rated,
            spectator_delay: snapshot.spectator_delay,
            commitment: snapshot.commitment,
            clocks,
            offer,
            warning,
            transcript: snapshot.transcript,
            head: snapshot.head,
            key: snapshot.key,
            last_event: None,
            rematch: None,
        })
    }

    /// Whether the game is over but the start text still hides something. A new snapshot reveals
    /// it.
    pub fn needs_snapshot(&self) -> bool {
        self.game.is_over() && self.game.hides_start()
    }

    /// Replaces everything but the last event by a newer snapshot. Nothing changes if this page
    /// does not know the snapshot's game.
    pub fn take_snapshot(&mut self, snapshot: Snapshot) {
        if let Some(newer) = TableModel::new(snapshot) {
            let last_event = self.last_event.take();
            *self = TableModel { last_event, ..newer };
        }
    }

    /// Applies an update. An update that was already applied is ignored.
    ///
    /// # Errors
    /// [`MissedUpdates`] if an update in between is missing; then nothing changes.
    pub fn apply_update(&mut self, update: Update) -> Result<(), MissedUpdates> {
        if update.n <= self.n {
            return Ok(());
        }
        if update.n != self.n + 1 {
            return Err(MissedUpdates);
        }
        let game = &mut self.game;
        // The play begins with the first state in which a seat is on move.
        let begins = game.start.is_empty() && matches!(update.state.turn, TurnState::Seat { .. });
        match &update.event {
            UpdateEvent::Acted(entry) => game.history.push(entry.clone()),
            UpdateEvent::TakenBack { plies } => {
                let left = game.history.len().saturating_sub(usize::from(*plies));
                game.history.truncate(left);
            }
            UpdateEvent::Rematch { table } => self.rematch = Some(table.clone()),
            UpdateEvent::Filled => self.rated = false,
            UpdateEvent::Joined { .. }
            | UpdateEvent::Started
            | UpdateEvent::Changed
            | UpdateEvent::Offered { .. }
            | UpdateEvent::Declined
            | UpdateEvent::Peeked { .. }
            | UpdateEvent::Ended
            | UpdateEvent::Paused
            | UpdateEvent::Resumed
            | UpdateEvent::Credited { .. }
            | UpdateEvent::TimeGiven { .. } => {}
        }
        let State { position, turn, check, warning, clocks, offer, end, seats } = update.state;
        if begins {
            game.start.clone_from(&position);
        }
        game.position = position;
        game.turn = turn;
        game.check = check;
        game.seats = seats;
        game.end = end;
        self.warning = warning;
        self.clocks = clocks;
        self.offer = offer;
        if !update.transcript.is_empty() {
            self.transcript.extend(update.transcript);
            self.head = update.head;
        }
        self.n = update.n;
        self.last_event = Some(update.event);
        Ok(())
    }

    /// The time that a seat's clock begins with, in milliseconds: its main time, or else a period of
    /// byo-yomi or the time of one move. `None` without a clock.
    pub fn budget_ms(&self, seat: u8) -> Option<u64> {
        let controls: Controls = self.clock.parse().ok()?;
        let Control { main_ms, byoyomi, cap_ms, .. } = *controls.of(Seat::checked(seat)?);
        let main_ms = Some(main_ms).filter(|&ms| ms > 0);
        main_ms.or(byoyomi.map(|byoyomi| byoyomi.period_ms)).or(cap_ms)
    }

    /// The side that ran out of time in games for four. In games for two the result implies it.
    pub fn flagged(&self) -> Option<Side> {
        let end = self.game.end.as_ref().filter(|end| end.reason == "flag-fall")?;
        let clocks = self.clocks.as_ref().filter(|_| end.winners.len() > 1)?;
        let seat = clocks.left_ms.iter().position(|&left| left == 0)?;
        self.game.side(u8::try_from(seat).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_table;
    use protocol::{EndState, HistoryEntry};

    fn update(n: u64, event: UpdateEvent, turn: TurnState) -> Update {
        let state = State {
            position: "-".to_owned(),
            turn,
            check: false,
            warning: None,
            clocks: None,
            offer: None,
            end: None,
            seats: Vec::new(),
        };
        Update { n, event, state, transcript: Vec::new(), head: None }
    }

    fn acted(n: u64, done: &str) -> Update {
        let entry = HistoryEntry { seat: 0, done: done.to_owned(), clock_ms: None };
        update(n, UpdateEvent::Acted(entry), TurnState::Seat { seat: 1 })
    }

    #[test]
    fn told_twice_is_heard_once_and_a_gap_is_noticed() {
        let mut table = test_table("xiangqi", "", 0);
        table.apply_update(acted(2, "h2e2")).unwrap();
        table.apply_update(acted(2, "h2e2")).unwrap();
        assert_eq!(table.game.history.len(), 1);
        assert_eq!(table.apply_update(acted(4, "h9g7")), Err(MissedUpdates));
        assert_eq!((table.n, table.game.history.len()), (2, 1));
        let event = UpdateEvent::TakenBack { plies: 1 };
        table.apply_update(update(3, event, TurnState::Over)).unwrap();
        assert_eq!((table.game.history.len(), table.game.is_over()), (0, true));
    }

    #[test]
    fn clocks_begin_with_a_budget() {
        let mut table = test_table("xiangqi", "", 0);
        for (clock, red, black) in [
            ("none", None, None),
            ("10+5", Some(600_000), Some(600_000)),
            ("90s+1", Some(90_000), Some(90_000)),
            ("10/5", Some(600_000), Some(300_000)),
            ("20+3x30s", Some(1_200_000), Some(1_200_000)),
            ("3x30s", Some(30_000), Some(30_000)),
            ("30-move", Some(30_000), Some(30_000)),
            ("1d-move", Some(86_400_000), Some(86_400_000)),
            ("99999999999999999999", None, None),
        ] {
            table.clock = clock.to_owned();
            assert_eq!([table.budget_ms(0), table.budget_ms(1)], [red, black], "{clock}");
        }
    }

    #[test]
    fn whose_time_ran_out_is_named_among_four() {
        let mut table = test_table("sifang", "", 0);
        table.game.end = Some(EndState {
            reason: "flag-fall".to_owned(),
            winners: vec![0, 2],
            scores: Vec::new(),
            detail: String::new(),
            grounds: Vec::new(),
            reveal: None,
        });
        assert_eq!(table.flagged(), None, "nothing is known of the clocks");
        table.clocks = Some(ClockState {
            left_ms: vec![9_000, 0, 8_000, 7_000],
            periods: vec![0; 4],
            running: None,
            setup_ms: None,
        });
        assert_eq!(table.flagged(), Some(Side::Green));
        if let Some(end) = &mut table.game.end {
            end.reason = "resignation".to_owned();
        }
        assert_eq!(table.flagged(), None);
    }
}
