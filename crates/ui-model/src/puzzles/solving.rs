use super::{
    AnyPuzzle,
    any_attempt::{AnyAnswer, AnyAttempt},
};
use crate::{
    GameModel,
    players::side_of_seat,
    records::seat_states,
    settings::Notation,
    undercover::{choose_action, pawn_words},
};
use game::{Observer, Refusal, Seat};
use games::{AnyGame, board::Point};
use i18n::{Language, Message, fill};
use protocol::{HistoryEntry, TurnState};
use puzzles::{Goal, MoleClue};

/// Result of a move of the solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Right, and the opponent has answered.
    Right,
    /// Right, and the last.
    Solved,
    /// Legal, but not the solution. It is shown until [`Solving::take_back`].
    Wrong,
    /// The named pawn is not the mole.
    NotMole(Point),
    /// Illegal, with the referee's reason.
    Refused(Refusal),
    /// No move is expected now.
    Idle,
}

/// A pawn of a puzzle that asks for the mole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Suspect {
    /// Its place.
    pub point: Point,
    /// What the solver knows of it.
    pub state: SuspectState,
}

/// What the solver knows of a pawn that may be the mole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SuspectState {
    /// Nothing yet.
    Open,
    /// It is not the mole.
    Excluded,
    /// It is the mole.
    Mole,
}

/// A puzzle on the board.
#[derive(Clone, Debug)]
pub struct Solving {
    puzzle: AnyPuzzle,
    attempt: AnyAttempt,
    /// Moves of the solver and replies so far.
    moves: Vec<String>,
    /// Number of the solver's moves that were found, and not shown.
    found: usize,
    /// A wrong move, and the move that refutes it.
    wrong: Vec<String>,
    /// Pawns that are known not to be the mole.
    excluded: Vec<Point>,
}

impl Solving {
    /// Begins a puzzle.
    pub fn new(puzzle: AnyPuzzle) -> Solving {
        let attempt = AnyAttempt::new(puzzle.clone());
        Solving {
            puzzle,
            attempt,
            moves: Vec::new(),
            found: 0,
            wrong: Vec::new(),
            excluded: Vec::new(),
        }
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> &AnyPuzzle {
        &self.puzzle
    }

    /// Number of moves of the line that were played, replies included.
    pub const fn played(&self) -> usize {
        self.moves.len()
    }

    /// Number of moves that the solver found. The shown ones follow them.
    pub const fn found(&self) -> usize {
        self.found
    }

    /// Whether the last move was played.
    pub fn is_solved(&self) -> bool {
        self.expected().is_none()
    }

    /// The move that the solver has to find.
    pub fn expected(&self) -> Option<String> {
        self.attempt.expected()
    }

    /// The position before the opponent's last move, from which the board moves to the puzzle.
    pub fn before(&self) -> Option<GameModel> {
        self.model_of(&[], false)
    }

    /// The board now.
    pub fn model(&self) -> Option<GameModel> {
        let may_move = self.wrong.is_empty() && !self.is_solved() && !self.asks_for_mole();
        self.model_of(&self.all_moves(), may_move)
    }

    /// The board after the solver's last move, before the reply to it.
    pub fn before_reply(&self) -> Option<GameModel> {
        let own = self.moves.len().saturating_sub(1);
        let before = self.puzzle.before().into_iter();
        let all: Vec<String> = before.chain(self.moves[..own].iter().cloned()).collect();
        self.model_of(&all, false)
    }

    /// Whether the solver names a pawn instead of moving.
    fn asks_for_mole(&self) -> bool {
        self.puzzle.goal() == Goal::NameMole
    }

    /// The pawns among which the solver names the mole; none in other puzzles.
    pub fn suspects(&self) -> Vec<Suspect> {
        let AnyPuzzle::Other(puzzle) = &self.puzzle else { return Vec::new() };
        let state = |point| match self.expected() {
            _ if self.excluded.contains(&point) => SuspectState::Excluded,
            Some(_) => SuspectState::Open,
            None if Some(choose_action(point)) == self.mole_action() => SuspectState::Mole,
            None => SuspectState::Excluded,
        };
        let points = puzzle.suspects().into_iter().map(Point::from);
        points.map(|point| Suspect { point, state: state(point) }).collect()
    }

    fn mole_action(&self) -> Option<String> {
        let AnyPuzzle::Other(puzzle) = &self.puzzle else { return None };
        puzzle.line().first().map(ToString::to_string)
    }

    /// Why a pawn cannot be the mole, in words with moves in the reader's notation. `None` if it
    /// is, or in other puzzles.
    pub fn clue_words(
        &self,
        point: Point,
        language: Language,
        written: Notation,
    ) -> Option<String> {
        let AnyPuzzle::Other(puzzle) = &self.puzzle else { return None };
        let pawn = puzzle.suspects().into_iter().find(|&pawn| Point::from(pawn) == point)?;
        let clue = puzzle.clue(pawn)?;
        let before: Vec<String> = self.puzzle.before().into_iter().collect();
        let (message, moves, action) = match clue {
            MoleClue::Missed { action, .. } => {
                (Message::PuzzleMoleMissed, [].as_slice(), action.to_string())
            }
            MoleClue::Allowed { played, .. } => {
                (Message::PuzzleMoleAllowed, before.as_slice(), played.to_string())
            }
        };
        let model = self.model_for(moves, |_| (self.puzzle.solver(), true))?;
        let action = model.text_of(language, written, &action);
        Some(fill(message.in_language(language), &[&action, &clue.moves().to_string()]))
    }

    /// Each pawn that cannot be the mole, with the reason, once the mole is known.
    pub fn clues(&self, language: Language, written: Notation) -> Vec<(String, String)> {
        let solver = self.puzzle.solver().index() as u8;
        let Some(side) = side_of_seat(self.puzzle.variant(), solver) else { return Vec::new() };
        let known = self.suspects().into_iter().filter(|it| it.state == SuspectState::Excluded);
        let named = known.filter_map(|Suspect { point, .. }| {
            let why = self.clue_words(point, language, written)?;
            Some((pawn_words(language, written, side, side, point), why))
        });
        named.collect()
    }

    /// Excludes the next pawn that is not the mole, as a hint. `None` if none is left.
    pub fn exclude_next(&mut self) -> Option<Point> {
        let mole = self.mole_action()?;
        let mut open = self.suspects().into_iter().filter(|it| it.state == SuspectState::Open);
        let point = open.find(|it| choose_action(it.point) != mole)?.point;
        self.excluded.push(point);
        Some(point)
    }

    /// The solution as a game without secrets, for a replay.
    pub fn open_model(&self) -> Option<GameModel> {
        let model = self.model()?;
        let mut game = self.puzzle.origin()?;
        let start = game.truth_text();
        for text in self.all_moves() {
            let seat = game.turn().seats().iter().next()?;
            game.play_text(seat, &text).ok()?;
        }
        Some(GameModel { you: None, start, position: game.truth_text(), ..model })
    }

    fn all_moves(&self) -> Vec<String> {
        let before = self.puzzle.before().into_iter();
        before.chain(self.moves.iter().chain(&self.wrong).cloned()).collect()
    }

    fn model_of(&self, moves: &[String], may_act: bool) -> Option<GameModel> {
        let is_own = |seat: Seat| self.puzzle.seats().contains(&(seat.index() as u8));
        self.model_for(moves, |on_move| {
            // In sifang the solver also moves for the ally. The board keeps its direction then.
            (self.puzzle.solver(), may_act && on_move.is_some_and(is_own))
        })
    }

    /// The board after these moves. `view` gives the viewer's seat and whether it may act, from
    /// the seat on move.
    fn model_for(
        &self,
        moves: &[String],
        view: impl FnOnce(Option<Seat>) -> (Seat, bool),
    ) -> Option<GameModel> {
        game_model(self.puzzle.origin()?, moves, view)
    }

    /// The board after the wrong move for the opponent, whose answer refutes it. `None` without a
    /// wrong move, or if the game is over after it.
    pub fn after_wrong(&self) -> Option<GameModel> {
        let [_] = self.wrong.as_slice() else { return None };
        let model = self.model_for(&self.all_moves(), |on_move| {
            (on_move.unwrap_or(self.puzzle.solver()), true)
        })?;
        model.on_move().is_some().then_some(model)
    }

    /// Judges a move of the solver.
    pub fn play(&mut self, action: &str) -> Step {
        if !self.wrong.is_empty() || self.is_solved() {
            return Step::Idle;
        }
        if self.asks_for_mole() {
            return self.name_mole(action);
        }
        let step = self.advance(action);
        if matches!(step, Step::Right | Step::Solved) {
            self.found += 1;
        }
        step
    }

    /// Judges a move, and plays it with its reply if it is right.
    fn advance(&mut self, action: &str) -> Step {
        match self.attempt.play(action) {
            AnyAnswer::Solved => {
                self.moves.push(action.to_owned());
                Step::Solved
            }
            AnyAnswer::Right(reply) => {
                self.moves.extend([action.to_owned(), reply]);
                Step::Right
            }
            AnyAnswer::Wrong => {
                self.wrong.push(action.to_owned());
                Step::Wrong
            }
            AnyAnswer::Refused(refusal) => Step::Refused(refusal),
            AnyAnswer::Idle => Step::Idle,
        }
    }

    /// Judges the naming of a pawn.
    fn name_mole(&mut self, action: &str) -> Step {
        let suspects = self.suspects();
        let named = suspects.iter().find(|it| choose_action(it.point) == action);
        match (self.attempt.play(action), named) {
            (AnyAnswer::Solved, _) => Step::Solved,
            (AnyAnswer::Wrong, Some(&Suspect { point, .. })) => {
                if !self.excluded.contains(&point) {
                    self.excluded.push(point);
                }
                Step::NotMole(point)
            }
            _ => Step::Idle,
        }
    }

    /// Plays the opponent's answer to the wrong move. Returns whether it is legal.
    pub fn refute(&mut self, action: &str) -> bool {
        if self.wrong.len() != 1 {
            return false;
        }
        self.wrong.push(action.to_owned());
        let is_legal = self.model().is_some();
        if !is_legal {
            self.wrong.pop();
        }
        is_legal
    }

    /// Takes the wrong move back.
    pub fn take_back(&mut self) {
        self.wrong.clear();
    }

    /// Plays the next move of the solution with its reply. Returns whether there was one.
    pub fn show_next(&mut self) -> bool {
        self.wrong.clear();
        match self.expected() {
            Some(action) if self.asks_for_mole() => {
                matches!(self.name_mole(&action), Step::Solved)
            }
            Some(action) => matches!(self.advance(&action), Step::Right | Step::Solved),
            None => false,
        }
    }
}

/// The board of a game after these moves. `view` gives the viewer's seat and whether it may act,
/// from the seat on move. `None` if a move is illegal.
pub(super) fn game_model(
    origin: AnyGame,
    moves: &[String],
    view: impl FnOnce(Option<Seat>) -> (Seat, bool),
) -> Option<GameModel> {
    let mut game = origin.clone();
    let mut history = Vec::new();
    for text in moves {
        // The repetition rules may end the game before the line ends.
        let Some(seat) = game.turn().seats().iter().next() else { break };
        let done = game.play_text(seat, text).ok()?.to_string();
        history.push(HistoryEntry { seat: seat.index() as u8, done, clock_ms: None });
    }
    let on_move = game.turn().seats().iter().next();
    let (you, may_act) = view(on_move);
    let turn = match on_move {
        Some(seat) if may_act => TurnState::Seat { seat: seat.index() as u8 },
        _ => TurnState::Waiting,
    };
    let observer = Observer::Seat(you);
    Some(GameModel {
        variant: game.variant(),
        options: game.options_text(),
        you: Some(you.index() as u8),
        start: origin.view(observer).to_string(),
        history,
        position: game.view(observer).to_string(),
        turn,
        check: game.in_check(),
        seats: seat_states(&game, &[]),
        end: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;

    fn solving() -> Solving {
        let text = "9/4k4/9/9/9/7r1/9/R8/1R7/3K5 b h4i4 a2a8e8e9b1b9 m700 2r";
        Solving::new(AnyPuzzle::read(Variant::Xiangqi, text).expect("a puzzle"))
    }

    /// The solver of an undercover puzzle never sees the other mole, nor the face-down pieces of
    /// banqi.
    #[test]
    fn boards_of_other_games_show_what_the_solver_sees() {
        let text = "3k5/3p5/9/9/9/9/9/P8/9/4K4 w - - 0 40 d8/a2 0/0;@d8;s900;S";
        let mut solving =
            Solving::new(AnyPuzzle::read(Variant::Undercover, text).expect("a puzzle"));
        let model = solving.model().expect("a board");
        assert_eq!((model.on_move(), model.you), (Some(0), Some(0)));
        assert!(model.position.ends_with("d8/? 0/0"), "{}", model.position);
        assert!(model.start.ends_with("d8/? 0/0"), "{}", model.start);
        assert_eq!(solving.play("a2a3"), Step::Wrong);
        let asked = solving.after_wrong().expect("a question");
        assert_eq!((asked.on_move(), asked.you), (Some(1), Some(1)));
        assert!(asked.position.ends_with("?/a3 0/0"), "{}", asked.position);
        solving.take_back();
        assert_eq!(solving.play("@d8"), Step::Solved);
        let open = solving.open_model().expect("a board");
        assert!(open.start.ends_with("d8/a2 0/0"), "{}", open.start);
        assert!(crate::records::Replay::of_game(&open).is_some());
    }

    /// A puzzle that asks for the mole: pawns are named, wrong ones with the reason against them.
    #[test]
    fn the_mole_is_named() {
        let text = "3ak4/4a4/7r1/9/p8/2p3p1P/P3p1n2/9/3K1c3/3A1A3 w - - 0 40 e3/- 0/0;\
                    a3a4 mole:e3;n1500;W";
        let puzzle = AnyPuzzle::read(Variant::Undercover, text).expect("a puzzle");
        assert_eq!((puzzle.before().as_deref(), puzzle.side_letter()), (Some("a3a4"), 'b'));
        let mut solving = Solving::new(puzzle);
        let model = solving.model().expect("a board");
        assert_eq!((model.history.len(), model.you, model.on_move()), (1, Some(1), None));
        assert!(model.position.ends_with("?/- 0/0"), "{}", model.position);
        assert!(model.start.ends_with("?/- 0/0"), "{}", model.start);
        let point = |name: &str| games::board::BoardShape::River.parse(name).expect("a point");
        let states = |solving: &Solving| -> Vec<(Point, SuspectState)> {
            solving.suspects().into_iter().map(|it| (it.point, it.state)).collect()
        };
        assert_eq!(states(&solving).len(), 4);
        assert_eq!(solving.play("c4d4"), Step::Idle);
        assert_eq!(solving.play("mole:a4"), Step::Idle);
        assert_eq!(solving.play("mole:g4"), Step::NotMole(point("g4")));
        let why = solving.clue_words(point("g4"), Language::English, Notation::Wxf);
        assert!(why.is_some_and(|why| why.contains("mate in")));
        assert_eq!(solving.clue_words(point("e3"), Language::English, Notation::Wxf), None);
        assert_eq!(solving.exclude_next(), Some(point("c4")));
        assert_eq!(solving.exclude_next(), Some(point("a5")));
        assert_eq!(solving.exclude_next(), None);
        assert_eq!(solving.play("mole:e3"), Step::Solved);
        assert!(solving.is_solved());
        assert!(states(&solving).contains(&(point("e3"), SuspectState::Mole)));
        let open = solving.open_model().expect("a board");
        assert!(open.start.ends_with("e3/- 0/0"), "{}", open.start);
        assert_eq!(open.history.len(), 1);
    }

    /// The solver of a sifang puzzle also moves for the ally, and the board is not turned.
    #[test]
    fn the_board_of_a_team_is_seen_from_the_solvers_seat() {
        let text = "3,yM,3/5,yT,3/4,yI,6/3,yI,4,yF,4/12,gC/bI,4,gA,7/2,bM,7,gM,2/8,gI,4/\
                    bI,11,gI/13/3,bF,7/4,yA,4/3,rM,3 g ns -/-/-/- 1 141;6h6b 7m6l 5c7a;w2063;H";
        let mut solving = Solving::new(AnyPuzzle::read(Variant::Sifang, text).expect("a puzzle"));
        let model = solving.model().expect("a board");
        assert_eq!((model.on_move(), model.you), (Some(1), Some(1)));
        assert_eq!(solving.play("6h6b"), Step::Right);
        let model = solving.model().expect("a board");
        assert_eq!((model.on_move(), model.you), (Some(3), Some(1)));
        assert!(model.legal(3).iter().any(|action| action == "5c7a"));
        assert_eq!(solving.play("5c7a"), Step::Solved);
        assert_eq!(solving.model().and_then(|model| model.you), Some(1));
    }

    #[test]
    fn a_line_is_played_with_its_replies() {
        let mut solving = solving();
        assert_eq!(solving.before().map(|model| model.history.len()), Some(0));
        let model = solving.model().expect("a board");
        assert_eq!((model.history.len(), model.on_move(), model.you), (1, Some(0), Some(0)));
        assert_eq!(solving.play("a2a8"), Step::Right);
        assert_eq!(solving.model().map(|model| model.history.len()), Some(3));
        assert_eq!(solving.play("b1b9"), Step::Solved);
        let model = solving.model().expect("a board");
        assert_eq!((model.history.len(), model.on_move()), (4, None));
        assert_eq!(solving.play("b1b9"), Step::Idle);
    }

    #[test]
    fn a_wrong_move_is_shown_with_its_refutation_and_taken_back() {
        let mut solving = solving();
        assert_eq!(solving.play("a2a3"), Step::Wrong);
        assert_eq!(solving.play("a2a8"), Step::Idle);
        let asked = solving.after_wrong().expect("a question");
        assert_eq!((asked.on_move(), asked.you), (Some(1), Some(1)));
        assert!(!solving.refute("i4i5i6") && !solving.refute("a2a8"));
        assert!(solving.refute("i4i0"));
        assert_eq!(solving.model().map(|model| model.history.len()), Some(3));
        assert!(solving.after_wrong().is_none());
        solving.take_back();
        assert_eq!(solving.model().and_then(|model| model.on_move()), Some(0));
        assert!(matches!(solving.play("a2i9"), Step::Refused(_)));
        assert!(solving.show_next() && solving.show_next() && !solving.show_next());
        assert!(solving.is_solved());
    }
}
