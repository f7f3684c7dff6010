use crate::{
    Goal, MoleClue, Themes,
    mole_clue::{mole_clue, suspects},
    puzzle::fault,
    symmetry,
};
use core::fmt;
use game::{Observer, Seat, TextError};
use games::{AnyAction, AnyGame, AnyPlayed, AnyView, Variant};
use undercover::{Action, Choice, Mole};
use xiangqi::{Move, Square};

/// A puzzle of a game other than xiangqi: a position of the referee, and the solution.
///
/// The solver sees only the view of its seat. In sifang the solver plays for both allied sides.
///
/// With the goal [`Goal::NameMole`] the solution is one action, the choice of a pawn, and the puzzle
/// begins with the opponent's move that tells it.
///
/// Its text has four fields, separated by semicolons: the position after the options that differ
/// from the default ones, the opponent's move that leads to the puzzle if there is one and the
/// actions of the solution, the goal with the rating, and the letters of the themes.
///
/// ```
/// use games::Variant;
/// use puzzles::{GamePuzzle, Goal};
///
/// let text = "8/8/8/2Pk4 r 50/0 0 40 -;c1d1;m900;O";
/// let puzzle = GamePuzzle::read(Variant::Banqi, text)?;
/// assert_eq!((puzzle.goal(), puzzle.rating(), puzzle.moves()), (Goal::Mate, 900, 1));
/// assert_eq!(puzzle.to_string(), text);
///
/// let text = "target=none 8/8/8/2Pk4 r 65/94 0 60 -;c1d1;m900;E";
/// let puzzle = GamePuzzle::read(Variant::Banqi, text)?;
/// assert_eq!(puzzle.start().options_text(), "target=none");
/// assert_eq!(puzzle.to_string(), text);
///
/// let text = "3ak4/4a4/7r1/9/p8/2p3p1P/P3p1n2/9/3K1c3/3A1A3 w - - 0 40 e3/- 0/0;a3a4 mole:e3;n1500;W";
/// let puzzle = GamePuzzle::read(Variant::Undercover, text)?;
/// assert_eq!((puzzle.goal(), puzzle.suspects().len()), (Goal::NameMole, 4));
/// # Ok::<(), game::TextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GamePuzzle {
    variant: Variant,
    origin: AnyGame,
    before: Option<AnyAction>,
    start: AnyGame,
    line: Vec<AnyAction>,
    solver: Seat,
    goal: Goal,
    rating: u16,
    themes: Themes,
}

impl PartialEq for GamePuzzle {
    fn eq(&self, other: &GamePuzzle) -> bool {
        self.variant == other.variant && self.to_string() == other.to_string()
    }
}

impl GamePuzzle {
    /// Creates a puzzle of any goal but [`Goal::NameMole`]. `None` if an action is illegal, the line
    /// does not end with an action of the solver, or a won game is not one.
    pub fn new(
        start: AnyGame,
        line: Vec<AnyAction>,
        goal: Goal,
        rating: u16,
        themes: Themes,
    ) -> Option<GamePuzzle> {
        let variant = start.variant();
        let solver = start.turn().seats().iter().next()?;
        let mut end = start.clone();
        let mut is_own = false;
        for &action in &line {
            let seat = end.turn().seats().iter().next()?;
            is_own = end.team(seat) == end.team(solver);
            end.play(seat, action).ok()?;
        }
        let is_won = end.outcome().is_some_and(|outcome| outcome.winners.contains(solver));
        let is_over = end.outcome().is_some();
        let fits = match goal {
            Goal::Mate => is_won,
            Goal::Win | Goal::Save => !is_over,
            Goal::NameMole => false,
        };
        (is_own && fits && start.variant() != Variant::Xiangqi).then_some(GamePuzzle {
            variant,
            origin: start.clone(),
            before: None,
            start,
            line,
            solver,
            goal,
            rating,
            themes,
        })
    }

    /// Creates a puzzle of the goal [`Goal::NameMole`] from the position before the opponent's move.
    /// `None` if the move is illegal or ends the game, or the opponent then has no mole.
    pub fn naming(
        origin: AnyGame,
        before: Move,
        rating: u16,
        themes: Themes,
    ) -> Option<GamePuzzle> {
        let before = AnyAction::Undercover(Action::Move(before));
        let mut start = origin.clone();
        start.play(origin.turn().seats().iter().next()?, before).ok()?;
        let solver = start.turn().seats().iter().next()?;
        let AnyGame::Undercover(game) = &start else { return None };
        let opponent = !game.position().board().side_to_move();
        let Mole::At(mole) = game.position().mole(opponent) else { return None };
        Some(GamePuzzle {
            variant: Variant::Undercover,
            origin,
            before: Some(before),
            line: vec![AnyAction::Undercover(Action::Choose(Choice::Pawn(mole)))],
            start,
            solver,
            goal: Goal::NameMole,
            rating,
            themes,
        })
    }

    /// Parses the text of a puzzle.
    ///
    /// # Errors
    /// Names the field and its place in the text.
    pub fn read(variant: Variant, text: &str) -> Result<GamePuzzle, TextError> {
        let fields: Vec<&str> = text.split(';').collect();
        let [position, line, goal, letters] = fields.as_slice() else {
            return Err(fault(text, text, "expected four fields with semicolons between them"));
        };
        // The options have no slash, and the board has some.
        let board = position.split(' ').position(|word| word.contains('/')).unwrap_or_default();
        let at = position.split(' ').take(board).map(|word| word.len() + 1).sum();
        let (options, board) = position.split_at_checked(at).unwrap_or(("", position));
        let start = AnyGame::from_text(variant, options.trim_end(), board)
            .map_err(|error| fault(text, position, &error.message))?;
        let actions = line.split(' ').map(|word| {
            AnyAction::parse(variant, word).map_err(|_| fault(text, word, "expected an action"))
        });
        let actions: Vec<AnyAction> = actions.collect::<Result<_, _>>()?;
        let (letter, rating) = goal.split_at_checked(1).unwrap_or_default();
        let kind =
            Goal::from_letter(letter).ok_or_else(|| fault(text, goal, "expected m, w, s or n"))?;
        let rating = rating.parse().map_err(|_| fault(text, goal, "expected a rating"))?;
        let themes = Themes::from_letters(letters.trim_end_matches('-'))
            .ok_or_else(|| fault(text, letters, "unknown theme"))?;
        let puzzle = match (kind, actions.as_slice()) {
            (Goal::NameMole, [AnyAction::Undercover(Action::Move(before)), _]) => {
                GamePuzzle::naming(start, *before, rating, themes)
            }
            (Goal::NameMole, _) => None,
            _ => GamePuzzle::new(start, actions.clone(), kind, rating, themes),
        };
        puzzle
            .filter(|puzzle| puzzle.before.iter().chain(&puzzle.line).eq(&actions))
            .ok_or_else(|| fault(text, line, "the actions do not solve the position"))
    }

    /// The game.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The position before [`GamePuzzle::before`].
    pub const fn origin(&self) -> &AnyGame {
        &self.origin
    }

    /// The opponent's move that leads to the puzzle, if there is one.
    pub const fn before(&self) -> Option<AnyAction> {
        self.before
    }

    /// The first position of the solver as the referee knows it.
    pub const fn start(&self) -> &AnyGame {
        &self.start
    }

    /// The seat of the solver. Allied seats are the solver's too.
    pub const fn solver(&self) -> Seat {
        self.solver
    }

    /// The seats for which the solver plays.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + '_ {
        let team = self.start.team(self.solver);
        Seat::first(self.start.seats()).filter(move |&seat| self.start.team(seat) == team)
    }

    /// Actions of the solver and the best replies in turn. The first and the last are the solver's.
    pub fn line(&self) -> &[AnyAction] {
        &self.line
    }

    /// Number of actions of the solver.
    pub const fn moves(&self) -> usize {
        self.line.len().div_ceil(2)
    }

    /// What the solver has to reach.
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// Difficulty, on the scale of players' ratings.
    pub const fn rating(&self) -> u16 {
        self.rating
    }

    /// The pawns among which the solver names the mole; none with another goal.
    pub fn suspects(&self) -> Vec<Square> {
        self.question().map_or_else(Vec::new, |(board, before)| suspects(board, before))
    }

    /// Why a suspect cannot be the mole. `None` if it can, or with another goal.
    pub fn clue(&self, suspect: Square) -> Option<MoleClue> {
        let (board, before) = self.question()?;
        mole_clue(board, before, suspect)
    }

    /// The board before the opponent's move that tells the mole, and this move.
    pub(crate) fn question(&self) -> Option<(&xiangqi::Position, Move)> {
        match (&self.origin, self.before) {
            (AnyGame::Undercover(game), Some(AnyAction::Undercover(Action::Move(before)))) => {
                Some((game.position().board(), before))
            }
            _ => None,
        }
    }

    /// The same puzzle with another rating.
    pub fn with_rating(self, rating: u16) -> GamePuzzle {
        GamePuzzle { rating, ..self }
    }

    /// The kinds of the puzzle.
    pub const fn themes(&self) -> Themes {
        self.themes
    }

    /// What the solver sees at the start.
    pub fn view(&self) -> AnyView {
        self.start.view(Observer::Seat(self.solver))
    }

    /// A number that is equal for puzzles with the same board, whatever their counters and moles are.
    /// It is the same for mirror images in undercover and banqi, for turned boards in banqi and
    /// sifang, and for exchanged colours.
    pub fn key(&self) -> u64 {
        symmetry::key_of_game(&self.start)
    }
}

impl fmt::Display for GamePuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.origin.options_text();
        let gap = if options.is_empty() { "" } else { " " };
        write!(f, "{options}{gap}{};", self.origin.truth_text())?;
        for (at, action) in self.before.iter().chain(&self.line).enumerate() {
            let gap = if at == 0 { "" } else { " " };
            write!(f, "{gap}{action}")?;
        }
        let letters = if self.themes.is_empty() { "-".into() } else { self.themes.letters() };
        write!(f, ";{}{};{letters}", self.goal.letter(), self.rating)
    }
}

/// What an action of the solver means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameAnswer {
    /// The action is right, and this is the opponent's reply.
    Right(AnyPlayed),
    /// The action is right and the last.
    Solved,
    /// The action is legal but not the solution.
    Wrong,
    /// The action is illegal, for the referee's reason.
    Illegal(game::Refusal),
    /// No action is expected.
    Idle,
}

/// A solver's attempt at a puzzle.
#[derive(Clone, Debug)]
pub struct GameAttempt {
    puzzle: GamePuzzle,
    game: AnyGame,
    played: usize,
}

impl GameAttempt {
    /// Begins at the solver's position.
    pub fn new(puzzle: GamePuzzle) -> GameAttempt {
        GameAttempt { game: puzzle.start.clone(), puzzle, played: 0 }
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> &GamePuzzle {
        &self.puzzle
    }

    /// The current state of the game.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The expected action; `None` once solved.
    pub fn expected(&self) -> Option<AnyAction> {
        self.puzzle.line.get(self.played).copied()
    }

    /// Judges an action of the solver. A right one is played with its reply; another leaves the
    /// game unchanged. The last action may be any that wins the game.
    pub fn play(&mut self, action: AnyAction) -> GameAnswer {
        let Some(expected) = self.expected() else { return GameAnswer::Idle };
        if self.puzzle.goal == Goal::NameMole {
            return self.name_mole(action, expected);
        }
        let Some(seat) = self.game.turn().seats().iter().next() else { return GameAnswer::Idle };
        let mut after = self.game.clone();
        if let Err(refusal) = after.play(seat, action) {
            return GameAnswer::Illegal(refusal);
        }
        let is_last = self.played + 1 == self.puzzle.line.len();
        let also_wins = || {
            let wins = after.outcome().is_some_and(|it| it.winners.contains(self.puzzle.solver));
            is_last && self.played > 0 && self.puzzle.goal == Goal::Mate && wins
        };
        if action != expected && !also_wins() {
            return GameAnswer::Wrong;
        }
        self.game = after;
        self.played += 1;
        let reply = self.expected().zip(self.game.turn().seats().iter().next());
        let Some((reply, seat)) = reply else { return GameAnswer::Solved };
        match self.game.play(seat, reply) {
            Ok(played) => {
                self.played += 1;
                GameAnswer::Right(played)
            }
            // `GamePuzzle::new` has played the line.
            Err(_) => GameAnswer::Solved,
        }
    }

    /// Judges the choice of a pawn. No other action is expected.
    fn name_mole(&mut self, action: AnyAction, expected: AnyAction) -> GameAnswer {
        let AnyAction::Undercover(Action::Choose(Choice::Pawn(pawn))) = action else {
            return GameAnswer::Idle;
        };
        if action == expected {
            self.played += 1;
            return GameAnswer::Solved;
        }
        if self.puzzle.suspects().contains(&pawn) { GameAnswer::Wrong } else { GameAnswer::Idle }
    }
}
