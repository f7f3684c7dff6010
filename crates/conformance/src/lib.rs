//! Test kit that every game must pass.
//!
//! [`check`] plays random games and compares at every ply:
//!
//! - referee, views and texts: the same legal actions, and texts that round-trip;
//! - undo and replay: they lead back to the same states;
//! - secrecy: two game states that an observer cannot distinguish by the rules look the same to it,
//!   byte for byte.
//!
//! A failure panics with the seed and the ply. [`TestDice::new`] with that seed repeats the game.
//!

//! The kit is for tests only and depends on no crate but `game`. Its own tests plant leaks in a toy
//! game and check that each is found (`tests/planted_leaks.rs`).
//!
//! # A tour
//! The test of a game takes two lines. Here it is for the toy game with which the kit is tested:
//! ```
//! # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/mod.rs")); }
//! use conformance::{Plan, check};
//! use toy::{NOTHING, Toy, VIEW};
//!
//! check::<Toy<NOTHING>>(&[""], Plan { games: 2, plies: 7, seed: 1 });
//!
//! // The same game with a view that shows the hidden card to every observer: the check fails.
//! let leak = std::panic::catch_unwind(|| check::<Toy<VIEW>>(&[""], Plan::default()));
//! let said = *leak.unwrap_err().downcast::<String>().expect("the kit explains");
//! assert!(said.contains("can tell two worlds apart") && said.contains("seed 1"), "{said}");
//! ```

mod agreement;
mod dice;
mod secrecy;

pub use dice::TestDice;

use game::{Game, Resample, Seat, Turn};

/// Number, length and first seed of the games that [`check`] plays.
///
/// ```
/// use conformance::Plan;
///
/// // A short run during development. To repeat a failure, set its seed here.
/// let quick = Plan { games: 1, plies: 20, seed: 4711 };
/// assert!(quick.games < Plan::default().games);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Number of games for each options text.
    pub games: u64,
    /// Maximum number of plies in a game.
    pub plies: usize,
    /// First seed; game `i` plays with `seed + i`.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { games: 8, plies: 120, seed: 1 }
    }
}

/// Plays random games of `G` with each options text and checks them at every ply.
///
/// # Panics
/// At the first disagreement, naming the seed, the ply and the values that disagree.
pub fn check<G: Game + Resample>(options: &[&str], plan: Plan) {
    for text in options {
        for seed in plan.seed..plan.seed + plan.games {
            let mut run = Run::<G>::new(text, seed);
            while run.ply < plan.plies && run.game.turn() != Turn::Over {
                run.check_ply();
                run.step();
            }
            run.check_ply();
            run.check_undo();
        }
    }
}

/// One random game in progress.
struct Run<'a, G: Game> {
    options: &'a str,
    seed: u64,
    ply: usize,
    dice: TestDice,
    game: G,
    /// The referee's text before each action, to compare after undo.
    texts: Vec<String>,
}

impl<'a, G: Game + Resample> Run<'a, G> {
    fn new(text: &'a str, seed: u64) -> Run<'a, G> {
        let options = read_options::<G>(text);
        let mut dice = TestDice::new(seed);
        let deal = G::deal(&options, &mut dice);
        let deal_again = G::deal(&options, &mut TestDice::new(seed));
        let game = G::start(options.clone(), deal);
        let again = G::start(options, deal_again);
        assert_eq!(game.truth_text(), again.truth_text(), "the same dice make the same deal");
        Run { options: text, seed, ply: 0, dice, game, texts: Vec::new() }
    }

    fn check_ply(&mut self) {
        let context = self.context();
        agreement::check(&self.game, &mut self.dice, &context);
        secrecy::check(&self.game, &mut self.dice, &context);
    }

    /// Plays a random legal action of a random seat that may act.
    fn step(&mut self) {
        let seats: Vec<Seat> = self.game.turn().seats().iter().collect();
        assert!(!seats.is_empty(), "{}: no seat may act, but the game is not over", self.context());
        let seat = self.dice.pick(&seats);
        let legal = self.game.legal(seat);
        assert!(!legal.is_empty(), "{}: {seat:?} may act but has no action", self.context());
        let action = self.dice.pick(&legal);
        self.texts.push(self.game.truth_text());
        let done = self.game.play(seat, action);
        let done = done.unwrap_or_else(|refusal| {
            panic!("{}: legal {action} refused: {refusal}", self.context())
        });
        assert_eq!((done.seat, done.action), (seat, action), "{}", self.context());
        self.ply += 1;
    }

    fn check_undo(&mut self) {
        let history = self.game.history().to_vec();
        assert_eq!(history.len(), self.texts.len(), "{}", self.context());
        let end = (self.game.truth_text(), self.game.outcome().cloned());
        while let Some(text) = self.texts.pop() {
            assert!(self.game.undo(), "{}: nothing to undo", self.context());
            assert_eq!(self.game.truth_text(), text, "{}: undo", self.context());
        }
        assert!(!self.game.undo(), "{}: undo before the start", self.context());
        for done in history {
            let again = self.game.play(done.seat, done.action);
            assert_eq!(again.ok(), Some(done), "{}: replay", self.context());
        }
        let replayed = (self.game.truth_text(), self.game.outcome().cloned());
        assert_eq!(replayed, end, "{}: replay", self.context());
    }

    fn context(&self) -> String {
        format!("{} `{}` seed {} ply {}", G::VARIANT, self.options, self.seed, self.ply)
    }
}

fn read_options<G: Game>(text: &str) -> G::Options {
    let options: G::Options = text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let written = options.to_string();
    let read: G::Options = written.parse().unwrap_or_else(|error| panic!("{written:?}: {error}"));
    assert_eq!(read, options, "options {text:?} round-trip");
    options
}

/// Runs the examples of the README as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
