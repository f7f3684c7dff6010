use crate::{
    Legality, Move, Options, Position, Setup, Side, Undo, XiangqiView,
    ending::ending,
    movegen::sorted_legal,
    repetition::{self, Ruling},
};
use alloc::{string::String, vec::Vec};
use game::{
    Dice, Game, Observer, Outcome, Played, Refusal, Resample, Seat, TextError, Turn, Warning,
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
        self.position.check_move(action)
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
