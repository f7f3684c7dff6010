use crate::{Dice, Observer, Outcome, Played, Refusal, Seat, TextError, Turn, Warning};
use alloc::{string::String, vec::Vec};
use core::{
    fmt::{Debug, Display},
    hash::Hash,
    str::FromStr,
};

/// State of a game as the referee holds it, secrets included.
///
/// A game is deterministic once its options and its deal are known: [`Game::deal`] draws all
/// randomness first, and the record stores it. A game stores its own history, for judging
/// repetition and for undoing actions.
///
/// `examples/toss` is a complete implementation. A referee uses any game like this:
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/toss/game.rs")); }
/// # use toss::{Rolls, Toss};
/// use game::{Dice, Game, Refusal, Turn};
///
/// /// Plays the first legal action until the game is over, and returns the number of actions.
/// fn play_out<G: Game>(options: G::Options, dice: &mut dyn Dice) -> Result<usize, Refusal> {
///     let mut game = G::dealt(options, dice);
///     while let Some(seat) = game.turn().seats().iter().next() {
///         let action = game.legal(seat)[0];
///         game.play(seat, action)?;
///     }
///     assert_eq!(game.turn(), Turn::Over);
///     Ok(game.history().len())
/// }
///
/// assert_eq!(play_out::<Toss>("".parse()?, &mut Rolls(0))?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Clone + Sized {
    /// Variant id of `docs/formats.md`: `xiangqi`, `undercover`, `sifang`, `banqi`.
    const VARIANT: &'static str;

    /// Number of seats.
    const SEATS: u8;

    /// Options of one game.
    ///
    /// The text consists of `key=value` words separated by single spaces, sorted by key. It names
    /// only values that differ from the default, so the empty text is the default. A game with
    /// presets also parses the name of a preset alone.
    type Options: Clone + PartialEq + Debug + Default + Display + FromStr<Err = TextError>;

    /// Everything that is decided by randomness, drawn before the first action.
    ///
    /// Its `Debug` must not reveal it: use [`Secret`](crate::Secret).
    type Deal: Clone + Debug;

    /// One action of one seat, including set-up choices. The text is defined in `docs/formats.md`.
    type Action: Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = TextError>;

    /// What one observer may know of the game.
    type View: View<Action = Self::Action, Options = Self::Options>;

    /// Draws all random decisions of one game.
    fn deal(options: &Self::Options, dice: &mut dyn Dice) -> Self::Deal;

    /// Creates the game before its first action.
    fn start(options: Self::Options, deal: Self::Deal) -> Self;

    /// Draws a deal and creates the game.
    fn dealt(options: Self::Options, dice: &mut dyn Dice) -> Self {
        let deal = Self::deal(&options, dice);
        Self::start(options, deal)
    }

    /// Parses the referee's position text. The resulting game has no history.
    ///
    /// # Errors
    /// Names the position in the text and what was expected there. A text with `?` for something
    /// hidden is rejected, because it is the text of a view.
    ///
    /// ```
    /// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/toss/game.rs")); }
    /// # use toss::Toss;
    /// use game::Game;
    ///
    /// let game = Toss::from_text("".parse()?, "h -")?;
    /// assert_eq!(game.truth_text(), "h -");
    /// // A text that hides something is a view.
    /// assert_eq!(Toss::from_text("".parse()?, "? -").unwrap_err().code, "hidden");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from_text(options: Self::Options, text: &str) -> Result<Self, TextError>;

    /// The referee's position text, including secrets. Not `Display`, so that a leak is easy to
    /// spot.
    fn truth_text(&self) -> String;

    /// The options of this game.
    fn options(&self) -> &Self::Options;

    /// The seats that may act now.
    fn turn(&self) -> Turn;

    /// The letter of this seat in texts (`w b`, `r g y b`, banqi `r b`), or `-` while the seat has
    /// none (banqi before the first flip).
    fn seat_letter(&self, seat: Seat) -> char;

    /// The seat with this letter, if the letter is assigned to a seat now.
    fn seat_of(&self, letter: char) -> Option<Seat> {
        Seat::first(Self::SEATS).find(|&seat| self.seat_letter(seat) == letter)
    }

    /// Lists the legal actions of `seat`, sorted by text. Empty when the seat may not act.
    ///
    /// The list includes actions that depend on secrets of that seat. Set-up choices with a very
    /// large number of variants may be left out; the game documents this.
    fn legal(&self, seat: Seat) -> Vec<Self::Action>;

    /// Whether the side to move is in check. Always `false` in games without check.
    fn in_check(&self) -> bool {
        false
    }

    /// Checks whether `seat` may play `action` now.
    ///
    /// # Errors
    /// The reason why the action is illegal. It contains nothing that the seat's own view does not
    /// show.
    fn judge(&self, seat: Seat, action: Self::Action) -> Result<(), Refusal>;

    /// Plays `action` if it is legal; otherwise leaves the game unchanged.
    ///
    /// # Errors
    /// As [`Game::judge`].
    fn play(&mut self, seat: Seat, action: Self::Action) -> Result<Played<Self::Action>, Refusal> {
        self.judge(seat, action)?;
        Ok(self.play_judged(seat, action))
    }

    /// Plays an action that [`Game::judge`] has accepted in exactly this state, without judging it
    /// again. After any other action, the game is invalid and must not be used.
    fn play_judged(&mut self, seat: Seat, action: Self::Action) -> Played<Self::Action>;

    /// Undoes the last action. Returns `false` if there is none.
    ///
    /// ```
    /// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/toss/game.rs")); }
    /// # use toss::Toss;
    /// use game::{Game, Seat};
    ///
    /// let mut game = Toss::from_text("".parse()?, "h -")?;
    /// game.play(Seat::new(1), "t".parse()?)?;
    /// assert!(game.undo());
    /// assert_eq!((game.truth_text().as_str(), game.outcome()), ("h -", None));
    /// assert!(!game.undo());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn undo(&mut self) -> bool;

    /// Every action since the start or since the parsed position.
    fn history(&self) -> &[Played<Self::Action>];

    /// The outcome, if the game is over.
    ///
    /// A game ends by its own rules. A table ends it with [`Game::conclude`] for clocks,
    /// resignations and agreements.
    fn outcome(&self) -> Option<&Outcome>;

    /// Ends the game from outside: flag-fall, resignation or agreement. Views then show everything.
    ///
    /// The new outcome replaces an earlier one. [`Game::undo`] removes the outcome together with
    /// the last action.
    ///
    /// ```
    /// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/toss/game.rs")); }
    /// # use toss::Toss;
    /// use game::{Game, Observer, Outcome, Reason, Seat, Turn};
    ///
    /// let mut game = Toss::from_text("".parse()?, "h -")?;
    /// assert_eq!(game.view(Observer::Spectator).to_string(), "? -");
    /// game.conclude(Outcome::duel(Reason::Resignation, Some(Seat::new(0))));
    /// assert_eq!(game.turn(), Turn::Over);
    /// assert_eq!(game.view(Observer::Spectator).to_string(), "h -");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn conclude(&mut self, outcome: Outcome);

    /// Returns what `observer` may know now.
    fn view(&self, observer: Observer) -> Self::View;

    /// Describes `played` for `observer`, right after it was played.
    ///
    /// Returns the text of the action, or `None` if the observer must not learn that it happened (a
    /// secret choice of another seat).
    fn describe_for(&self, played: &Played<Self::Action>, observer: Observer) -> Option<String> {
        let _ = observer;
        Some(alloc::format!("{played}"))
    }

    /// A warning for all players now, such as a second occurrence of a position. Contains public
    /// knowledge only.
    fn warning(&self) -> Option<Warning> {
        None
    }
}

/// Generates another game state that one observer cannot distinguish from this one.
///
/// The tests of secrecy are built on it: a view must not change when the other seats' secrets
/// change.
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/toss/game.rs")); }
/// # use toss::{Rolls, Toss};
/// use game::{Game, Observer, Resample, Seat};
///
/// let game = Toss::from_text("".parse()?, "h -")?;
/// let caller = Observer::Seat(Seat::new(1));
/// let other = game.resample(caller, &mut Rolls(1));
/// // The secret differs; the caller sees the same.
/// assert_eq!(other.truth_text(), "t -");
/// assert_eq!(other.view(caller), game.view(caller));
/// // The holder knows the coin, so no other secret is possible.
/// let holder = Observer::Seat(Seat::new(0));
/// assert_eq!(game.resample(holder, &mut Rolls(1)).truth_text(), "h -");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Resample: Game {
    /// Draws a game with the same public history and the same knowledge for `observer`, but with
    /// other secrets wherever the rules allow any.
    ///
    /// Implement it from the rules, never from [`Game::view`]: otherwise a leak in the view would
    /// be copied into the resampled game and stay undetected.
    fn resample(&self, observer: Observer, dice: &mut dyn Dice) -> Self;
}

/// What one observer may know of a game. Browsers and bots receive nothing else.
///
/// `Display` writes the position text of `docs/formats.md` for that observer, with `?` where
/// something is hidden from the observer.
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/toss/game.rs")); }
/// # use toss::TossView;
/// use game::{Observer, Seat, View};
///
/// /// A computer player that receives a text and nothing else.
/// fn choose<V: View>(options: V::Options, seat: Seat, text: &str) -> Option<V::Action> {
///     let view = V::from_text(options, Observer::Seat(seat), text).ok()?;
///     view.legal().last().copied()
/// }
///
/// let called = choose::<TossView>("".parse()?, Seat::new(1), "? -");
/// assert_eq!(called.map(|face| face.to_string()), Some("t".into()));
/// assert_eq!(choose::<TossView>("".parse()?, Seat::new(0), "h -"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait View: Clone + PartialEq + Debug + Display {
    /// The same type as [`Game::Action`].
    type Action: Copy;
    /// The same type as [`Game::Options`].
    type Options;

    /// Parses the text of a view.
    ///
    /// # Errors
    /// Names the position in the text and what was expected there.
    fn from_text(options: Self::Options, observer: Observer, text: &str)
    -> Result<Self, TextError>;

    /// The observer for whom the view was made.
    fn observer(&self) -> Observer;

    /// The seats that may act now.
    fn turn(&self) -> Turn;

    /// Lists the observer's own legal actions, sorted by text. Agrees with [`Game::legal`].
    ///
    /// Empty for a spectator, off turn, and once the game is over.
    fn legal(&self) -> Vec<Self::Action>;

    /// The outcome, if the game is over and the view's text shows how it ended.
    fn outcome(&self) -> Option<&Outcome>;
}

/// A position without hidden information, for search. Moves are made and unmade without allocating.
///
/// ```
/// use game::{Position, Seat};
///
/// /// A heap of stones. Players take one or two in turn; the player who takes the last one wins.
/// #[derive(Clone)]
/// struct Heap {
///     stones: u8,
///     mover: u8,
/// }
///
/// impl Position for Heap {
///     type Action = u8;
///     type Undo = ();
///
///     fn mover(&self) -> Seat {
///         Seat::new(self.mover)
///     }
///
///     fn legal_into(&self, list: &mut Vec<u8>) {
///         list.extend((1..=2).filter(|&taken| taken <= self.stones));
///     }
///
///     fn make(&mut self, taken: u8) {
///         self.stones -= taken;
///         self.mover ^= 1;
///     }
///
///     fn unmake(&mut self, taken: u8, (): ()) {
///         self.stones += taken;
///         self.mover ^= 1;
///     }
///
///     fn key(&self) -> u64 {
///         u64::from(self.stones) * 2 + u64::from(self.mover)
///     }
/// }
///
/// /// Whether the mover can win any game in which a player without a move loses.
/// fn wins<P: Position>(position: &mut P) -> bool {
///     let mut legal = Vec::new();
///     position.legal_into(&mut legal);
///     legal.into_iter().any(|action| {
///         let undo = position.make(action);
///         let lost = !wins(position);
///         position.unmake(action, undo);
///         lost
///     })
/// }
///
/// let mut heap = Heap { stones: 9, mover: 0 };
/// assert!(!wins(&mut heap), "a multiple of three is lost");
/// assert_eq!(heap.stones, 9);
/// heap.make(1);
/// assert!(wins(&mut heap));
/// ```
pub trait Position: Clone {
    /// The same type as [`Game::Action`].
    type Action: Copy + Eq;
    /// State that [`Position::unmake`] needs to restore the position. The caller stores it.
    type Undo;

    /// The seat to move.
    fn mover(&self) -> Seat;

    /// Appends every legal action of the mover. Appends none when the game is over.
    fn legal_into(&self, list: &mut Vec<Self::Action>);

    /// Plays a legal action without checking that it is legal.
    fn make(&mut self, action: Self::Action) -> Self::Undo;

    /// Undoes `action`, with the value that [`Position::make`] returned for it.
    fn unmake(&mut self, action: Self::Action, undo: Self::Undo);

    /// Hash of everything that determines which actions may follow.
    fn key(&self) -> u64;
}
