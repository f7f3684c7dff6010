//! Named endings and composed mates of xiangqi, played against the computer.

use super::solving::game_model;
use crate::{GameModel, Variant, stored::Storage};
use game::{Refusal, Seat};
use games::AnyGame;
use i18n::Message;

mod exercise;
mod list;

pub use exercise::Exercise;
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
    /// Red mates in this number of moves.
    MateIn(usize),
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

/// An exercise that is played.
#[derive(Clone, Debug)]
pub struct EndingGame {
    exercise: Exercise,
    game: AnyGame,
    moves: Vec<String>,
}

impl EndingGame {
    /// Begins an exercise. `None` if its position cannot be read.
    pub fn new(exercise: Exercise) -> Option<EndingGame> {
        Some(EndingGame { exercise, game: start(exercise)?, moves: Vec::new() })
    }

    /// Which exercise it is.
    pub const fn exercise(&self) -> Exercise {
        self.exercise
    }

    /// The state.
    pub fn state(&self) -> EndingState {
        let goal = self.exercise.goal();
        match self.game.outcome() {
            Some(outcome) if outcome.winners.contains(PLAYER) => EndingState::Reached,
            Some(outcome) if goal == EndingGoal::Hold && outcome.winners.is_empty() => {
                EndingState::Reached
            }
            Some(_) => EndingState::Missed,
            None if self.moves_left() == Some(0) => match goal {
                EndingGoal::Hold => EndingState::Reached,
                _ => EndingState::Missed,
            },
            None if self.moves.len().is_multiple_of(2) => EndingState::PlayerMoves,
            None => EndingState::ComputerMoves,
        }
    }

    /// Stable text of the reason for which the game ended; `None` while it goes on.
    pub fn reason(&self) -> Option<&'static str> {
        self.game.outcome().map(|outcome| outcome.reason.as_str())
    }

    /// Number of moves for which a draw still has to be held, or in which the mate has to come.
    /// `None` without such a number.
    pub const fn moves_left(&self) -> Option<usize> {
        match self.exercise.goal() {
            EndingGoal::Win => None,
            EndingGoal::Hold => Some(HOLD_MOVES.saturating_sub(self.moves.len() / 2)),
            EndingGoal::MateIn(moves) => Some(moves.saturating_sub(self.moves.len().div_ceil(2))),
        }
    }

    /// Whether a move of the player that wins in this number of moves, itself included, reaches the goal
    /// of a composed mate. Other exercises have no limit.
    pub fn is_in_time(&self, wins_in: Option<i32>) -> bool {
        let left = self.moves_left().unwrap_or_default();
        let is_soon = |moves: i32| usize::try_from(moves).is_ok_and(|moves| moves <= left);
        !matches!(self.exercise.goal(), EndingGoal::MateIn(_)) || wins_in.is_some_and(is_soon)
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
        game_model(start(self.exercise)?, &self.moves, |_| (PLAYER, may_act))
    }

    /// The board for the computer.
    pub fn computer_model(&self) -> Option<GameModel> {
        game_model(start(self.exercise)?, &self.moves, |_| (Seat::new(1), true))
    }
}

fn start(exercise: Exercise) -> Option<AnyGame> {
    AnyGame::from_text(Variant::Xiangqi, "", &format!("{} w - - 0 1", exercise.board())).ok()
}

/// The exercises whose goal was reached, stored by the browser.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EndingsDone(Vec<String>);

impl EndingsDone {
    /// Reads the stored codes. Unknown ones are left out.
    pub fn read(storage: impl Storage) -> EndingsDone {
        let codes: Option<Vec<String>> = crate::stored::read_json(storage, KEY, |_| true);
        EndingsDone::of_codes(&codes.unwrap_or_default())
    }

    /// The endings with these codes. Unknown ones are left out.
    pub fn of_codes(codes: &[String]) -> EndingsDone {
        let mut done = EndingsDone::default();
        codes.iter().filter_map(|code| Exercise::read(code)).for_each(|it| done.insert(it));
        done
    }

    /// The codes of the exercises.
    pub fn codes(&self) -> &[String] {
        &self.0
    }

    /// Removes the stored list.
    pub fn forget(storage: impl Storage) {
        storage.remove(KEY);
    }

    /// Whether the goal of an exercise was reached.
    pub fn contains(&self, exercise: Exercise) -> bool {
        let code = exercise.code();
        self.0.contains(&code)
    }

    /// Number of exercises of this list whose goal was reached.
    pub fn count(&self, all: impl Iterator<Item = Exercise>) -> usize {
        all.filter(|&exercise| self.contains(exercise)).count()
    }

    /// Adds an exercise and stores the list.
    pub fn add(&mut self, exercise: Exercise, storage: impl Storage) {
        self.insert(exercise);
        storage.set(KEY, &serde_json::to_string(&self.0).unwrap_or_default());
    }

    fn insert(&mut self, exercise: Exercise) {
        if !self.contains(exercise) {
            self.0.push(exercise.code());
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
            let game = EndingGame::new(Exercise::Ending(id));
            let game = game.unwrap_or_else(|| panic!("{}", ending.code));
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
        let named = |code| Exercise::Ending(EndingId::from_code(code).expect("an ending"));
        let mut game = EndingGame::new(named("chariot-two-advisors")).expect("a position");
        assert!(game.play("a4a3").is_ok() && game.state() == EndingState::ComputerMoves);
        assert!(game.computer_model().is_some_and(|model| model.on_move() == Some(1)));
        game.take_back();
        assert!(!game.has_moves() && game.play("a4i9").is_err());
        let mut game = EndingGame::new(named("elephant-horse")).expect("a position");
        game.moves = vec![String::new(); 2 * HOLD_MOVES];
        assert_eq!(game.state(), EndingState::Reached);
    }

    #[test]
    fn a_composed_mate_has_to_come_in_its_number_of_moves() {
        let exercises: Vec<Exercise> = Exercise::classics().collect();
        assert!(exercises.len() >= 119);
        for &exercise in &exercises {
            let game = EndingGame::new(exercise).unwrap_or_else(|| panic!("{}", exercise.code()));
            assert_eq!(game.state(), EndingState::PlayerMoves, "{}", exercise.code());
            assert!(matches!(exercise.goal(), EndingGoal::MateIn(2..)), "{}", exercise.code());
            assert_eq!(Exercise::read(&exercise.code()), Some(exercise));
        }
        assert_eq!(exercises.last().map(|last| last.next()), exercises.first().copied());
        let mut game = EndingGame::new(exercises[0]).expect("a position");
        assert_eq!(game.moves_left(), Some(2));
        let in_time = |wins_in: Option<i32>| game.is_in_time(wins_in);
        assert_eq!([None, Some(-1), Some(2), Some(3)].map(in_time), [false, false, true, false]);
        let ending = EndingGame::new(Exercise::Ending(EndingId(0))).expect("a position");
        assert!(ending.is_in_time(None));
        game.moves = vec![String::new(); 3];
        assert_eq!(game.state(), EndingState::Missed);
    }

    #[test]
    fn done_exercises_are_counted_by_list() {
        let mut done = EndingsDone::default();
        let first = Exercise::classics().next().expect("a composed mate");
        for exercise in [first, first, Exercise::Ending(EndingId(0)), Exercise::Ending(EndingId(1))]
        {
            done.insert(exercise);
        }
        assert_eq!(done.count(Exercise::classics()), 1);
        assert_eq!(done.count(Exercise::endings()), 2);
    }
}
