//! The kit every game must pass: [`check`] plays random games and asks at every ply whether
//! referee, views and texts agree, whether undo and replay lead back, and, above all, whether two
//! truths that an observer cannot tell apart look the same to it, byte for byte.
//!
//! A failure panics with the seed and the ply; [`TestDice::new`] with that seed plays it again.
//!
//! # A tour
//! A game's own test is two lines, here for the toy on which the kit is tested itself:
//!
//! ```
//! # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/mod.rs")); }
//! use conformance::{Plan, check};
//! use toy::{NOTHING, Toy, VIEW};
//!
//! check::<Toy<NOTHING>>(&[""], Plan { games: 2, plies: 7, seed: 1 });
//!
//! // The same game, with a view that shows everybody the hidden card: the kit bites.
//! let leak = std::panic::catch_unwind(|| check::<Toy<VIEW>>(&[""], Plan::default()));
//! let said = *leak.unwrap_err().downcast::<String>().expect("the kit explains");
//! assert!(said.contains("can tell two worlds apart") && said.contains("seed 1"), "{said}");
//! ```

mod agreement;
mod dice;
mod secrecy;

pub use dice::TestDice;

use game::{Game, Resample, Seat, Turn};

/// How many games [`check`] plays, how long, and from which seed.
///
/// ```
/// use conformance::Plan;
///
/// // A quick look while a game is being written; the seed of a failure goes in here.
/// let quick = Plan { games: 1, plies: 20, seed: 4711 };
/// assert!(quick.games < Plan::default().games);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many games for each text of options.
    pub games: u64,
    /// The most plies in a game.
    pub plies: usize,
    /// The first seed; game `i` plays with `seed + i`.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { games: 8, plies: 120, seed: 1 }
    }
}

/// Plays random games of `G` under each text of options and checks them at every ply.
///
/// # Panics
/// At the first disagreement, naming the seed, the ply and what disagrees.
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

/// One random game.
struct Run<'a, G: Game> {
    options: &'a str,
    seed: u64,
    ply: usize,
    dice: TestDice,
    game: G,
    /// The truth's text before each action, for undo.
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
        let place = self.place();
        agreement::check(&self.game, &mut self.dice, &place);
        secrecy::check(&self.game, &mut self.dice, &place);
    }

    /// Plays a random legal action of a random seat that may act.
    fn step(&mut self) {
        let seats: Vec<Seat> = self.game.turn().seats().iter().collect();
        assert!(!seats.is_empty(), "{}: nobody may act and the game is not over", self.place());
        let seat = self.dice.pick(&seats);
        let legal = self.game.legal(seat);
        assert!(!legal.is_empty(), "{}: {seat:?} may act but has no action", self.place());
        let action = self.dice.pick(&legal);
        self.texts.push(self.game.truth_text());
        let done = self.game.play(seat, action);
        let done = done.unwrap_or_else(|refusal| {
            panic!("{}: legal {action} refused: {refusal}", self.place())
        });
        assert_eq!((done.seat, done.action), (seat, action), "{}", self.place());
        self.ply += 1;
    }

    fn check_undo(&mut self) {
        let history = self.game.history().to_vec();
        assert_eq!(history.len(), self.texts.len(), "{}", self.place());
        let end = (self.game.truth_text(), self.game.outcome().cloned());
        while let Some(text) = self.texts.pop() {
            assert!(self.game.undo(), "{}: nothing to undo", self.place());
            assert_eq!(self.game.truth_text(), text, "{}: undo", self.place());
        }
        assert!(!self.game.undo(), "{}: undo before the start", self.place());
        for done in history {
            let again = self.game.play(done.seat, done.action);
            assert_eq!(again.ok(), Some(done), "{}: replay", self.place());
        }
        let replayed = (self.game.truth_text(), self.game.outcome().cloned());
        assert_eq!(replayed, end, "{}: replay", self.place());
    }

    fn place(&self) -> String {
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

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
