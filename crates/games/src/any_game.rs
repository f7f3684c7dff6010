use crate::{AnyAction, AnyPlayed, AnyView, Variant, action::wrap as wrap_played, dispatch::each};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use game::{
    Dice, Game, Observer, Outcome, Played, Reason, Refusal, Resample, Seat, SeatSet, TextError,
    Turn, Warning,
};

/// State of any game as the referee holds it, secrets included. Its `Debug` prints the variant
/// only.
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

/// Evaluates `$body` with the typed game, and with conversions to and from its action type.
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
    /// Creates a game: parses the options and draws the deal.
    ///
    /// # Errors
    /// Names the option that cannot be parsed.
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

    /// Parses the referee's position text.
    ///
    /// # Errors
    /// Names the position in the text (or in the options) and what was expected there.
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

    /// Variant of the game.
    pub const fn variant(&self) -> Variant {
        match self {
            AnyGame::Xiangqi(_) => Variant::Xiangqi,
            AnyGame::Undercover(_) => Variant::Undercover,
            AnyGame::Sifang(_) => Variant::Sifang,
            AnyGame::Banqi(_) => Variant::Banqi,
        }
    }

    /// Number of seats.
    pub const fn seats(&self) -> u8 {
        self.variant().seats()
    }

    /// Canonical text of the options.
    pub fn options_text(&self) -> String {
        each!(self, game => game.options().to_string())
    }

    /// The referee's position text, including secrets.
    pub fn truth_text(&self) -> String {
        each!(self, game => game.truth_text())
    }

    /// The position's text with the other side to move. `None` where a side may not pass: in check,
    /// and in games other than xiangqi.
    pub fn passed_text(&self) -> Option<String> {
        match self {
            AnyGame::Xiangqi(game) => game.position().passed().map(|passed| passed.fen()),
            AnyGame::Undercover(_) | AnyGame::Sifang(_) | AnyGame::Banqi(_) => None,
        }
    }

    /// The seats that may act now.
    pub fn turn(&self) -> Turn {
        each!(self, game => game.turn())
    }

    /// The letter of a seat in texts, or `-` while the seat has none.
    pub fn seat_letter(&self, seat: Seat) -> char {
        each!(self, game => game.seat_letter(seat))
    }

    /// The seat with this letter, if the letter is assigned to a seat now.
    pub fn seat_of(&self, letter: char) -> Option<Seat> {
        each!(self, game => game.seat_of(letter))
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        each!(self, game => game.in_check())
    }

    /// Lists the legal actions of `seat`, sorted by text.
    pub fn legal(&self, seat: Seat) -> Vec<AnyAction> {
        typed!(self, game, wrap, unwrap => game.legal(seat).into_iter().map(wrap).collect())
    }

    /// Checks whether `seat` may play `action` now.
    ///
    /// # Errors
    /// The reason why the action is illegal.
    pub fn judge(&self, seat: Seat, action: AnyAction) -> Result<(), Refusal> {
        typed!(self, game, wrap, unwrap => {
            let action = unwrap(action).ok_or_else(|| self.wrong_variant(action))?;
            game.judge(seat, action)
        })
    }

    /// Plays `action` if it is legal; otherwise leaves the game unchanged.
    ///
    /// # Errors
    /// The reason why the action is illegal.
    pub fn play(&mut self, seat: Seat, action: AnyAction) -> Result<AnyPlayed, Refusal> {
        let error = self.wrong_variant(action);
        typed!(self, game, wrap, unwrap => {
            let action = unwrap(action).ok_or(error)?;
            game.play(seat, action).map(|played| wrap_played(played, wrap))
        })
    }

    /// Plays an action that [`AnyGame::judge`] has accepted in exactly this state, without judging
    /// it again. After any other action, the game is invalid and must not be used.
    ///
    /// # Errors
    /// If the action belongs to another variant.
    pub fn play_judged(&mut self, seat: Seat, action: AnyAction) -> Result<AnyPlayed, Refusal> {
        let error = self.wrong_variant(action);
        typed!(self, game, wrap, unwrap => {
            let action = unwrap(action).ok_or(error)?;
            Ok(wrap_played(game.play_judged(seat, action), wrap))
        })
    }

    /// Parses the text of an action and plays it, for the seat that the action names or else for
    /// `seat`.
    ///
    /// # Errors
    /// `action-text` if the text cannot be parsed, else the reason why the action is illegal.
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

    /// Removes `seat` from a game that continues without it (sifang, `mode=solo`).
    ///
    /// Returns `None` if the game cannot continue without the seat; use [`AnyGame::lost_by`] then.
    ///
    /// ```
    /// use conformance::TestDice;
    /// use game::Seat;
    /// use games::{AnyGame, Variant};
    ///
    /// // In solo mode a resigning side leaves the game; a two-player game ends instead.
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

    /// Undoes the last action. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        each!(self, game => game.undo())
    }

    /// Every action since the start or since the parsed position.
    pub fn history(&self) -> Vec<AnyPlayed> {
        typed!(self, game, wrap, unwrap => {
            game.history().iter().map(|&played| wrap_played(played, wrap)).collect()
        })
    }

    /// Number of actions in [`AnyGame::history`].
    pub fn plies(&self) -> usize {
        each!(self, game => game.history().len())
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<&Outcome> {
        each!(self, game => game.outcome())
    }

    /// Ends the game from outside: flag-fall, resignation, agreement.
    pub fn conclude(&mut self, outcome: Outcome) {
        each!(self, game => game.conclude(outcome));
    }

    /// Returns what `observer` may know now.
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

    /// Returns the view of `seat`, but with the secrets of the seats in `known` and no others. It is
    /// for the analysis of a finished game. In a game without secrets it is the seat's view.
    ///
    /// ```
    /// use game::{Seat, SeatSet};
    /// use games::{AnyGame, Variant};
    ///
    /// let text = "4k4/9/9/4p4/9/9/4P4/9/9/4K4 b - - 0 1 e6/e3 0/0";
    /// let game = AnyGame::from_text(Variant::Undercover, "", text)?;
    /// let [red, black] = [0, 1].map(Seat::new);
    /// let view = game.view_knowing(black, SeatSet::only(red));
    /// assert_eq!(view.to_string(), "4k4/9/9/4p4/9/9/4P4/9/9/4K4 b - - 0 1 e6/? 0/0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view_knowing(&self, seat: Seat, known: SeatSet) -> AnyView {
        match self {
            AnyGame::Undercover(game) => AnyView::Undercover(game.view_knowing(seat, known)),
            _ => self.view(Observer::Seat(seat)),
        }
    }

    /// Describes `played` for `observer`, right after it was played. Returns `None` if the observer
    /// must not learn that it happened.
    ///
    /// ```
    /// use conformance::TestDice;
    /// use game::{Observer, Seat};
    /// use games::{AnyGame, Variant};
    ///
    /// let mut game = AnyGame::new(Variant::Undercover, "", &mut TestDice::new(1))?;
    /// let chosen = game.play_text(Seat::new(0), "mole:e6")?;
    /// // The seat that chose receives its choice; the other seat does not learn that it happened.
    /// assert_eq!(game.describe_for(&chosen, Observer::Seat(Seat::new(0))).as_deref(), Some("mole:e6"));
    /// assert_eq!(game.describe_for(&chosen, Observer::Seat(Seat::new(1))), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn describe_for(&self, played: &AnyPlayed, observer: Observer) -> Option<String> {
        typed!(self, game, wrap, unwrap => {
            let action = unwrap(played.action)?;
            game.describe_for(&Played { seat: played.seat, action, revealed: played.revealed }, observer)
        })
    }

    /// A warning for all players now.
    pub fn warning(&self) -> Option<Warning> {
        each!(self, game => game.warning())
    }

    /// Describes pieces that cannot have come where they are, as in composed positions of xiangqi.
    /// Empty for an ordinary position.
    pub fn oddities(&self) -> Vec<String> {
        match self {
            AnyGame::Xiangqi(game) => {
                let setup = game.position().to_setup();
                setup.oddities().map(|fault| fault.to_string()).collect()
            }
            AnyGame::Undercover(_) | AnyGame::Sifang(_) | AnyGame::Banqi(_) => Vec::new(),
        }
    }

    /// Generates a game that `observer` cannot distinguish from this one (see [`Resample`]).
    pub fn resample(&self, observer: Observer, dice: &mut dyn Dice) -> AnyGame {
        match self {
            AnyGame::Xiangqi(game) => AnyGame::Xiangqi(game.resample(observer, dice)),
            AnyGame::Undercover(game) => AnyGame::Undercover(game.resample(observer, dice)),
            AnyGame::Sifang(game) => AnyGame::Sifang(game.resample(observer, dice)),
            AnyGame::Banqi(game) => AnyGame::Banqi(game.resample(observer, dice)),
        }
    }

    /// The choice made for a seat whose set-up time has expired.
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

    /// The face-down piece on a square, for a training table where the player may peek.
    ///
    /// `None` if no piece is face down there; always `None` in games without face-down pieces.
    pub fn peek(&self, square: &str) -> Option<char> {
        match self {
            AnyGame::Banqi(game) => game.peek(square.parse().ok()?).map(banqi::Piece::letter),
            AnyGame::Xiangqi(_) | AnyGame::Undercover(_) | AnyGame::Sifang(_) => None,
        }
    }

    /// Whether `seat` still takes part, so that a draw needs its consent.
    pub fn still_plays(&self, seat: Seat) -> bool {
        match self {
            AnyGame::Sifang(game) => game.position().still_plays(seat),
            AnyGame::Xiangqi(_) | AnyGame::Undercover(_) | AnyGame::Banqi(_) => true,
        }
    }

    /// Team number of a seat. Allies (sifang, team modes) share a number; any other seat has its
    /// own.
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

    /// The outcome if all remaining players agree on a draw.
    pub fn agreed_draw(&self) -> Outcome {
        let drawn = Outcome::duel(Reason::Agreement, None);
        match self {
            AnyGame::Sifang(game) => Outcome { scores: game.draw_scores(), ..drawn },
            AnyGame::Xiangqi(_) | AnyGame::Undercover(_) | AnyGame::Banqi(_) => drawn,
        }
    }

    /// The outcome if `loser` resigns or runs out of time and that ends the game.
    ///
    /// If the game continues without the seat, use [`AnyGame::leave`].
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

    fn wrong_variant(&self, action: AnyAction) -> Refusal {
        Refusal::new("action-text", format!("`{action}` is no action of {}", self.variant()))
    }
}

impl core::fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "AnyGame({})", self.variant())
    }
}
