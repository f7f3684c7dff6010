use crate::{Dice, Observer, Outcome, Played, Refusal, Seat, TextError, Turn, Warning};
use alloc::{string::String, vec::Vec};
use core::{
    fmt::{Debug, Display},
    hash::Hash,
    str::FromStr,
};

/// A game as its referee holds it: the whole truth.
///
/// A game is deterministic once its options and its deal are known: all chance is drawn first, by
/// [`Game::deal`], and kept in the record. It keeps its own history, so that repetition is judged
/// and actions can be undone.
///
/// `examples/toss` is a complete implementation. With any game, a referee works like this:
///
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/toss/game.rs")); }
/// # use toss::{Rolls, Toss};
/// use game::{Dice, Game, Refusal, Turn};
///
/// /// Plays the first legal action again and again, and counts them.
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
    /// The variant id of `docs/formats.md`: `xiangqi`, `undercover`, `sifang`, `banqi`.
    const VARIANT: &'static str;

    /// How many seats it has.
    const SEATS: u8;

    /// The options of one game: `key=value` words separated by single spaces, sorted by key, only
    /// those that differ from the default; the empty text is the default. A preset's name alone is
    /// read as well where the game has presets.
    type Options: Clone + PartialEq + Debug + Default + Display + FromStr<Err = TextError>;

    /// Everything that chance decides, drawn before the first action. Its `Debug` must not tell
    /// it: hold it in [`Secret`](crate::Secret).
    type Deal: Clone + Debug;

    /// One action of one seat, set-up choices included; the text is that of `docs/formats.md`.
    type Action: Copy + Eq + Ord + Hash + Debug + Display + FromStr<Err = TextError>;

    /// What one observer may know.
    type View: View<Action = Self::Action, Options = Self::Options>;

    /// Draws all chance for one game.
    fn deal(options: &Self::Options, dice: &mut dyn Dice) -> Self::Deal;

    /// The game before its first action.
    fn start(options: Self::Options, deal: Self::Deal) -> Self;

    /// A new game: draws the deal and starts.
    fn dealt(options: Self::Options, dice: &mut dyn Dice) -> Self {
        let deal = Self::deal(&options, dice);
        Self::start(options, deal)
    }

    /// Reads the referee's position text. The game has no history before it.
    ///
    /// # Errors
    /// Names the place and what was expected there. Texts with `?` for something hidden are
    /// refused: they are views.
    ///
    /// ```
    /// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/toss/game.rs")); }
    /// # use toss::Toss;
    /// use game::Game;
    ///
    /// let game = Toss::from_text("".parse()?, "h -")?;
    /// assert_eq!(game.truth_text(), "h -");
    /// // What hides something is a view, and no truth.
    /// assert_eq!(Toss::from_text("".parse()?, "? -").unwrap_err().code, "hidden");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from_text(options: Self::Options, text: &str) -> Result<Self, TextError>;

    /// The referee's position text, secrets included. Not `Display`, so that a leak stands out.
    fn truth_text(&self) -> String;

    /// The options it is played with.
    fn options(&self) -> &Self::Options;

    /// Who may act now.
    fn turn(&self) -> Turn;

    /// The letter by which texts name this seat (`w b`, `r g y b`, banqi `r b`), or `-` while it
    /// has none (banqi before the first flip).
    fn seat_letter(&self, seat: Seat) -> char;

    /// The seat of a letter, if it has one now.
    fn seat_of(&self, letter: char) -> Option<Seat> {
        Seat::first(Self::SEATS).find(|&seat| self.seat_letter(seat) == letter)
    }

    /// What `seat` may do now, sorted by text, secrets of that seat included. Empty when it may not
    /// act. Set-up choices with very many forms may be left out where documented.
    fn legal(&self, seat: Seat) -> Vec<Self::Action>;

    /// Whether the side to move is in check (always `false` where the game has no check).
    fn in_check(&self) -> bool {
        false
    }

    /// Why `seat` may not do `action` now, or that it may.
    ///
    /// # Errors
    /// The referee's reason, with no more in it than the seat's own view could tell.
    fn judge(&self, seat: Seat, action: Self::Action) -> Result<(), Refusal>;

    /// Plays `action` if it is legal; otherwise changes nothing.
    ///
    /// # Errors
    /// As [`Game::judge`].
    fn play(&mut self, seat: Seat, action: Self::Action) -> Result<Played<Self::Action>, Refusal>;

    /// Takes the last action back. `false` when there is none.
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

    /// Every action since the start or the position it was read from.
    fn history(&self) -> &[Played<Self::Action>];

    /// How the game ended by its own rules, if it has. Clocks, resignations and agreements are the
    /// table's: it tells the game with [`Game::conclude`].
    fn outcome(&self) -> Option<&Outcome>;

    /// Ends the game from outside (flag-fall, resignation, agreement), so that views open up. What
    /// was told last counts, also in the place of an earlier end.
    /// Undone by [`Game::undo`], which removes the outcome together with the last action.
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

    /// What `observer` may know now.
    fn view(&self, observer: Observer) -> Self::View;

    /// What `observer` is told of `done`, right after it was played: its text, or `None` when the
    /// observer must not learn that it happened (a secret choice of another seat).
    fn tell(&self, played: &Played<Self::Action>, observer: Observer) -> Option<String> {
        let _ = observer;
        Some(alloc::format!("{played}"))
    }

    /// A warning the players should hear now (second occurrence of a position, …). Public knowledge
    /// only.
    fn warning(&self) -> Option<Warning> {
        None
    }
}

/// Another truth that an observer cannot tell from this one: the founding test of secrecy.
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/toss/game.rs")); }
/// # use toss::{Rolls, Toss};
/// use game::{Game, Observer, Resample, Seat};
///
/// let game = Toss::from_text("".parse()?, "h -")?;
/// let caller = Observer::Seat(Seat::new(1));
/// let other = game.resample(caller, &mut Rolls(1));
/// // Another truth; the caller sees the same.
/// assert_eq!(other.truth_text(), "t -");
/// assert_eq!(other.view(caller), game.view(caller));
/// // The holder knows the coin: there is no other truth for it.
/// let holder = Observer::Seat(Seat::new(0));
/// assert_eq!(game.resample(holder, &mut Rolls(1)).truth_text(), "h -");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Resample: Game {
    /// Draws a game that has the same public past and the same knowledge for `observer`, but other
    /// secrets wherever the rules allow any. Written from the rules, never from
    /// [`Game::view`]: a leak in the view must not leak into here.
    fn resample(&self, observer: Observer, dice: &mut dyn Dice) -> Self;
}

/// What one observer may know of a game, and all that a browser or a bot ever gets.
///
/// Its `Display` is the position text of `docs/formats.md` for that observer, `?` where something
/// is hidden from it.
///
/// ```
/// # mod toss { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/toss/game.rs")); }
/// # use toss::TossView;
/// use game::{Observer, Seat, View};
///
/// /// A computer player: it is handed a text and has nothing else.
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
    /// As [`Game::Action`].
    type Action: Copy;
    /// As [`Game::Options`].
    type Options;

    /// Reads a view's text.
    ///
    /// # Errors
    /// Names the place and what was expected there.
    fn from_text(options: Self::Options, observer: Observer, text: &str)
    -> Result<Self, TextError>;

    /// Whose view it is.
    fn observer(&self) -> Observer;

    /// Who may act now.
    fn turn(&self) -> Turn;

    /// What the observer itself may do now, sorted by text; empty for a spectator, off turn, and
    /// once the game is over. Agrees with [`Game::legal`].
    fn legal(&self) -> Vec<Self::Action>;

    /// How the game ended, if the text alone tells.
    fn outcome(&self) -> Option<&Outcome>;
}

/// A position with nothing hidden, for search: make and unmake, no allocation.
///
/// ```
/// use game::{Position, Seat};
///
/// /// A heap of stones; who takes one or two of them, takes turns, and the last stone wins.
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
/// /// Whether the mover can win, whatever the game is where who cannot move loses.
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
    /// As [`Game::Action`].
    type Action: Copy + Eq;
    /// What [`Position::unmake`] needs, kept by the caller on its stack.
    type Undo;

    /// The seat on move.
    fn mover(&self) -> Seat;

    /// Appends every legal action of the mover; leaves the list empty when the game is over.
    fn legal_into(&self, list: &mut Vec<Self::Action>);

    /// Plays a legal action without checking it.
    fn make(&mut self, action: Self::Action) -> Self::Undo;

    /// Takes back what [`Position::make`] returned.
    fn unmake(&mut self, action: Self::Action, undo: Self::Undo);

    /// A hash of everything that decides what may happen next.
    fn key(&self) -> u64;
}
