use crate::{AnyAction, AnyPlayed, AnyView, Variant, action::wrap as wrap_played, dispatch::each};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use game::{
    Dice, Game, Observer, Outcome, Played, Reason, Refusal, Resample, Seat, TextError, Turn,
    Warning,
};

/// Any game as its referee holds it: the whole truth. Its `Debug` tells the variant alone.
#[derive(Clone)]
pub enum AnyGame {
    /// Traditional xiangqi.
    Xiangqi(xiangqi::Xiangqi),
    /// Undercover xiangqi.
    Undercover(undercover::Undercover),
    /// Sifang.
    Sifang(sifang::Sifang),
    /// Banqi.
    Banqi(banqi::Banqi),
}

/// Builds the variant's game: `$body` is an expression of the game type `$game`.
macro_rules! build {
    ($variant:expr, $game:ident => $body:expr) => {
        match $variant {
            Variant::Xiangqi => {
                type $game = xiangqi::Xiangqi;
                AnyGame::Xiangqi($body)
            }
            Variant::Undercover => {
                type $game = undercover::Undercover;
                AnyGame::Undercover($body)
            }
            Variant::Sifang => {
                type $game = sifang::Sifang;
                AnyGame::Sifang($body)
            }
            Variant::Banqi => {
                type $game = banqi::Banqi;
                AnyGame::Banqi($body)
            }
        }
    };
}

/// Calls `$body` with the typed game and the constructors that fit it.
macro_rules! typed {
    ($any:expr, $game:ident, $wrap:ident, $unwrap:ident => $body:expr) => {
        match $any {
            AnyGame::Xiangqi($game) => typed!(@arm Xiangqi, $wrap, $unwrap => $body),
            AnyGame::Undercover($game) => typed!(@arm Undercover, $wrap, $unwrap => $body),
            AnyGame::Sifang($game) => typed!(@arm Sifang, $wrap, $unwrap => $body),
            AnyGame::Banqi($game) => typed!(@arm Banqi, $wrap, $unwrap => $body),
        }
    };
    (@arm $name:ident, $wrap:ident, $unwrap:ident => $body:expr) => {{
        #[allow(unused)]
        let $wrap = AnyAction::$name;
        #[allow(unused)]
        let $unwrap = |action: AnyAction| match action {
            AnyAction::$name(action) => Some(action),
            _ => None,
        };
        $body
    }};
}

impl AnyGame {
    /// A new game: reads the options, draws the deal, and stands before the first action.
    ///
    /// # Errors
    /// Names the option that cannot be read.
    ///
    /// ```
    /// use conformance::TestDice;
    /// use games::{AnyGame, Variant};
    ///
    /// let game = AnyGame::new(Variant::Banqi, "target=60 taiwan", &mut TestDice::new(1));
    /// assert_eq!(game.unwrap_err().code, "option", "a preset's name comes first");
    /// let game = AnyGame::new(Variant::Banqi, "taiwan", &mut TestDice::new(1))?;
    /// assert_eq!((game.variant(), game.options_text().as_str()), (Variant::Banqi, "taiwan"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(variant: Variant, options: &str, dice: &mut dyn Dice) -> Result<AnyGame, TextError> {
        Ok(build!(variant, G => G::dealt(options.parse()?, dice)))
    }

    /// A game from the referee's position text.
    ///
    /// # Errors
    /// Names the place in the text (or in the options) and what was expected there.
    ///
    /// ```
    /// use games::{AnyGame, Variant};
    ///
    /// let game = AnyGame::from_text(Variant::Banqi, "", "8/8/8/K**4p r 0/0 0 8 nA")?;
    /// assert_eq!(game.truth_text(), "8/8/8/K**4p r 0/0 0 8 nA");
    /// let error = AnyGame::from_text(Variant::Xiangqi, "", "8/8").unwrap_err();
    /// assert_eq!(error.message, "expected 10 ranks, found 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_text(variant: Variant, options: &str, text: &str) -> Result<AnyGame, TextError> {
        Ok(build!(variant, G => G::from_text(options.parse()?, text)?))
    }

    /// Which game it is.
    pub const fn variant(&self) -> Variant {
        match self {
            AnyGame::Xiangqi(_) => Variant::Xiangqi,
            AnyGame::Undercover(_) => Variant::Undercover,
            AnyGame::Sifang(_) => Variant::Sifang,
            AnyGame::Banqi(_) => Variant::Banqi,
        }
    }

    /// How many seats it has.
    pub const fn seats(&self) -> u8 {
        self.variant().seats()
    }

    /// The options' canonical text.
    pub fn options_text(&self) -> String {
        each!(self, game => game.options().to_string())
    }

    /// The referee's position text, secrets included.
    pub fn truth_text(&self) -> String {
        each!(self, game => game.truth_text())
    }

    /// Who may act now.
    pub fn turn(&self) -> Turn {
        each!(self, game => game.turn())
    }

    /// The letter of a seat, `-` while it has none.
    pub fn seat_letter(&self, seat: Seat) -> char {
        each!(self, game => game.seat_letter(seat))
    }

    /// The seat of a letter, if it has one now.
    pub fn seat_of(&self, letter: char) -> Option<Seat> {
        each!(self, game => game.seat_of(letter))
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        each!(self, game => game.in_check())
    }

    /// What `seat` may do now, sorted by text.
    pub fn legal(&self, seat: Seat) -> Vec<AnyAction> {
        typed!(self, game, wrap, unwrap => game.legal(seat).into_iter().map(wrap).collect())
    }

    /// Why `seat` may not do `action` now, or that it may.
    ///
    /// # Errors
    /// The referee's reason.
    pub fn judge(&self, seat: Seat, action: AnyAction) -> Result<(), Refusal> {
        typed!(self, game, wrap, unwrap => {
            let action = unwrap(action).ok_or_else(|| self.foreign(action))?;
            game.judge(seat, action)
        })
    }

    /// Plays `action` if it is legal; otherwise changes nothing.
    ///
    /// # Errors
    /// The referee's reason.
    pub fn play(&mut self, seat: Seat, action: AnyAction) -> Result<AnyPlayed, Refusal> {
        let foreign = self.foreign(action);
        typed!(self, game, wrap, unwrap => {
            let action = unwrap(action).ok_or(foreign)?;
            game.play(seat, action).map(|played| wrap_played(played, wrap))
        })
    }

    /// Reads a noted action's text and plays it: for `seat`, or for the seat that the action
    /// itself names.
    ///
    /// # Errors
    /// `action-text` when it cannot be read, else the referee's reason.
    ///
    /// ```
    /// use conformance::TestDice;
    /// use game::Seat;
    /// use games::{AnyGame, Variant};
    ///
    /// let mut game = AnyGame::new(Variant::Xiangqi, "", &mut TestDice::new(1))?;
    /// assert_eq!(game.play_text(Seat::new(0), "h2e2")?.to_string(), "h2e2");
    /// assert_eq!(game.play_text(Seat::new(1), "h9h5").unwrap_err().code, "not-how-it-moves");
    /// assert_eq!(game.play_text(Seat::new(1), "gibberish").unwrap_err().code, "action-text");
    /// assert_eq!(game.plies(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_text(&mut self, seat: Seat, action: &str) -> Result<AnyPlayed, Refusal> {
        let action = AnyAction::parse(self.variant(), action)
            .map_err(|error| Refusal::new("action-text", error.to_string()))?;
        self.play(action.named_seat().unwrap_or(seat), action)
    }

    /// Takes `seat` out of a game that goes on without it (sifang, alone). `None` where its giving
    /// up ends the game: see [`AnyGame::lost_by`].
    ///
    /// ```
    /// use conformance::TestDice;
    /// use game::Seat;
    /// use games::{AnyGame, Variant};
    ///
    /// // Alone, a side that gives up leaves; in a game for two its giving up is the end.
    /// let mut solo = AnyGame::new(Variant::Sifang, "mode=solo", &mut TestDice::new(1))?;
    /// assert!(solo.leave(Seat::new(2)).is_some() && !solo.still_plays(Seat::new(2)));
    /// let mut two = AnyGame::new(Variant::Xiangqi, "", &mut TestDice::new(1))?;
    /// assert_eq!(two.leave(Seat::new(0)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn leave(&mut self, seat: Seat) -> Option<AnyPlayed> {
        match self {
            AnyGame::Sifang(game) => {
                let played =
                    game.play(seat, sifang::Action::Out(sifang::Side::of_seat(seat))).ok()?;
                Some(wrap_played(played, AnyAction::Sifang))
            }
            AnyGame::Xiangqi(_) | AnyGame::Undercover(_) | AnyGame::Banqi(_) => None,
        }
    }

    /// Takes the last action back. `false` when there is none.
    pub fn undo(&mut self) -> bool {
        each!(self, game => game.undo())
    }

    /// Every action since the start or the position it was read from.
    pub fn history(&self) -> Vec<AnyPlayed> {
        typed!(self, game, wrap, unwrap => {
            game.history().iter().map(|&played| wrap_played(played, wrap)).collect()
        })
    }

    /// How many actions there are in [`AnyGame::history`].
    pub fn plies(&self) -> usize {
        each!(self, game => game.history().len())
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<&Outcome> {
        each!(self, game => game.outcome())
    }

    /// Ends the game from outside: flag-fall, resignation, agreement.
    pub fn conclude(&mut self, outcome: Outcome) {
        each!(self, game => game.conclude(outcome));
    }

    /// What `observer` may know now.
    ///
    /// ```
    /// use game::Observer;
    /// use games::{AnyGame, Variant};
    ///
    /// let game = AnyGame::from_text(Variant::Banqi, "", "8/8/8/K**4p r 0/0 0 8 nA")?;
    /// assert_eq!(game.view(Observer::Spectator).to_string(), "8/8/8/K**4p r 0/0 0 8 ?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view(&self, observer: Observer) -> AnyView {
        match self {
            AnyGame::Xiangqi(game) => AnyView::Xiangqi(game.view(observer)),
            AnyGame::Undercover(game) => AnyView::Undercover(game.view(observer)),
            AnyGame::Sifang(game) => AnyView::Sifang(game.view(observer)),
            AnyGame::Banqi(game) => AnyView::Banqi(game.view(observer)),
        }
    }

    /// What `observer` is told of `done`, right after it was played; `None` when it must not learn
    /// that it happened.
    ///
    /// ```
    /// use conformance::TestDice;
    /// use game::{Observer, Seat};
    /// use games::{AnyGame, Variant};
    ///
    /// let mut game = AnyGame::new(Variant::Undercover, "", &mut TestDice::new(1))?;
    /// let chosen = game.play_text(Seat::new(0), "mole:e6")?;
    /// // Whoever chose is told; nobody else learns even that it happened.
    /// assert_eq!(game.tell(&chosen, Observer::Seat(Seat::new(0))).as_deref(), Some("mole:e6"));
    /// assert_eq!(game.tell(&chosen, Observer::Seat(Seat::new(1))), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tell(&self, played: &AnyPlayed, observer: Observer) -> Option<String> {
        typed!(self, game, wrap, unwrap => {
            let action = unwrap(played.action)?;
            game.tell(&Played { seat: played.seat, action, revealed: played.revealed }, observer)
        })
    }

    /// A warning the players should hear now.
    pub fn warning(&self) -> Option<Warning> {
        each!(self, game => game.warning())
    }

    /// Another truth that `observer` cannot tell from this one (see [`Resample`]).
    pub fn resample(&self, observer: Observer, dice: &mut dyn Dice) -> AnyGame {
        match self {
            AnyGame::Xiangqi(game) => AnyGame::Xiangqi(game.resample(observer, dice)),
            AnyGame::Undercover(game) => AnyGame::Undercover(game.resample(observer, dice)),
            AnyGame::Sifang(game) => AnyGame::Sifang(game.resample(observer, dice)),
            AnyGame::Banqi(game) => AnyGame::Banqi(game.resample(observer, dice)),
        }
    }

    /// The choice made for a seat whose set-up time has run out.
    ///
    /// ```
    /// use conformance::TestDice;
    /// use game::Seat;
    /// use games::{AnyGame, Variant};
    ///
    /// let game = AnyGame::new(Variant::Undercover, "", &mut TestDice::new(1))?;
    /// let default = game.default_setup(Seat::new(0)).map(|action| action.to_string());
    /// assert_eq!(default.as_deref(), Some("mole:random"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn default_setup(&self, seat: Seat) -> Option<AnyAction> {
        match self {
            AnyGame::Undercover(game) => game.default_setup(seat).map(AnyAction::Undercover),
            AnyGame::Xiangqi(_) | AnyGame::Sifang(_) | AnyGame::Banqi(_) => None,
        }
    }

    /// The face-down piece on a square, for peeking at a training table; `None` where nothing is
    /// face down (in any other game, nowhere).
    pub fn peek(&self, square: &str) -> Option<char> {
        match self {
            AnyGame::Banqi(game) => game.peek(square.parse().ok()?).map(banqi::Piece::letter),
            AnyGame::Xiangqi(_) | AnyGame::Undercover(_) | AnyGame::Sifang(_) => None,
        }
    }

    /// Whether `seat` still plays, so that a draw needs its consent.
    pub fn still_plays(&self, seat: Seat) -> bool {
        match self {
            AnyGame::Sifang(game) => game.position().still_plays(seat),
            AnyGame::Xiangqi(_) | AnyGame::Undercover(_) | AnyGame::Banqi(_) => true,
        }
    }

    /// The number of a seat's team: allies (sifang, doubles) share one, everybody else is alone.
    ///
    /// ```
    /// use conformance::TestDice;
    /// use game::Seat;
    /// use games::{AnyGame, Variant};
    ///
    /// let teams = |options| {
    ///     let game = AnyGame::new(Variant::Sifang, options, &mut TestDice::new(1));
    ///     game.map(|game| Seat::first(4).map(|seat| game.team(seat)).collect::<Vec<_>>())
    /// };
    /// assert_eq!(teams("mode=ns")?, [0, 1, 0, 1]);
    /// assert_eq!(teams("mode=solo")?, [0, 1, 2, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn team(&self, seat: Seat) -> u8 {
        match self {
            AnyGame::Sifang(game) => game.position().mode().team(sifang::Side::of_seat(seat)) as u8,
            AnyGame::Xiangqi(_) | AnyGame::Undercover(_) | AnyGame::Banqi(_) => seat.index() as u8,
        }
    }

    /// The outcome when everybody still playing agrees on a draw.
    pub fn agreed_draw(&self) -> Outcome {
        let drawn = Outcome::duel(Reason::Agreement, None);
        match self {
            AnyGame::Sifang(game) => Outcome { scores: game.draw_scores(), ..drawn },
            AnyGame::Xiangqi(_) | AnyGame::Undercover(_) | AnyGame::Banqi(_) => drawn,
        }
    }

    /// The outcome when `loser` gives up or its time runs out and that ends the game (where it
    /// does not: [`AnyGame::leave`]).
    ///
    /// ```
    /// use conformance::TestDice;
    /// use game::{Reason, Seat, SeatSet};
    /// use games::{AnyGame, Variant};
    ///
    /// let game = AnyGame::new(Variant::Xiangqi, "", &mut TestDice::new(1))?;
    /// let outcome = game.lost_by(Seat::new(0), Reason::FlagFall);
    /// assert_eq!(outcome.winners, SeatSet::only(Seat::new(1)));
    /// assert!(game.agreed_draw().winners.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lost_by(&self, loser: Seat, reason: Reason) -> Outcome {
        match self {
            AnyGame::Sifang(game) => game.lost_by(loser, reason),
            AnyGame::Xiangqi(_) | AnyGame::Undercover(_) | AnyGame::Banqi(_) => {
                let winner = Seat::first(self.seats()).find(|&seat| seat != loser);
                Outcome::duel(reason, winner)
            }
        }
    }

    fn foreign(&self, action: AnyAction) -> Refusal {
        Refusal::new("action-text", format!("`{action}` is no action of {}", self.variant()))
    }
}

impl core::fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "AnyGame({})", self.variant())
    }
}
