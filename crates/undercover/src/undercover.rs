use crate::{
    Action, Choice, First, Locks, Mole, Options, Places, Position, Rearrange, Selection, Sighting,
    Stage, UndercoverView,
    ending::ending,
    judge,
    text::{Sheet, truth},
};
use alloc::{string::String, vec::Vec};
use core::fmt;
use game::{
    Dice, Game, Observer, Outcome, Played, Refusal, Seat, SeatSet, Secret, TextError, Turn, Warning,
};
use xiangqi::{
    Move, Side,
    repetition::{self, Ruling},
};

/// Everything decided by randomness: random moles, the system's rearrangement, the first move.
#[derive(Clone, Debug)]
pub struct Deal(pub(crate) Secret<Draws>);

#[derive(Clone, Copy)]
pub(crate) struct Draws {
    /// By owner: the order in which the system selects among the opponent's pawns, 0–4.
    pub(crate) picks: [[u8; 5]; 2],
    /// By side: the system's rearrangement of its pawns.
    pub(crate) places: [Places; 2],
    /// The side that moves first, if the system draws it.
    pub(crate) first: Side,
}

/// State of a game of undercover xiangqi as the referee holds it, secrets included.
///
/// ```
/// use game::{Game, Seat};
/// use undercover::{Options, Undercover};
///
/// let position = "3k5/3p5/9/9/9/9/9/9/9/4K4 w - - 9 30 d8/- 0/0";
/// let mut game = Undercover::from_text(Options::DEFAULT, position)?;
/// // Turning its mole, Red gives check. The count of quiet plies restarts.
/// game.play(Seat::new(0), "@d8".parse()?)?;
/// assert_eq!(game.truth_text(), "3k5/3P5/9/9/9/9/9/9/9/4K4 b - - 0 30 +/- 0/0");
/// assert!(game.in_check());
/// // A barred mole cannot be turned.
/// let early = Undercover::from_text(Options::DEFAULT, &position.replace("0/0", "1/0"))?;
/// assert_eq!(early.judge(Seat::new(0), "@d8".parse()?).unwrap_err().code, "barred");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Undercover {
    pub(crate) options: Options,
    pub(crate) deal: Deal,
    pub(crate) origin: State,
    pub(crate) state: State,
    past: Vec<State>,
    pub(crate) history: Vec<Played<Action>>,
    pub(crate) outcome: Option<Outcome>,
    warning: Option<Warning>,
}

/// State of a game between two actions, secrets included.
#[derive(Clone)]
pub(crate) struct State {
    pub(crate) stage: Stage,
    pub(crate) position: Position,
    pub(crate) locks: [Option<Locks>; 2],
    pub(crate) has_mole: [bool; 2],
    pub(crate) places: [Option<Places>; 2],
    /// Index in the history from which repetition is judged: the start of play, or the action after
    /// the last turned mole.
    anchor: usize,
}

impl Undercover {
    /// The current position with both moles known. For the referee only.
    pub const fn position(&self) -> &Position {
        &self.state.position
    }

    /// The current stage.
    pub const fn stage(&self) -> Stage {
        self.state.stage
    }

    /// The choice made for a seat whose set-up time has expired: no locks, a random mole, no
    /// rearrangement.
    ///
    /// `None` if the seat owes no choice.
    ///
    /// ```
    /// use game::{Game, Seat, Turn};
    /// use undercover::Undercover;
    ///
    /// let options = "locks=2 rearrange=manual".parse()?;
    /// let mut game = Undercover::dealt(options, &mut conformance::TestDice::new(3));
    /// let mut defaults = Vec::new();
    /// while let Some(choice) = game.default_setup(Seat::new(0)) {
    ///     defaults.push(choice.to_string());
    ///     for seat in Seat::first(2) {
    ///         game.play(seat, choice)?;
    ///     }
    /// }
    /// assert_eq!(defaults, ["lock:-", "mole:random", "place:12345"]);
    /// assert!(matches!(game.turn(), Turn::Seat(_)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn default_setup(&self, seat: Seat) -> Option<Action> {
        if !self.turn().seats().contains(seat) {
            return None;
        }
        match self.state.stage {
            Stage::Lock => Some(Action::Lock(Locks::NONE)),
            Stage::Choose => Some(Action::Choose(Choice::Random)),
            Stage::Place => Some(Action::Place(Places::UNCHANGED)),
            Stage::Play => None,
        }
    }

    /// The random decisions of the deal as sentences, for verifying a finished game.
    ///
    /// ```
    /// use game::Game;
    /// use undercover::{Options, Undercover};
    ///
    /// let game = Undercover::dealt(Options::DEFAULT, &mut conformance::TestDice::new(3));
    /// let lines = game.deal_lines();
    /// assert_eq!(lines.len(), 5, "two for each side, and who moves first");
    /// assert!(lines[0].starts_with("Red: a random mole is the first unlocked of Black's pawns "));
    /// // While the game runs, the deal does not print them.
    /// assert!(!format!("{game:?}").contains("pawns"));
    /// ```
    pub fn deal_lines(&self) -> Vec<String> {
        let draws = self.deal.0.expose();
        let mut lines = Vec::new();
        for side in Side::BOTH {
            let picks = draws.picks[side.index()].map(|pick| char::from(b'1' + pick));
            let picks: String = picks.iter().collect();
            lines.push(alloc::format!(
                "{side}: a random mole is the first unlocked of {}'s pawns {picks}",
                !side
            ));
            lines.push(alloc::format!(
                "{side}: the system places its pawns {}",
                draws.places[side.index()]
            ));
        }
        lines.push(alloc::format!("first move, if drawn: {}", draws.first));
        lines
    }

    pub(crate) fn from_state(options: Options, deal: Deal, state: State) -> Undercover {
        let mut game = Undercover {
            options,
            deal,
            origin: state.clone(),
            state,
            past: Vec::new(),
            history: Vec::new(),
            outcome: None,
            warning: None,
        };
        game.rule();
        game
    }

    /// What `reader` knows. The referee (`None`) knows everything, and after the end all readers
    /// do.
    fn sheet(&self, reader: Option<Observer>) -> Sheet {
        let state = &self.state;
        let knows_all = reader.is_none() || self.outcome.is_some();
        let is_own = |side: Side| knows_all || reader == Some(Observer::Seat(side.seat()));
        let of = |side: Side| side.index();
        Sheet {
            stage: state.stage,
            board: state.position.board.clone(),
            moles: Side::BOTH.map(|side| match state.position.moles[of(side)] {
                Mole::Turned => Sighting::Known(Mole::Turned),
                _ if !is_own(side) => Sighting::Hidden,
                mole if state.has_mole[of(side)] => Sighting::Known(mole),
                _ => Sighting::Owed,
            }),
            barred: state.position.barred,
            locks: Side::BOTH.map(|side| {
                let shown = is_own(side) || state.stage != Stage::Lock;
                own_choice(shown, state.locks[of(side)])
            }),
            places: Side::BOTH.map(|side| own_choice(is_own(side), state.places[of(side)])),
        }
    }

    /// Returns the view of `seat`, but with the unturned moles of the seats in `known` and no
    /// others. It is for the analysis of a finished game; during the set-up it is the seat's view.
    ///
    /// ```
    /// use game::{Game, Seat, SeatSet};
    /// use undercover::{Options, Undercover};
    ///
    /// let text = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 e6/c3 0/0";
    /// let game = Undercover::from_text(Options::DEFAULT, text)?;
    /// let [red, black] = [0, 1].map(Seat::new);
    /// for (known, moles) in [
    ///     (SeatSet::only(red), " e6/? "),
    ///     (SeatSet::only(black), " ?/c3 "),
    ///     (SeatSet::first(2), " e6/c3 "),
    /// ] {
    ///     assert!(game.view_knowing(red, known).to_string().contains(moles));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view_knowing(&self, seat: Seat, known: SeatSet) -> UndercoverView {
        let mut sheet = self.sheet(Some(Observer::Seat(seat)));
        if self.state.stage == Stage::Play {
            sheet.moles = Side::BOTH.map(|side| match self.state.position.moles[side.index()] {
                mole if mole == Mole::Turned || known.contains(side.seat()) => {
                    Sighting::Known(mole)
                }
                _ => Sighting::Hidden,
            });
        }
        UndercoverView::new(Observer::Seat(seat), self.options, sheet, self.outcome.clone())
    }

    /// Applies every rule that may end the game.
    fn rule(&mut self) {
        self.warning = None;
        self.outcome = None;
        if self.state.stage != Stage::Play {
            return;
        }
        self.outcome = ending(&self.state.position, &self.options.xiangqi);
        if self.outcome.is_some() {
            return;
        }
        let anchor = self.state.anchor;
        let start = self.past.get(anchor).unwrap_or(&self.state);
        let moves: Vec<Move> = self.history[anchor..]
            .iter()
            .filter_map(|played| match played.action {
                Action::Move(played) => Some(played),
                _ => None,
            })
            .collect();
        match repetition::rule(&start.position.board, &moves, self.options.xiangqi.repetition) {
            Ruling::None => {}
            Ruling::Warning(warning) => self.warning = Some(warning),
            Ruling::Over(outcome) => self.outcome = Some(outcome),
        }
    }

    fn carry_out(&mut self, side: Side, action: Action) {
        let state = &mut self.state;
        let draws = self.deal.0.expose();
        match action {
            Action::Move(_) => {
                state.position.make(action);
            }
            Action::Turn(_) => {
                state.position.make(action);
                state.anchor = self.history.len() + 1;
            }
            Action::Lock(locks) => state.locks[side.index()] = Some(locks),
            Action::Choose(choice) => state.choose(side, choice, draws),
            Action::Place(places) => state.places[side.index()] = Some(places),
        }
        state.advance(&self.options, draws, self.history.len() + 1);
    }
}

fn own_choice<T: Copy>(is_shown: bool, choice: Option<T>) -> Sighting<T> {
    match choice {
        _ if !is_shown => Sighting::Hidden,
        Some(choice) => Sighting::Known(choice),
        None => Sighting::Owed,
    }
}

impl State {
    fn choose(&mut self, owner: Side, choice: Choice, draws: &Draws) {
        self.has_mole[owner.index()] = true;
        self.position.moles[owner.index()] = match choice {
            Choice::Pawn(square) => Mole::At(square),
            Choice::Waive => Mole::Waived,
            Choice::Random => {
                let pawns: Vec<_> = crate::position::pawns(&self.position.board, !owner).collect();
                let locks = self.locks[(!owner).index()].unwrap_or_default();
                draws.picks[owner.index()]
                    .iter()
                    .filter_map(|&pick| pawns.get(usize::from(pick)).copied())
                    .find(|&square| !locks.contains(square))
                    .map_or(Mole::Waived, Mole::At)
            }
        };
    }

    /// The sides that still owe a choice.
    fn owing(&self) -> SeatSet {
        let owes = |side: Side| match self.stage {
            Stage::Lock => self.locks[side.index()].is_none(),
            Stage::Choose => !self.has_mole[side.index()],
            Stage::Place => self.places[side.index()].is_none(),
            Stage::Play => false,
        };
        Side::BOTH.into_iter().filter(|&side| owes(side)).map(Side::seat).collect()
    }

    /// Moves to the next stage while no side owes a choice in the current one.
    fn advance(&mut self, options: &Options, draws: &Draws, played: usize) {
        while self.stage != Stage::Play && self.owing().is_empty() {
            match self.stage {
                Stage::Lock => {
                    self.stage = Stage::Choose;
                    if options.selection == Selection::Random {
                        Side::BOTH
                            .into_iter()
                            .for_each(|side| self.choose(side, Choice::Random, draws));
                    }
                }
                Stage::Choose => {
                    self.stage = Stage::Place;
                    self.places = match options.rearrange {
                        Rearrange::None => [Some(Places::UNCHANGED); 2],
                        Rearrange::System => draws.places.map(Some),
                        Rearrange::Manual => [None; 2],
                    };
                }
                Stage::Place | Stage::Play => {
                    self.stage = Stage::Play;
                    self.anchor = played;
                    self.rearrange();
                }
            }
        }
    }

    /// Applies the rearrangement to the moles. All pawns of a side look alike, so the board stays
    /// the same.
    fn rearrange(&mut self) {
        for side in Side::BOTH {
            let mole = &mut self.position.moles[(!side).index()];
            if let (Mole::At(square), Some(places)) = (*mole, self.places[side.index()]) {
                *mole = Mole::At(places.carry(square));
            }
        }
    }
}

impl Game for Undercover {
    const VARIANT: &'static str = "undercover";
    const SEATS: u8 = 2;

    type Options = Options;
    type Deal = Deal;
    type Action = Action;
    type View = UndercoverView;

    fn deal(_: &Options, dice: &mut dyn Dice) -> Deal {
        let mut order = || {
            let mut order = [0, 1, 2, 3, 4];
            dice.shuffle(&mut order);
            order
        };
        let picks = [order(), order()];
        let places =
            [order(), order()].map(|order| Places::new(order).unwrap_or(Places::UNCHANGED));
        let first = Side::BOTH[dice.roll(2) as usize % 2];
        Deal(Secret::new(Draws { picks, places, first }))
    }

    fn start(options: Options, deal: Deal) -> Undercover {
        let draws = *deal.0.expose();
        let first = match options.first {
            First::Random => draws.first,
            First::Red => Side::Red,
            First::Black => Side::Black,
        };
        let mut state = State {
            stage: Stage::Lock,
            position: Position {
                board: xiangqi::Position::start_with(first),
                moles: [Mole::Waived; 2],
                barred: [options.barred; 2],
            },
            locks: if options.locks == 0 { [Some(Locks::NONE); 2] } else { [None; 2] },
            has_mole: [false; 2],
            places: [None; 2],
            anchor: 0,
        };
        state.advance(&options, &draws, 0);
        Undercover::from_state(options, deal, state)
    }

    fn from_text(options: Options, text: &str) -> Result<Undercover, TextError> {
        let sheet: Sheet = text.parse()?;
        let Some(position) = sheet.position() else {
            let message = match sheet.stage {
                Stage::Play => "expected both moles; a `?` makes this the text of a view",
                _ => {
                    "a game cannot be taken up in the middle of its set-up: its deal is not in the text"
                }
            };
            return Err(TextError::new("hidden", 0, message));
        };
        let draws =
            Draws { picks: [[0, 1, 2, 3, 4]; 2], places: [Places::UNCHANGED; 2], first: Side::Red };
        let state = State {
            stage: Stage::Play,
            position,
            locks: [Some(Locks::NONE); 2],
            has_mole: [true; 2],
            places: [Some(Places::UNCHANGED); 2],
            anchor: 0,
        };
        Ok(Undercover::from_state(options, Deal(Secret::new(draws)), state))
    }

    fn truth_text(&self) -> String {
        truth(&self.sheet(None))
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn turn(&self) -> Turn {
        match (&self.outcome, self.state.stage) {
            (Some(_), _) => Turn::Over,
            (None, Stage::Play) => Turn::Seat(self.state.position.board.side_to_move().seat()),
            (None, _) => Turn::Setup(self.state.owing()),
        }
    }

    fn seat_letter(&self, seat: Seat) -> char {
        Side::of_seat(seat).map_or('-', Side::letter)
    }

    fn legal(&self, seat: Seat) -> Vec<Action> {
        match Side::of_seat(seat) {
            Some(side) if self.outcome.is_none() => {
                judge::legal(&self.sheet(Some(Observer::Seat(seat))), side, &self.options)
            }
            _ => Vec::new(),
        }
    }

    fn in_check(&self) -> bool {
        let board = &self.state.position.board;
        self.state.stage == Stage::Play && board.in_check(board.side_to_move())
    }

    fn judge(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        if self.outcome.is_some() {
            return Err(Refusal::new("game-over", "the game is over"));
        }
        let Some(side) = Side::of_seat(seat) else {
            return Err(Refusal::new("not-your-turn", "the game has two seats"));
        };
        judge::judge(&self.sheet(Some(Observer::Seat(seat))), side, &self.options, action)
    }

    fn play_judged(&mut self, seat: Seat, action: Action) -> Played<Action> {
        let played = Played { seat, action, revealed: None };
        let before = self.state.clone();
        self.carry_out(Side::of_seat(seat).unwrap_or(Side::Red), action);
        self.past.push(before);
        self.history.push(played);
        self.rule();
        played
    }

    fn undo(&mut self) -> bool {
        let Some(state) = self.past.pop() else { return false };
        self.state = state;
        self.history.pop();
        self.rule();
        true
    }

    fn history(&self) -> &[Played<Action>] {
        &self.history
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn conclude(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    fn view(&self, observer: Observer) -> UndercoverView {
        UndercoverView::new(
            observer,
            self.options,
            self.sheet(Some(observer)),
            self.outcome.clone(),
        )
    }

    fn describe_for(&self, played: &Played<Action>, observer: Observer) -> Option<String> {
        let is_public = matches!(played.action, Action::Move(_) | Action::Turn(_));
        let is_own = observer == Observer::Seat(played.seat);
        (is_public || is_own).then(|| alloc::format!("{played}"))
    }

    fn warning(&self) -> Option<Warning> {
        self.warning.clone()
    }
}

impl fmt::Debug for Undercover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Undercover(<secret>, {} actions)", self.history.len())
    }
}
