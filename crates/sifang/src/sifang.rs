use crate::{Action, Mode, Options, Position, Side, SifangView, view::sorted_moves};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use game::{
    Dice, Game, Observer, Outcome, Played, Points, Reason, Refusal, Resample, Seat, TextError,
    Turn, Warning,
};

/// State of a game of sifang as the referee holds it.
///
/// ```
/// use game::{Game, Turn};
/// use sifang::{Action, Side, Sifang};
///
/// // In solo, a side that resigns leaves the board, and the others play on.
/// let mut game = Sifang::start("mode=solo".parse()?, ());
/// game.play(Side::Yellow.seat(), Action::Out(Side::Yellow))?;
/// assert!(!game.position().board().has_pieces(Side::Yellow));
/// assert_eq!(game.turn(), Turn::Seat(Side::Red.seat()));
/// assert!(game.undo() && game.history().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sifang {
    position: Position,
    past: Vec<Position>,
    history: Vec<Played<Action>>,
    outcome: Option<Outcome>,
    options: Options,
}

impl Sifang {
    /// The current position.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Scores of each seat in a draw by agreement now ([`Position::draw_scores`]).
    pub fn draw_scores(&self) -> [Points; 4] {
        self.position.draw_scores()
    }

    /// Outcome if a seat resigns or runs out of time ([`Position::lost_by`]).
    pub fn lost_by(&self, loser: Seat, reason: Reason) -> Outcome {
        self.position.lost_by(loser, reason)
    }

    fn check_out(&self, seat: Seat, side: Side) -> Result<(), Refusal> {
        if side.seat() != seat {
            let message = alloc::format!("only {side} itself may leave");
            return Err(Refusal::new("not-your-turn", message));
        }
        if self.position.mode != Mode::Solo {
            return Err(Refusal::new("out", "in teams a side that gives up ends the game"));
        }
        if !self.position.still_plays(seat) {
            let message = alloc::format!("{side} has no pieces left to take away");
            return Err(Refusal::new("out", message));
        }
        Ok(())
    }

    fn from_position(options: Options, position: Position) -> Sifang {
        let options = Options { mode: position.mode, ..options };
        let position = Position { options, ..position };
        let outcome = position.ending();
        Sifang { position, past: Vec::new(), history: Vec::new(), outcome, options }
    }

    /// Number of earlier occurrences of the position since the last capture.
    fn occurrences(&self) -> usize {
        let reversible = usize::from(self.position.quiet).min(self.past.len());
        let recent = &self.past[self.past.len() - reversible..];
        recent.iter().filter(|before| before.repeats(&self.position)).count()
    }

    fn update_outcome(&mut self) {
        self.outcome = self
            .position
            .ending()
            .or_else(|| (self.occurrences() >= 2).then(|| self.position.draw(Reason::Repetition)));
    }
}

impl Game for Sifang {
    const VARIANT: &'static str = "sifang";
    const SEATS: u8 = 4;

    type Options = Options;
    type Deal = ();
    type Action = Action;
    type View = SifangView;

    fn deal(_: &Options, _: &mut dyn Dice) {}

    fn start(options: Options, (): ()) -> Sifang {
        Sifang::from_position(options, Position::start(options))
    }

    fn from_text(options: Options, text: &str) -> Result<Sifang, TextError> {
        Ok(Sifang::from_position(options, Position::from_text(options, text)?))
    }

    fn truth_text(&self) -> String {
        self.position.to_string()
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn turn(&self) -> Turn {
        match self.outcome {
            Some(_) => Turn::Over,
            None => Turn::Seat(self.position.turn.seat()),
        }
    }

    fn seat_letter(&self, seat: Seat) -> char {
        Side::of_seat(seat).letter()
    }

    /// Lists moves only, never [`Action::Out`].
    fn legal(&self, seat: Seat) -> Vec<Action> {
        if self.turn() == Turn::Seat(seat) { sorted_moves(&self.position) } else { Vec::new() }
    }

    fn judge(&self, seat: Seat, action: Action) -> Result<(), Refusal> {
        match (self.turn(), action) {
            (Turn::Over, _) => Err(Refusal::new("game-over", "the game is over")),
            (_, Action::Out(side)) => self.check_out(seat, side),
            (Turn::Seat(on_move), Action::Move(played)) if on_move == seat => {
                self.position.judge(played)
            }
            (Turn::Seat(_) | Turn::Setup(_), Action::Move(_)) => {
                let message = alloc::format!("it is {}'s turn", self.position.turn);
                Err(Refusal::new("not-your-turn", message))
            }
        }
    }

    fn play_judged(&mut self, seat: Seat, action: Action) -> Played<Action> {
        let played = Played { seat, action, revealed: None };
        self.past.push(self.position.clone());
        match action {
            Action::Move(played) => self.position.play(played),
            Action::Out(side) => self.position.leave(side),
        }
        self.history.push(played);
        self.update_outcome();
        played
    }

    fn undo(&mut self) -> bool {
        let Some(position) = self.past.pop() else { return false };
        self.position = position;
        self.history.pop();
        self.update_outcome();
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

    fn view(&self, observer: Observer) -> SifangView {
        SifangView::new(observer, self.position.clone(), self.outcome.clone())
    }

    fn warning(&self) -> Option<Warning> {
        let is_second = self.outcome.is_none() && self.occurrences() == 1;
        let message =
            "repetition: the position has occurred twice; a third time the game would be drawn";
        is_second.then(|| Warning::new("repetition-drawn", message))
    }
}

impl Resample for Sifang {
    /// Nothing is hidden, so the only indistinguishable game is the game itself.
    fn resample(&self, _: Observer, _: &mut dyn Dice) -> Sifang {
        self.clone()
    }
}
