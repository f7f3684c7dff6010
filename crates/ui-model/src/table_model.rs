//! The page's model of a table: a snapshot with the updates applied since.

use crate::{
    Variant,
    board::{BoardShape, Face, Piece, Scene, Side, Step},
    catalogue::{Language, Message},
};
use game::Seat;
use protocol::{
    ClockState, Entry, SeatState, SignedHead, Snapshot, State, TurnState, Update, UpdateEvent,
};

/// A table from the point of view of one viewer.
#[derive(Clone, PartialEq, Debug)]
pub struct TableModel {
    /// Sequence number of the last update.
    pub n: u64,
    /// The game.
    pub variant: Variant,
    /// The options' text.
    pub options: String,
    /// The time control's text.
    pub clock: String,
    /// Whether undo and peeking are allowed.
    pub training: bool,
    /// Whether the game counts for ratings.
    pub rated: bool,
    /// The viewer's seat; `None` for spectators.
    pub you: Option<u8>,
    /// The commitment to the random seed.
    pub commitment: String,
    /// The position's text at the start of play, as far as this viewer may know it.
    pub start: String,
    /// The moves.
    pub history: Vec<Entry>,
    /// The current state.
    pub state: State,
    /// The public transcript, one entry per line.
    pub transcript: Vec<String>,
    /// The server's latest signed head of the transcript; `None` for local tables.
    pub head: Option<SignedHead>,
    /// The server's public key; empty for local tables.
    pub key: String,
    /// The last event, for messages and sounds.
    pub last_event: Option<UpdateEvent>,
    /// The table of the agreed rematch.
    pub rematch: Option<String>,
}

/// State of a side in sifang.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// In play.
    Playing,
    /// The side has won this place in the race.
    Placed(u8),
    /// The side's marshal was captured.
    MarshalLost,
    /// The side has resigned or run out of time, and its pieces have left the board.
    Left,
}

/// Updates are missing, so the page must ask for a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissedUpdates;

impl TableModel {
    /// The table of a snapshot; `None` if this page does not know its game.
    pub fn new(snapshot: Snapshot) -> Option<TableModel> {
        Some(TableModel {
            n: snapshot.n,
            variant: snapshot.variant.parse().ok()?,
            options: snapshot.options,
            clock: snapshot.clock,
            training: snapshot.training,
            rated: snapshot.rated,
            you: snapshot.you,
            commitment: snapshot.commitment,
            start: snapshot.start,
            history: snapshot.history,
            state: snapshot.state,
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
        self.is_over() && self.start.contains('?')
    }

    /// The table of a newer snapshot, with the last event of this one.
    pub fn with_snapshot(&self, snapshot: Snapshot) -> Option<TableModel> {
        Some(TableModel { last_event: self.last_event.clone(), ..TableModel::new(snapshot)? })
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
        // The play begins with the first state in which a seat is on move.
        let begins = self.start.is_empty() && matches!(update.state.turn, TurnState::Seat { .. });
        match &update.event {
            UpdateEvent::Acted(entry) => self.history.push(entry.clone()),
            UpdateEvent::TakenBack { plies } => {
                let left = self.history.len().saturating_sub(usize::from(*plies));
                self.history.truncate(left);
            }
            UpdateEvent::Rematch { table } => self.rematch = Some(table.clone()),
            UpdateEvent::Joined { .. }
            | UpdateEvent::Started
            | UpdateEvent::Changed
            | UpdateEvent::Offered { .. }
            | UpdateEvent::Declined
            | UpdateEvent::Peeked { .. }
            | UpdateEvent::Ended
            | UpdateEvent::Paused
            | UpdateEvent::Resumed
            | UpdateEvent::Credited { .. } => {}
        }
        if begins {
            self.start.clone_from(&update.state.position);
        }
        if !update.transcript.is_empty() {
            self.transcript.extend(update.transcript);
            self.head = update.head;
        }
        self.n = update.n;
        self.state = update.state;
        self.last_event = Some(update.event);
        Ok(())
    }

    /// Replaces the clocks, which the server also sends outside the sequence.
    pub fn with_clocks(mut self, clocks: Option<ClockState>) -> TableModel {
        self.state.clocks = clocks;
        self
    }

    /// The shape of the board.
    pub const fn shape(&self) -> BoardShape {
        BoardShape::of(self.variant)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.state.turn == TurnState::Over
    }

    /// Whether a seat waits for a player.
    pub fn has_open_seat(&self) -> bool {
        self.state.turn == TurnState::Waiting && self.state.seats.iter().any(|seat| !seat.taken)
    }

    /// The seat on move.
    pub fn on_move(&self) -> Option<u8> {
        match self.state.turn {
            TurnState::Seat { seat } => Some(seat),
            TurnState::Waiting | TurnState::Setup { .. } | TurnState::Over => None,
        }
    }

    /// The state of a seat.
    pub fn seat(&self, seat: u8) -> Option<&SeatState> {
        self.state.seats.get(usize::from(seat))
    }

    /// The side of a seat, once it has one.
    pub fn side(&self, seat: u8) -> Option<Side> {
        Side::of_seat(self.shape(), self.seat(seat)?.letter)
    }

    /// The current board.
    pub fn scene(&self) -> Scene {
        let shape = self.shape();
        Scene::read(shape, &self.state.position).unwrap_or_else(|| Scene::empty(shape))
    }

    /// The field after the rows of the position's text at this index, empty if there is none.
    pub(crate) fn word(&self, index: usize) -> &str {
        self.state.position.split(' ').nth(index + 1).unwrap_or_default()
    }

    /// The board after `plies` plies.
    pub fn scene_after(&self, plies: usize) -> Scene {
        if plies >= self.history.len() {
            return self.scene();
        }
        let shape = self.shape();
        let mut scene = Scene::read(shape, &self.start).unwrap_or_else(|| Scene::empty(shape));
        for entry in &self.history[..plies] {
            scene.play(&entry.done);
        }
        scene
    }

    /// The step of the last action before `plies`.
    pub fn step_before(&self, plies: usize) -> Option<Step> {
        let entry = self.history.get(plies.checked_sub(1)?)?;
        Step::read(self.shape(), &entry.done)
    }

    /// The last step of a side within the first `plies` plies.
    pub fn last_step(&self, side: Side, plies: usize) -> Option<Step> {
        let recent = self.history.iter().take(plies).rev().take(2 * Seat::MAX as usize);
        let mut own = recent.filter(|entry| self.side(entry.seat) == Some(side));
        own.find_map(|entry| Step::read(self.shape(), &entry.done))
    }

    /// The plies in rows with one column per seat. A skipped seat leaves its column empty.
    pub fn rounds(&self) -> Vec<Vec<(u8, usize)>> {
        let mut rows: Vec<Vec<(u8, usize)>> = Vec::new();
        for (ply, entry) in (1..).zip(&self.history) {
            match rows.last_mut() {
                Some(row) if row.last().is_some_and(|(seat, _)| *seat < entry.seat) => {
                    row.push((entry.seat, ply));
                }
                _ => rows.push(vec![(entry.seat, ply)]),
            }
        }
        rows
    }

    /// The number of a ply as the reader counts: Chinese players count the moves of each side, English
    /// readers the rows of the move list.
    pub fn move_number(&self, language: Language, ply: usize) -> usize {
        match language {
            Language::SimplifiedChinese | Language::TraditionalChinese => ply,
            Language::English => {
                let is_before = |row: &Vec<(u8, usize)>| row.iter().all(|(_, at)| *at < ply);
                let before = self.rounds().iter().take_while(|row| is_before(row)).count();
                if ply == 0 { 0 } else { before + 1 }
            }
        }
    }

    /// Sifang: the state of a side, from its field in the position's text.
    pub fn status(&self, side: Side) -> Status {
        let index = match side {
            Side::Red => 0,
            Side::Green => 1,
            Side::Yellow => 2,
            Side::Blue | Side::Black => 3,
        };
        let word = match self.shape() {
            BoardShape::Cross => self.word(2).split('/').nth(index).unwrap_or("-"),
            BoardShape::River | BoardShape::Half => "-",
        };
        match (word.strip_prefix('x'), word.parse()) {
            (Some(_), _) if self.has_left(side) => Status::Left,
            (Some(_), _) => Status::MarshalLost,
            (None, Ok(place)) => Status::Placed(place),
            (None, Err(_)) => Status::Playing,
        }
    }

    /// The side that ran out of time in games for four. In games for two the result implies it.
    pub fn flagged(&self) -> Option<Side> {
        let end = self.state.end.as_ref().filter(|end| end.reason == "flag-fall")?;
        let clocks = self.state.clocks.as_ref().filter(|_| end.winners.len() > 1)?;
        let seat = clocks.left_ms.iter().position(|&left| left == 0)?;
        self.side(u8::try_from(seat).ok()?)
    }

    /// Sifang: whether a side has resigned or run out of time.
    fn has_left(&self, side: Side) -> bool {
        let left = |entry: &Entry| {
            entry.done.strip_prefix("out:").is_some_and(|letter| side.id().starts_with(letter))
        };
        self.history.iter().any(left)
    }

    /// Sifang: whether a seat has nothing more to play in a game that goes on. A side without its
    /// marshal plays on with its other pieces.
    pub fn is_out(&self, seat: u8) -> bool {
        let Some(side) = self.side(seat).filter(|_| !self.is_over()) else { return false };
        match self.status(side) {
            Status::Playing => false,
            Status::MarshalLost => !self.has_pieces(side),
            Status::Placed(_) | Status::Left => true,
        }
    }

    /// Sifang, everyone against everyone: whether a seat has lost its marshal, and with it the race,
    /// but still has pieces to play.
    pub fn plays_without_marshal(&self, seat: u8) -> bool {
        let is_race = !["end=points", "end=capture-all"].iter().any(|it| self.options.contains(it));
        is_race
            && self.mode_message() == Some(Message::ChipSolo)
            && self.side(seat).map(|side| self.status(side)) == Some(Status::MarshalLost)
            && !self.is_over()
            && !self.is_out(seat)
    }

    fn has_pieces(&self, side: Side) -> bool {
        let scene = Scene::read(self.shape(), &self.state.position);
        let is_own = |face: Face| matches!(face, Face::Open(piece) if piece.side == side);
        scene.is_some_and(|scene| scene.faces.values().any(|face| is_own(*face)))
    }

    /// The pieces captured in the first `plies` plies, in order.
    pub fn captured(&self, plies: usize) -> Vec<Piece> {
        let shape = self.shape();
        let Some(mut scene) = Scene::read(shape, &self.start) else { return Vec::new() };
        let played = self.history.iter().take(plies);
        let taken = played.filter_map(|entry| scene.play(&entry.done));
        taken
            .filter_map(|face| match face {
                Face::Open(piece) => Some(piece),
                Face::Down => None,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::EndState;

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    fn state(position: &str, turn: TurnState) -> State {
        State {
            position: position.to_owned(),
            turn,
            check: false,
            warning: None,
            clocks: None,
            offer: None,
            end: None,
            seats: Vec::new(),
        }
    }

    fn table() -> TableModel {
        TableModel::new(Snapshot {
            n: 1,
            variant: "xiangqi".to_owned(),
            options: String::new(),
            clock: "none".to_owned(),
            training: false,
            rated: false,
            you: Some(0),
            commitment: String::new(),
            start: START.to_owned(),
            history: Vec::new(),
            state: state(START, TurnState::Seat { seat: 0 }),
            transcript: Vec::new(),
            head: None,
            key: String::new(),
        })
        .expect("xiangqi is known")
    }

    fn acted(n: u64, done: &str) -> Update {
        let entry = Entry { seat: 0, done: done.to_owned(), clock_ms: None };
        let event = UpdateEvent::Acted(entry);
        told(n, event, state("-", TurnState::Seat { seat: 1 }))
    }

    fn told(n: u64, event: UpdateEvent, state: State) -> Update {
        Update { n, event, state, transcript: Vec::new(), head: None }
    }

    #[test]
    fn told_twice_is_heard_once_and_a_gap_is_noticed() {
        let mut table = table();
        table.apply_update(acted(2, "h2e2")).unwrap();
        table.apply_update(acted(2, "h2e2")).unwrap();
        assert_eq!(table.history.len(), 1);
        assert_eq!(table.apply_update(acted(4, "h9g7")), Err(MissedUpdates));
        assert_eq!((table.n, table.history.len()), (2, 1));
    }

    #[test]
    fn a_seat_that_is_passed_over_leaves_its_column_empty() {
        let mut table = table();
        table.history = [0, 1, 3, 0, 2, 2]
            .map(|seat| Entry { seat, done: "h2e2".to_owned(), clock_ms: None })
            .to_vec();
        let seats: Vec<Vec<u8>> =
            table.rounds().iter().map(|row| row.iter().map(|(seat, _)| *seat).collect()).collect();
        assert_eq!(seats, [vec![0, 1, 3], vec![0, 2], vec![2]]);
        for (ply, english, chinese) in [(0, 0, 0), (1, 1, 1), (3, 1, 3), (4, 2, 4), (6, 3, 6)] {
            assert_eq!(table.move_number(Language::English, ply), english, "ply {ply}");
            assert_eq!(table.move_number(Language::SimplifiedChinese, ply), chinese, "ply {ply}");
        }
    }

    #[test]
    fn whose_time_ran_out_is_named_among_four() {
        let mut table = crate::test_table("sifang", "", 0);
        let end = EndState {
            reason: "flag-fall".to_owned(),
            winners: vec![0, 2],
            scores: Vec::new(),
            detail: String::new(),
            grounds: Vec::new(),
            reveal: None,
        };
        table.state.end = Some(end);
        assert_eq!(table.flagged(), None, "nothing is known of the clocks");
        table.state.clocks = Some(ClockState {
            left_ms: vec![9_000, 0, 8_000, 7_000],
            periods: vec![0; 4],
            running: None,
            setup_ms: None,
        });
        assert_eq!(table.flagged(), Some(Side::Green));
        if let Some(end) = &mut table.state.end {
            end.reason = "resignation".to_owned();
        }
        assert_eq!(table.flagged(), None);
    }

    #[test]
    fn what_became_of_the_sides_is_read() {
        let mut table = crate::test_table("sifang", "mode=solo", 0);
        table.state.position = table.state.position.replace("-/-/-/-", "1/x2/-/-");
        assert_eq!(table.status(Side::Red), Status::Placed(1));
        assert_eq!(table.status(Side::Green), Status::MarshalLost);
        assert_eq!(table.status(Side::Yellow), Status::Playing);
        let out = Entry { seat: 1, done: "out:g".to_owned(), clock_ms: None };
        table.history.push(out);
        assert_eq!(table.status(Side::Green), Status::Left);
        assert_eq!([0, 1, 2].map(|seat| table.is_out(seat)), [true, true, false]);
    }

    /// A side that has lost its marshal is not out while it has a piece.
    #[test]
    fn a_side_without_its_marshal_plays_on() {
        let mut table = crate::test_table("sifang", "mode=solo", 1);
        assert!(!table.plays_without_marshal(1), "nothing is lost yet");
        table.state.position = table.state.position.replace("-/-/-/-", "-/x1/-/-");
        assert!(!table.is_out(1) && table.plays_without_marshal(1));
        assert!(!table.plays_without_marshal(2));
        let mut team = crate::test_table("sifang", "mode=ns", 1);
        team.state.position = team.state.position.replace("-/-/-/-", "-/x1/-/-");
        assert!(!team.is_out(1) && !team.plays_without_marshal(1), "a team still plays to win");
        let points = crate::test_table("sifang", "mode=solo end=points", 1);
        let points = TableModel { state: table.state.clone(), ..points };
        assert!(!points.is_out(1) && !points.plays_without_marshal(1), "no race is lost");
        for kind in ["M", "T", "B", "F", "A", "C", "I"] {
            table.state.position = table.state.position.replace(&format!("g{kind}"), "1");
        }
        assert!(table.is_out(1) && !table.plays_without_marshal(1), "no piece is left");
    }

    #[test]
    fn the_past_can_be_looked_at() {
        let mut table = table();
        for (n, done) in [(2, "h2h9"), (3, "i9h9"), (4, "a0a1")] {
            table.apply_update(acted(n, done)).unwrap();
        }
        assert_eq!(table.scene_after(0).faces.len(), 32);
        assert_eq!(table.scene_after(2).faces.len(), 30);
        assert_eq!(table.captured(2).len(), 2);
        assert_eq!(table.captured(1).len(), 1);
        let event = UpdateEvent::TakenBack { plies: 2 };
        table.apply_update(told(5, event, state(START, TurnState::Over))).unwrap();
        assert_eq!(table.history.len(), 1);
    }
}
