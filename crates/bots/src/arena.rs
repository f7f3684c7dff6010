//! Bots against each other, in pairs of games with the same chance and the seats swapped.

use crate::Bot;
use game::{Dice, Done, Game, Observer, Seat, Turn};
use search::Budget;

/// What the games of a match have in common.
#[derive(Clone, Debug)]
pub struct Match<'a, G: Game> {
    /// The rules.
    pub options: G::Options,
    /// How many pairs of games.
    pub pairs: u32,
    /// Where the chance of the first pair comes from; the others count on from it.
    pub seed: u64,
    /// What the first and the second bot may spend on an action.
    pub budgets: [Budget<'a>; 2],
    /// Games that last longer are draws.
    pub plies: u32,
    /// Which seats the first bot holds in the first game of a pair, the second in the second game.
    pub seats: fn(Seat) -> bool,
}

/// Seats 0 and 2, the rest being the other's.
pub fn even(seat: Seat) -> bool {
    seat.index().is_multiple_of(2)
}

/// How a match stands for its first bot.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Standing {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Standing {
    /// Games played.
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points won, `0..=1`: a draw is half a point. 0.5 before the first game.
    pub fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// Between which scores the true one lies, 95 times of 100 (Wilson's interval).
    pub fn interval(self) -> (f64, f64) {
        const Z: f64 = 1.96;
        let (score, games) = (self.score(), f64::from(self.games()));
        if self.games() == 0 {
            return (0.0, 1.0);
        }
        let middle = score + Z * Z / (2.0 * games);
        let spread = Z * (score * (1.0 - score) / games + Z * Z / (4.0 * games * games)).sqrt();
        let total = 1.0 + Z * Z / games;
        ((middle - spread) / total, (middle + spread) / total)
    }
}

/// Plays a match; `report` hears the standing after every pair and may end it with `false`.
pub fn play<G: Game>(
    rules: &Match<'_, G>,
    bots: [&mut dyn Bot<G>; 2],
    mut report: impl FnMut(Standing) -> bool,
) -> Standing {
    let [first, second] = bots;
    let mut standing = Standing::default();
    for pair in 0..rules.pairs {
        let seed = rules.seed.wrapping_add(pair.into());
        for swapped in [false, true] {
            let holds = |seat| (rules.seats)(seat) != swapped;
            match play_one(rules, [&mut *first, &mut *second], seed, holds) {
                Some(true) => standing.wins += 1,
                Some(false) => standing.losses += 1,
                None => standing.draws += 1,
            }
        }
        if !report(standing) {
            break;
        }
    }
    standing
}

/// Plays a game; `Some(true)` if the first bot, that in the seats `first_holds`, has won it.
fn play_one<G: Game>(
    rules: &Match<'_, G>,
    bots: [&mut dyn Bot<G>; 2],
    seed: u64,
    first_holds: impl Fn(Seat) -> bool,
) -> Option<bool> {
    let deal = G::deal(&rules.options, &mut Seeded::new(seed));
    let mut game = G::start(rules.options.clone(), deal);
    let mut told: [Vec<Done<G::Action>>; Seat::MAX as usize] = Default::default();
    let mut dice = Seeded::new(!seed);
    for _ in 0..rules.plies {
        let seat = match game.turn() {
            Turn::Over => break,
            Turn::Seat(seat) => seat,
            Turn::Setup(seats) => seats.iter().next()?,
        };
        let bot = usize::from(!first_holds(seat));
        let view = game.view(Observer::Seat(seat));
        let told_seat = &told[seat.index()];
        let choice = bots[bot].choose(&view, told_seat, &rules.budgets[bot], &mut dice)?;
        // An illegal choice is a bug in the bot; it loses the game and shows in the standing.
        let Ok(done) = game.play(seat, choice.action) else { return Some(bot == 1) };
        for hearer in Seat::first(G::SEATS) {
            if game.tell(&done, Observer::Seat(hearer)).is_some() {
                told[hearer.index()].push(done);
            }
        }
    }
    let winners = game.outcome()?.winners;
    winners.iter().next().map(first_holds)
}

/// Dice that roll the same for the same seed. For matches and tests: they can be foretold.
#[derive(Clone, Debug)]
pub struct Seeded {
    state: u64,
}

impl Seeded {
    /// Dice from a seed.
    pub const fn new(seed: u64) -> Seeded {
        Seeded { state: seed }
    }
}

impl Dice for Seeded {
    /// SplitMix64; the bias for so few sides is below one in four billion.
    fn roll(&mut self, sides: u32) -> u32 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (((z >> 32) * u64::from(sides.max(1))) >> 32) as u32
    }
}
