use crate::{
    Kind, Legality, Move, Options, Position, Setup, Side, Undo, XiangqiView,
    repetition::{self, Ruling},
};
use alloc::{string::String, vec::Vec};
use game::{
    Dice, Game, Observer, Outcome, Played, Reason, Refusal, Resample, Seat, TextError, Turn,
    Warning, sort_few,
};

/// A game of traditional xiangqi as its referee holds it.
///
/// ```
/// use game::{Game, Reason, Seat};
/// use xiangqi::{Options, Xiangqi};
///
/// let mut game = Xiangqi::from_text(Options::DEFAULT, "3k5/9/3R5/9/4R4/9/9/9/9/5K3 b - - 0 1")?;
/// assert!(game.in_check());
/// let refusal = game.play(Seat::new(1), "d9e9".parse()?).unwrap_err();
/// assert_eq!(refusal.code, "game-over");
/// assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Checkmate));
/// assert!(game.outcome().is_some_and(|outcome| outcome.winners.contains(Seat::new(0))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Xiangqi {
    options: Options,
    start: Position,
    position: Position,
    history: Vec<Played<Move>>,
    undos: Vec<Undo>,
    outcome: Option<Outcome>,
    warning: Option<Warning>,
}

impl Xiangqi {
    /// The game from a position, without history.
    pub fn from_position(options: Options, position: Position) -> Xiangqi {
        let mut game = Xiangqi {
            options,
            start: position.clone(),
            position,
            history: Vec::new(),
            undos: Vec::new(),
            outcome: None,
            warning: None,
        };
        game.rule();
        game
    }

    /// The position now, after the last action of the history.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position the history begins from.
    pub const fn start_position(&self) -> &Position {
        &self.start
    }

    /// Asks every rule that may end the game, mate first.
    fn rule(&mut self) {
        self.warning = None;
        self.outcome = ending(&self.position, &self.options);
        if self.outcome.is_none() {
            let moves: Vec<Move> = self.history.iter().map(|played| played.action).collect();
            match repetition::rule(&self.start, &moves, self.options.repetition) {
                Ruling::None => {}
                Ruling::Warning(warning) => self.warning = Some(warning),
                Ruling::Over(outcome) => self.outcome = Some(outcome),
            }
        }
    }
}

/// The ending that the position itself gives: mate, stalemate, quiet plies, material.
pub(crate) fn ending(position: &Position, options: &Options) -> Option<Outcome> {
    let turn = position.side_to_move();
    if !position.has_legal_move() {
        let reason = if position.in_check(turn) { Reason::Checkmate } else { Reason::Stalemate };
        return Some(Outcome::duel(reason, Some((!turn).seat())));
    }
    draw_by_position(position, options)
}

/// The draw that a position itself gives, whatever moves there are: material or quiet plies.
///
/// ```
/// use game::Reason;
/// use xiangqi::{Options, Position, draw_by_position};
///
/// // Nothing is left that could cross the river.
/// let position = Position::from_fen("3k5/9/9/9/9/9/9/4B4/9/4K4 w - - 0 1")?;
/// let outcome = draw_by_position(&position, &Options::DEFAULT).ok_or("no draw")?;
/// assert_eq!(outcome.reason, Reason::Material);
/// assert!(outcome.winners.is_empty());
/// assert_eq!(draw_by_position(&Position::start(), &Options::DEFAULT), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_by_position(position: &Position, options: &Options) -> Option<Outcome> {
    draw_reason(position, options).map(|reason| Outcome::duel(reason, None))
}

/// Why [`draw_by_position`] would draw. Allocates nothing.
///
/// ```
/// use game::Reason;
/// use xiangqi::{Options, Position, draw_reason};
///
/// let position = Position::from_fen("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 120 80")?;
/// assert_eq!(draw_reason(&position, &Options::DEFAULT), Some(Reason::QuietLimit));
/// assert_eq!(draw_reason(&position, &"quiet-limit=off".parse()?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_reason(position: &Position, options: &Options) -> Option<Reason> {
    if lacks_material(position) {
        return Some(Reason::Material);
    }
    let is_quiet = options.quiet_limit.is_some_and(|limit| position.quiet() >= limit);
    is_quiet.then_some(Reason::QuietLimit)
}

/// Whether neither side has a piece that can cross the river.
fn lacks_material(position: &Position) -> bool {
    let crossing = [Kind::Horse, Kind::Chariot, Kind::Cannon, Kind::Pawn];
    Side::BOTH
        .into_iter()
        .all(|side| crossing.into_iter().all(|kind| position.pieces(side, kind).is_empty()))
}

impl Game for Xiangqi {
    const VARIANT: &'static str = "xiangqi";
    const SEATS: u8 = 2;

    type Options = Options;
    type Deal = ();
    type Action = Move;
    type View = XiangqiView;

    fn deal(_: &Options, _: &mut dyn Dice) {}

    fn start(options: Options, (): ()) -> Xiangqi {
        Xiangqi::from_position(options, Position::start())
    }

    fn from_text(options: Options, text: &str) -> Result<Xiangqi, TextError> {
        let setup = Setup::read_loose(text)?;
        Ok(Xiangqi::from_position(options, Position::from_setup(&setup, Legality::Composed)?))
    }

    fn truth_text(&self) -> String {
        self.position.fen()
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn turn(&self) -> Turn {
        match self.outcome {
            Some(_) => Turn::Over,
            None => Turn::Seat(self.position.side_to_move().seat()),
        }
    }

    fn seat_letter(&self, seat: Seat) -> char {
        Side::of_seat(seat).map_or('-', Side::letter)
    }

    fn legal(&self, seat: Seat) -> Vec<Move> {
        if self.turn() == Turn::Seat(seat) { sorted_legal(&self.position) } else { Vec::new() }
    }

    fn in_check(&self) -> bool {
        self.position.in_check(self.position.side_to_move())
    }

    fn judge(&self, seat: Seat, action: Move) -> Result<(), Refusal> {
        may_act(self.turn(), seat, self.position.side_to_move())?;
        self.position.judge(action)
    }

    fn play_judged(&mut self, seat: Seat, action: Move) -> Played<Move> {
        let played = Played { seat, action, revealed: None };
        self.undos.push(self.position.make(action));
        self.history.push(played);
        self.rule();
        played
    }

    fn undo(&mut self) -> bool {
        let (Some(played), Some(undo)) = (self.history.pop(), self.undos.pop()) else {
            return false;
        };
        self.position.unmake(played.action, undo);
        self.rule();
        true
    }

    fn history(&self) -> &[Played<Move>] {
        &self.history
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn conclude(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    fn view(&self, observer: Observer) -> XiangqiView {
        XiangqiView::new(observer, self.position.clone(), self.outcome.clone(), self.options)
    }

    fn warning(&self) -> Option<Warning> {
        self.warning.clone()
    }
}

impl Resample for Xiangqi {
    /// Nothing is hidden: the only truth an observer cannot tell from this one is this one.
    fn resample(&self, _: Observer, _: &mut dyn Dice) -> Xiangqi {
        self.clone()
    }
}

/// The legal moves in the order of their texts.
pub(crate) fn sorted_legal(position: &Position) -> Vec<Move> {
    let mut list = position.legal_moves();
    let order = |played: &Move| {
        (played.from.file(), played.from.rank(), played.to.file(), played.to.rank())
    };
    sort_few(&mut list, |a, b| order(a) < order(b));
    list
}

/// Whether `seat` may act at all.
fn may_act(turn: Turn, seat: Seat, mover: Side) -> Result<(), Refusal> {
    match turn {
        Turn::Over => Err(Refusal::new("game-over", "the game is over")),
        Turn::Seat(on_move) if on_move == seat => Ok(()),
        Turn::Seat(_) | Turn::Setup(_) => {
            Err(Refusal::new("not-your-turn", alloc::format!("it is {mover}'s turn")))
        }
    }
}
