//! Named endings of xiangqi, played against the computer.

use super::solving::game_model;
use crate::{GameModel, Variant, stored::Storage};
use game::{Refusal, Seat};
use games::AnyGame;
use i18n::Message;

mod list;

pub use list::ENDINGS;

/// Storage key of the endings that were played as they should.
const KEY: &str = "chuhe.endings";

/// Number of the player's moves for which a draw has to be held.
pub const HOLD_MOVES: usize = 25;

/// The player's seat: Red's.
const PLAYER: Seat = Seat::new(0);

/// What the player has to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndingGoal {
    /// Red wins.
    Win,
    /// Red does not lose for [`HOLD_MOVES`] moves.
    Hold,
}

/// A named ending. Red is the player, and moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Stable code for addresses, such as `chariot-horse-advisor`.
    pub code: &'static str,
    /// The name.
    pub name: Message,
    /// The goal.
    pub goal: EndingGoal,
    /// The board of a FEN.
    pub board: &'static str,
}

/// Number of an ending in [`ENDINGS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndingId(usize);

impl EndingId {
    /// All endings in order.
    pub fn all() -> impl Iterator<Item = EndingId> {
        (0..ENDINGS.len()).map(EndingId)
    }

    /// The ending with this code.
    pub fn from_code(code: &str) -> Option<EndingId> {
        EndingId::all().find(|id| id.ending().code == code)
    }

    /// The ending.
    pub const fn ending(self) -> &'static Ending {
        &ENDINGS[self.0]
    }

    /// The ending after this one, or the first.
    pub const fn next(self) -> EndingId {
        EndingId((self.0 + 1) % ENDINGS.len())
    }
}

/// State of an ending that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndingState {
    /// The player moves.
    PlayerMoves,
    /// The computer moves.
    ComputerMoves,
    /// The goal is reached.
    Reached,
    /// The game ended otherwise.
    Missed,
}

/// An ending that is played.
#[derive(Clone, Debug)]
pub struct EndingGame {
    id: EndingId,
    game: AnyGame,
    moves: Vec<String>,
}

impl EndingGame {
    /// Begins an ending. `None` if its position cannot be read.
    pub fn new(id: EndingId) -> Option<EndingGame> {
        Some(EndingGame { id, game: start(id.ending())?, moves: Vec::new() })
    }

    /// Which ending it is.
    pub const fn id(&self) -> EndingId {
        self.id
    }

    /// The state.
    pub fn state(&self) -> EndingState {
        let goal = self.id.ending().goal;
        match self.game.outcome() {
            Some(outcome) if outcome.winners.contains(PLAYER) => EndingState::Reached,
            Some(outcome) if goal == EndingGoal::Hold && outcome.winners.is_empty() => {
                EndingState::Reached
            }
            Some(_) => EndingState::Missed,
            None if goal == EndingGoal::Hold && self.left_to_hold() == 0 => EndingState::Reached,
            None if self.moves.len().is_multiple_of(2) => EndingState::PlayerMoves,
            None => EndingState::ComputerMoves,
        }
    }

    /// Stable text of the reason for which the game ended; `None` while it goes on.
    pub fn reason(&self) -> Option<&'static str> {
        self.game.outcome().map(|outcome| outcome.reason.as_str())
    }

    /// Number of moves for which a draw still has to be held.
    pub const fn left_to_hold(&self) -> usize {
        HOLD_MOVES.saturating_sub(self.moves.len() / 2)
    }

    /// Plays a move of the side to move.
    ///
    /// # Errors
    /// The referee's reason if the move is illegal.
    pub fn play(&mut self, action: &str) -> Result<(), Refusal> {
        let seat = Seat::new(self.moves.len() as u8 % 2);
        self.game.play_text(seat, action)?;
        self.moves.push(action.to_owned());
        Ok(())
    }

    /// Takes back the player's last move, with the reply to it.
    pub fn take_back(&mut self) {
        let is_answered = self.moves.len().is_multiple_of(2);
        for _ in 0..if is_answered { 2 } else { 1 } {
            if self.moves.pop().is_some() {
                self.game.undo();
            }
        }
    }

    /// Whether a move can be taken back.
    pub fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// The board for the player.
    pub fn model(&self) -> Option<GameModel> {
        let may_act = self.state() == EndingState::PlayerMoves;
        game_model(start(self.id.ending())?, &self.moves, |_| (PLAYER, may_act))
    }

    /// The board for the computer.
    pub fn computer_model(&self) -> Option<GameModel> {
        game_model(start(self.id.ending())?, &self.moves, |_| (Seat::new(1), true))
    }
}

fn start(ending: &Ending) -> Option<AnyGame> {
    AnyGame::from_text(Variant::Xiangqi, "", &format!("{} w - - 0 1", ending.board)).ok()
}

/// The endings that were played as they should, stored by the browser.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EndingsDone(Vec<String>);

impl EndingsDone {
    /// Reads the stored codes. Unknown ones are left out.
    pub fn read(storage: impl Storage) -> EndingsDone {
        let codes: Option<Vec<String>> = crate::stored::read_json(storage, KEY, |_| true);
        let mut done = EndingsDone::default();
        for id in codes.unwrap_or_default().iter().filter_map(|code| EndingId::from_code(code)) {
            done.insert(id);
        }
        done
    }

    /// Whether an ending was played as it should be.
    pub fn contains(&self, id: EndingId) -> bool {
        self.0.iter().any(|code| code == id.ending().code)
    }

    /// Number of such endings.
    pub const fn count(&self) -> usize {
        self.0.len()
    }

    /// Adds an ending and stores the list.
    pub fn add(&mut self, id: EndingId, storage: impl Storage) {
        self.insert(id);
        storage.set(KEY, &serde_json::to_string(&self.0).unwrap_or_default());
    }

    fn insert(&mut self, id: EndingId) {
        if !self.contains(id) {
            self.0.push(id.ending().code.to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_ending_is_a_legal_position_with_its_own_name_and_code() {
        let mut names = BTreeSet::new();
        let mut codes = BTreeSet::new();
        for id in EndingId::all() {
            let ending = id.ending();
            let game = EndingGame::new(id).unwrap_or_else(|| panic!("{}", ending.code));
            assert_eq!(game.state(), EndingState::PlayerMoves, "{}", ending.code);
            assert!(game.game.oddities().is_empty(), "{}: {:?}", ending.code, game.game.oddities());
            assert!(codes.insert(ending.code) && EndingId::from_code(ending.code) == Some(id));
            names.insert(ending.name.in_language(i18n::Language::English).to_owned());
        }
        assert_eq!((names.len(), codes.len()), (ENDINGS.len(), ENDINGS.len()));
        assert!(ENDINGS.len() >= 40);
    }

    #[test]
    fn a_win_ends_an_ending_and_a_held_draw_too() {
        let id = EndingId::from_code("chariot-two-advisors").expect("an ending");
        let mut game = EndingGame::new(id).expect("a position");
        assert!(game.play("a4a3").is_ok() && game.state() == EndingState::ComputerMoves);
        assert!(game.computer_model().is_some_and(|model| model.on_move() == Some(1)));
        game.take_back();
        assert!(!game.has_moves() && game.play("a4i9").is_err());
        let hold = EndingId::from_code("elephant-horse").expect("an ending");
        let mut game = EndingGame::new(hold).expect("a position");
        game.moves = vec![String::new(); 2 * HOLD_MOVES];
        assert_eq!(game.state(), EndingState::Reached);
    }
}
