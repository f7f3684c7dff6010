// A complete implementation of a game. The documentation of the traits includes this file.

use game::{
    Dice, Game, Observer, Outcome, Played, Reason, Refusal, Resample, Seat, Secret, TextError,
    Turn, View,
};
use std::{fmt, str::FromStr};

pub(crate) const HOLDER: Seat = Seat::new(0);
pub(crate) const CALLER: Seat = Seat::new(1);

/// Side of the coin, both as it lies and as it is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Face {
    Heads,
    Tails,
}

impl Face {
    const BOTH: [Face; 2] = [Face::Heads, Face::Tails];
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Face::Heads { "h" } else { "t" })
    }
}

impl FromStr for Face {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Face, TextError> {
        let face = Face::BOTH.into_iter().find(|face| face.to_string() == text);
        face.ok_or_else(|| TextError::new("face", 0, format!("expected h or t, found `{text}`")))
    }
}

/// Options of a game that has none: the only valid text is empty.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct NoOptions;

impl fmt::Display for NoOptions {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl FromStr for NoOptions {
    type Err = TextError;

    fn from_str(text: &str) -> Result<NoOptions, TextError> {
        match text {
            "" => Ok(NoOptions),
            _ => Err(TextError::new("option", 0, "this game has no options")),
        }
    }
}

/// State of the referee. It has no `Display`, and `Debug` does not print the coin.
#[derive(Clone, Debug)]
pub(crate) struct Toss {
    coin: Secret<Face>,
    history: Vec<Played<Face>>,
    /// The call. Stored apart from the history, because a game parsed from a text has no history.
    called: Option<Face>,
    outcome: Option<Outcome>,
}

impl Toss {
    fn rule(&mut self) {
        self.outcome = self.called.map(|call| {
            let winner = if call == *self.coin.expose() { CALLER } else { HOLDER };
            Outcome::duel(Reason::Points, Some(winner))
        });
    }
}

impl Game for Toss {
    const VARIANT: &'static str = "toss";
    const SEATS: u8 = 2;

    type Options = NoOptions;
    type Deal = Secret<Face>;
    type Action = Face;
    type View = TossView;

    fn deal(_: &NoOptions, dice: &mut dyn Dice) -> Secret<Face> {
        Secret::new(Face::BOTH[dice.roll(2) as usize])
    }

    fn start(_: NoOptions, coin: Secret<Face>) -> Toss {
        Toss { coin, history: Vec::new(), called: None, outcome: None }
    }

    fn from_text(_: NoOptions, text: &str) -> Result<Toss, TextError> {
        let (coin, called) = read(text)?;
        let coin = coin.ok_or_else(|| TextError::new("hidden", 0, "a coin `?` makes it a view"))?;
        let mut game = Toss { called, ..Toss::start(NoOptions, Secret::new(coin)) };
        game.rule();
        Ok(game)
    }

    fn truth_text(&self) -> String {
        write(Some(*self.coin.expose()), self.called)
    }

    fn options(&self) -> &NoOptions {
        &NoOptions
    }

    fn turn(&self) -> Turn {
        if self.outcome.is_some() { Turn::Over } else { Turn::Seat(CALLER) }
    }

    fn seat_letter(&self, seat: Seat) -> char {
        if seat == HOLDER { 'a' } else { 'b' }
    }

    fn legal(&self, seat: Seat) -> Vec<Face> {
        if self.turn().seats().contains(seat) { Face::BOTH.to_vec() } else { Vec::new() }
    }

    fn judge(&self, seat: Seat, _: Face) -> Result<(), Refusal> {
        match self.turn() {
            Turn::Over => Err(Refusal::new("game-over", "the coin has been called")),
            turn if turn.seats().contains(seat) => Ok(()),
            _ => Err(Refusal::new("not-your-turn", "only the caller calls")),
        }
    }

    fn play_judged(&mut self, seat: Seat, action: Face) -> Played<Face> {
        let played = Played { seat, action, revealed: None };
        self.history.push(played);
        self.called = Some(action);
        self.rule();
        played
    }

    fn undo(&mut self) -> bool {
        let is_undone = self.history.pop().is_some();
        if is_undone {
            self.called = None;
            self.rule();
        }
        is_undone
    }

    fn history(&self) -> &[Played<Face>] {
        &self.history
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    fn conclude(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    fn view(&self, observer: Observer) -> TossView {
        // The only place that reveals the secret: to the holder, and to everyone once the game is
        // over.
        let knows = observer == Observer::Seat(HOLDER) || self.outcome.is_some();
        TossView {
            observer,
            coin: knows.then_some(*self.coin.expose()),
            called: self.called,
            outcome: self.outcome.clone(),
        }
    }
}

impl Resample for Toss {
    /// By the rules, an observer other than the holder knows nothing about the coin.
    fn resample(&self, observer: Observer, dice: &mut dyn Dice) -> Toss {
        if observer == Observer::Seat(HOLDER) || self.outcome.is_some() {
            return self.clone();
        }
        Toss { coin: Toss::deal(&NoOptions, dice), ..self.clone() }
    }
}

/// What one observer knows. The text is `? -`, with the coin in place of `?` for an observer who
/// may see it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct TossView {
    observer: Observer,
    coin: Option<Face>,
    called: Option<Face>,
    outcome: Option<Outcome>,
}

impl fmt::Display for TossView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&write(self.coin, self.called))
    }
}

impl View for TossView {
    type Action = Face;
    type Options = NoOptions;

    fn from_text(_: NoOptions, observer: Observer, text: &str) -> Result<TossView, TextError> {
        let (coin, called) = read(text)?;
        Ok(TossView { observer, coin, called, outcome: None })
    }

    fn observer(&self) -> Observer {
        self.observer
    }

    fn turn(&self) -> Turn {
        if self.called.is_some() { Turn::Over } else { Turn::Seat(CALLER) }
    }

    fn legal(&self) -> Vec<Face> {
        let may_call = self.observer == Observer::Seat(CALLER) && self.called.is_none();
        if may_call { Face::BOTH.to_vec() } else { Vec::new() }
    }

    fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }
}

/// Writes `COIN CALL`: `?` for a hidden coin, `-` for no call yet.
fn write(coin: Option<Face>, called: Option<Face>) -> String {
    let shown = |face: Option<Face>, none: &str| face.map_or(none.into(), |face| face.to_string());
    format!("{} {}", shown(coin, "?"), shown(called, "-"))
}

fn read(text: &str) -> Result<(Option<Face>, Option<Face>), TextError> {
    let wrong = || TextError::new("toss", 0, "expected a coin and a call, such as `? -`");
    let (coin, called) = text.split_once(' ').ok_or_else(wrong)?;
    let face = |text: &str, none: &str| (text != none).then(|| text.parse()).transpose();
    let called = face(called, "-").map_err(|error: TextError| error.shifted(coin.len() + 1))?;
    Ok((face(coin, "?")?, called))
}

/// Dice that always roll the same number.
pub(crate) struct Rolls(pub(crate) u32);

impl Dice for Rolls {
    fn roll(&mut self, sides: u32) -> u32 {
        self.0 % sides
    }
}
