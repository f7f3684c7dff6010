//! A game as its viewer sees it, and questions about it.

use crate::Variant;
use game::{Observer, Seat};
use games::{
    AnyAction, AnyView,
    board::{BoardShape, BoardView, Face, Piece, Side, SideStatus, Step},
};
use i18n::Language;
use protocol::{EndState, HistoryEntry, SeatState, TurnState};

/// A game from the point of view of one viewer: the game of a table, of a file, of a lesson, or of
/// a question to the computer.
#[derive(Clone, PartialEq, Debug)]
pub struct GameModel {
    /// The variant.
    pub variant: Variant,
    /// The options' text.
    pub options: String,
    /// The viewer's seat; `None` for spectators and in replays.
    pub you: Option<u8>,
    /// The position's text at the start of play, as far as this viewer may know it.
    pub start: String,
    /// The moves.
    pub history: Vec<HistoryEntry>,
    /// The text of the current position, as far as this viewer may know it.
    pub position: String,
    /// Who may act.
    pub turn: TurnState,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The seats in seat order.
    pub seats: Vec<SeatState>,
    /// The result, once the game is over.
    pub end: Option<EndState>,
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

impl GameModel {
    /// The seat of the reader in a record: the only one with the reader's name. With `is_own` the
    /// record is one of this device, and the only person against computers is the reader as well.
    pub fn readers_seat(&self, name: Option<&str>, is_own: bool) -> Option<u8> {
        let only = |fits: &dyn Fn(&SeatState) -> bool| {
            let mut found = (0..).zip(&self.seats).filter(|(_, seat)| fits(seat));
            let (seat, _) = found.next()?;
            found.next().is_none().then_some(seat)
        };
        let is_person = |seat: &SeatState| seat.level.is_none();
        let name = name.filter(|name| !name.is_empty());
        let named = name.and_then(|name| only(&|seat| is_person(seat) && seat.name == name));
        named.or_else(|| {
            let has_computer = self.seats.iter().any(|seat| seat.level.is_some());
            if is_own && has_computer { only(&is_person) } else { None }
        })
    }

    /// The shape of the board.
    pub const fn shape(&self) -> BoardShape {
        BoardShape::of(self.variant)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.turn == TurnState::Over
    }

    /// Whether the board after `plies` plies shows checkmate: that of the end.
    pub fn is_mate_after(&self, plies: usize) -> bool {
        let is_mate = |end: &EndState| end.reason == "checkmate";
        plies >= self.history.len() && self.end.as_ref().is_some_and(is_mate)
    }

    /// Whether a seat waits for a player.
    pub fn has_open_seat(&self) -> bool {
        self.turn == TurnState::Waiting && self.seats.iter().any(|seat| !seat.taken)
    }

    /// The seat on move.
    pub fn on_move(&self) -> Option<u8> {
        match self.turn {
            TurnState::Seat { seat } => Some(seat),
            TurnState::Waiting | TurnState::Setup { .. } | TurnState::Over => None,
        }
    }

    /// The state of a seat.
    pub fn seat(&self, seat: u8) -> Option<&SeatState> {
        self.seats.get(usize::from(seat))
    }

    /// The side of a seat, once it has one.
    pub fn side(&self, seat: u8) -> Option<Side> {
        Side::of_seat(self.shape(), self.seat(seat)?.letter)
    }

    /// The current board.
    pub fn scene(&self) -> BoardView {
        self.board_of(&self.position)
    }

    /// The board at the start of play.
    pub(crate) fn start_board(&self) -> BoardView {
        self.board_of(&self.start)
    }

    fn board_of(&self, text: &str) -> BoardView {
        BoardView::read(self.variant, &self.options, text)
            .unwrap_or_else(|_| BoardView::empty(self.shape()))
    }

    /// Whether the start of play hides something from the viewer.
    pub fn hides_start(&self) -> bool {
        // What is hidden does not depend on the observer for whom the text is parsed.
        let view =
            || AnyView::from_text(self.variant, &self.options, Observer::Spectator, &self.start);
        !self.variant.is_open() && view().is_ok_and(|view| view.hides_something())
    }

    /// The board after `plies` plies.
    pub fn scene_after(&self, plies: usize) -> BoardView {
        if plies >= self.history.len() {
            return self.scene();
        }
        let mut board = self.start_board();
        for entry in &self.history[..plies] {
            board.play_text(&entry.done);
        }
        board
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

    /// The number of a ply as the reader counts: Chinese players count the moves of each side, other
    /// readers the rows of the move list.
    pub fn move_number(&self, language: Language, ply: usize) -> usize {
        if language.is_chinese() || ply == 0 {
            return ply;
        }
        let is_before = |row: &Vec<(u8, usize)>| row.iter().all(|(_, at)| *at < ply);
        let before = self.rounds().iter().take_while(|row| is_before(row)).count();
        before + 1
    }

    /// Sifang: the state of a side.
    pub fn status(&self, side: Side) -> Status {
        match self.scene().status(side) {
            SideStatus::Placed(place) => Status::Placed(place),
            SideStatus::MarshalLost if self.has_left(side) => Status::Left,
            SideStatus::MarshalLost => Status::MarshalLost,
            SideStatus::Playing | SideStatus::InCheck => Status::Playing,
        }
    }

    /// Sifang: whether a side has resigned or run out of time. Its last action says so.
    fn has_left(&self, side: Side) -> bool {
        let is_own = |entry: &&HistoryEntry| self.side(entry.seat) == Some(side);
        let last = self.history.iter().rfind(is_own);
        last.and_then(|entry| AnyAction::parse(self.variant, &entry.done).ok())
            .is_some_and(|action| action.named_seat().is_some())
    }

    /// Sifang: whether a seat has nothing more to play in a game that goes on. A side without its
    /// marshal plays on with its other pieces.
    pub fn is_out(&self, seat: u8) -> bool {
        !self.is_over() && self.side(seat).is_some_and(|side| self.scene().is_out(side))
    }

    /// Sifang, everyone against everyone: whether a seat has lost its marshal, and with it the race,
    /// but still has pieces to play.
    pub fn plays_without_marshal(&self, seat: u8) -> bool {
        let plays = |side| self.scene().plays_without_marshal(side);
        !self.is_over() && self.side(seat).is_some_and(plays)
    }

    /// The pieces captured in the first `plies` plies, in order.
    pub fn captured(&self, plies: usize) -> Vec<Piece> {
        let mut board = self.start_board();
        let played = self.history.iter().take(plies);
        let taken = played.filter_map(|entry| board.play_text(&entry.done)?.captured);
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
    use crate::test_game;

    fn with_moves(moves: &[(u8, &str)]) -> GameModel {
        let entry = |&(seat, done): &(u8, &str)| HistoryEntry {
            seat,
            done: done.to_owned(),
            clock_ms: None,
        };
        GameModel { history: moves.iter().map(entry).collect(), ..test_game("xiangqi", "", 0) }
    }

    #[test]
    fn a_reader_of_a_record_has_the_own_seat() {
        for (names, levels, name, is_own, seat) in [
            (["Ada", "Bo"], [None, None], Some("Bo"), false, Some(1)),
            (["Ada", "Ada"], [None, None], Some("Ada"), true, None),
            (["", "three"], [None, Some("three")], None, true, Some(0)),
            (["", "three"], [None, Some("three")], None, false, None),
            (["", ""], [None, None], Some(""), true, None),
            (["two", "three"], [Some("two"), Some("three")], Some("two"), true, None),
        ] {
            let mut game = with_moves(&[]);
            let seats = names.into_iter().zip(levels).map(|(name, level)| SeatState {
                level: level.map(str::to_owned),
                ..SeatState::person('w', name)
            });
            game.seats = seats.collect();
            assert_eq!(game.readers_seat(name, is_own), seat, "{names:?} {name:?} {is_own}");
        }
    }

    #[test]
    fn only_the_last_board_shows_mate() {
        let mut game = with_moves(&[(0, "h2e2"), (1, "h9g7")]);
        assert!(!game.is_mate_after(2));
        for (reason, is_mate) in [("checkmate", true), ("resignation", false)] {
            game.end = Some(EndState {
                reason: reason.to_owned(),
                winners: vec![0],
                scores: Vec::new(),
                detail: String::new(),
                grounds: Vec::new(),
                reveal: None,
            });
            assert_eq!(game.is_mate_after(2), is_mate, "{reason}");
            assert!(!game.is_mate_after(1), "{reason}");
        }
    }

    #[test]
    fn a_seat_that_is_passed_over_leaves_its_column_empty() {
        let game = with_moves(&[0, 1, 3, 0, 2, 2].map(|seat| (seat, "h2e2")));
        let seats: Vec<Vec<u8>> =
            game.rounds().iter().map(|row| row.iter().map(|(seat, _)| *seat).collect()).collect();
        assert_eq!(seats, [vec![0, 1, 3], vec![0, 2], vec![2]]);
        for (ply, english, chinese) in [(0, 0, 0), (1, 1, 1), (3, 1, 3), (4, 2, 4), (6, 3, 6)] {
            assert_eq!(game.move_number(Language::English, ply), english, "ply {ply}");
            assert_eq!(game.move_number(Language::SimplifiedChinese, ply), chinese, "ply {ply}");
        }
    }

    #[test]
    fn what_became_of_the_sides_is_read() {
        let mut game = test_game("sifang", "mode=solo", 0);
        // Red's marshal runs to the centre, and Green resigns.
        let position = ["M", "T", "B", "F", "A", "C", "I"]
            .iter()
            .flat_map(|kind| [format!("r{kind}"), format!("g{kind}")])
            .fold(game.position.clone(), |rows, piece| rows.replace(&piece, "1"));
        game.position = position.replace(" r solo -/-/-/-", " y solo 1/x1/-/-");
        assert_eq!(game.status(Side::Red), Status::Placed(1));
        assert_eq!(game.status(Side::Green), Status::MarshalLost);
        assert_eq!(game.status(Side::Yellow), Status::Playing);
        let out = HistoryEntry { seat: 1, done: "out:g".to_owned(), clock_ms: None };
        game.history.push(out);
        assert_eq!(game.status(Side::Green), Status::Left);
        assert_eq!([0, 1, 2].map(|seat| game.is_out(seat)), [true, true, false]);
    }

    fn lose_marshal(game: &mut GameModel) {
        let position = game.position.replace("gM", "1");
        game.position = position.replace("-/-/-/-", "-/x1/-/-");
    }

    /// A side that has lost its marshal is not out while it has a piece.
    #[test]
    fn a_side_without_its_marshal_plays_on() {
        let mut game = test_game("sifang", "mode=solo", 1);
        assert!(!game.plays_without_marshal(1), "nothing is lost yet");
        lose_marshal(&mut game);
        assert!(!game.is_out(1) && game.plays_without_marshal(1));
        assert!(!game.plays_without_marshal(2));
        let mut team = test_game("sifang", "mode=ns", 1);
        lose_marshal(&mut team);
        assert!(!team.is_out(1) && !team.plays_without_marshal(1), "a team still plays to win");
        let points = test_game("sifang", "mode=solo end=points", 1);
        let points = GameModel { position: game.position.clone(), ..points };
        assert!(!points.is_out(1) && !points.plays_without_marshal(1), "no race is lost");
        for kind in ["M", "T", "B", "F", "A", "C", "I"] {
            game.position = game.position.replace(&format!("g{kind}"), "1");
        }
        assert!(game.is_out(1) && !game.plays_without_marshal(1), "no piece is left");
    }

    #[test]
    fn the_past_can_be_looked_at() {
        let game = with_moves(&[(0, "h2h9"), (1, "i9h9"), (0, "a0a1")]);
        assert_eq!(game.scene_after(0).faces().count(), 32);
        assert_eq!(game.scene_after(2).faces().count(), 30);
        assert_eq!(game.captured(2).len(), 2);
        assert_eq!(game.captured(1).len(), 1);
    }
}
