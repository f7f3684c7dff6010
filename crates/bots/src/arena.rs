//! Bots against each other, in pairs of games with the same chance and opening and the seats
//! swapped.

mod match_score;
mod seeded;

pub use match_score::{MatchScore, elo};
pub use seeded::Seeded;

use crate::Bot;
use core::fmt;
use game::{Dice, Game, Observer, Outcome, Played, Points, Reason, Seat, SeatSet, Turn};
use search::Limits;

/// What the games of a match have in common.
#[derive(Clone, Debug)]
pub struct Match<'a, G: Game> {
    /// The rules.
    pub options: G::Options,
    /// Where the chance of the first pair comes from; the others count on from it.
    pub seed: u64,
    /// How many actions are drawn before the bots take over, the same in both games of a pair:
    /// without a deal, all games of two firm bots would be one.
    pub opening: u32,
    /// What the first and the second bot may spend on an action.
    pub limits: [Limits<'a>; 2],
    /// Games that last longer are draws.
    pub plies: u32,
    /// The seats the first bot holds in the first game of a pair, the second in the second game.
    pub seats: SeatSet,
}

/// Seats 0 and 2: one of two, or every other one of four.
pub const EVEN: SeatSet = SeatSet::EMPTY.with(Seat::new(0)).with(Seat::new(2));

/// How one game of a match went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// For the first bot.
    pub verdict: Verdict,
    /// Why it ended.
    pub end: End,
    /// After how many plies, those of the opening included.
    pub plies: u32,
}

/// What a game gave the first bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// It won.
    Won,
    /// Nobody won.
    Drawn,
    /// The other bot won.
    Lost,
}

/// Why a game of a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// By its rules.
    Rules(Reason),
    /// It had lasted too long.
    TooLong,
    /// A bot had no answer or an illegal one: a bug in it, and the game lost for it.
    Illegal,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Rules(reason) => reason.as_str(),
            End::TooLong => "too-long",
            End::Illegal => "illegal",
        })
    }
}

/// Plays `pairs` pairs; `report` hears the standing after every pair and may end the match with
/// `false`.
pub fn play<G: Game>(
    rules: &Match<'_, G>,
    pairs: u32,
    bots: [&mut dyn Bot<G>; 2],
    mut report: impl FnMut(MatchScore) -> bool,
) -> MatchScore {
    let [first, second] = bots;
    let mut standing = MatchScore::default();
    for pair in 0..pairs {
        for half in Half::BOTH {
            standing.add(play_game(rules, pair, half, [&mut *first, &mut *second]));
        }
        if !report(standing) {
            break;
        }
    }
    standing
}

/// Which game of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// The first bot holds [`Match::seats`].
    First,
    /// The second bot holds them.
    Second,
}

impl Half {
    /// A pair.
    pub const BOTH: [Half; 2] = [Half::First, Half::Second];
}

/// Plays one game of a match: between bots that remember nothing it is always the same, whichever
/// were played before.
pub fn play_game<G: Game>(
    rules: &Match<'_, G>,
    pair: u32,
    half: Half,
    bots: [&mut dyn Bot<G>; 2],
) -> GameResult {
    let seats = match half {
        Half::First => rules.seats,
        Half::Second => Seat::first(G::SEATS).filter(|&seat| !rules.seats.contains(seat)).collect(),
    };
    let mut hall = Hall::new(rules, pair, seats);
    let end = hall.play(bots);
    GameResult { verdict: hall.verdict(end), end, plies: hall.game.history().len() as u32 }
}

/// One game with who plays it.
struct Hall<'a, 'b, G: Game> {
    rules: &'a Match<'b, G>,
    game: G,
    /// The first bot's.
    seats: SeatSet,
    /// What each seat was told.
    told: [Vec<Played<G::Action>>; Seat::MAX as usize],
    opening: Seeded,
    dice: Seeded,
}

impl<'a, 'b, G: Game> Hall<'a, 'b, G> {
    fn new(rules: &'a Match<'b, G>, pair: u32, seats: SeatSet) -> Hall<'a, 'b, G> {
        let seed = rules.seed.wrapping_add(pair.into());
        let mut opening = Seeded::new(seed);
        let deal = G::deal(&rules.options, &mut opening);
        let game = G::start(rules.options.clone(), deal);
        Hall { rules, game, seats, told: Default::default(), opening, dice: Seeded::new(!seed) }
    }

    fn play(&mut self, bots: [&mut dyn Bot<G>; 2]) -> End {
        let mut drawn = 0;
        for _ in 0..self.rules.plies {
            let action = match self.game.turn() {
                Turn::Over => break,
                Turn::Seat(seat) if drawn < self.rules.opening => {
                    drawn += 1;
                    self.draw(seat).map(|action| (seat, action))
                }
                turn => turn.seats().iter().next().and_then(|seat| {
                    let bot = usize::from(!self.seats.contains(seat));
                    let view = self.game.view(Observer::Seat(seat));
                    let told = &self.told[seat.index()];
                    let limits = &self.rules.limits[bot];
                    let choice = bots[bot].choose(&view, told, limits, &mut self.dice)?;
                    Some((seat, choice.action))
                }),
            };
            let Some(done) = action.and_then(|(seat, action)| self.game.play(seat, action).ok())
            else {
                return End::Illegal;
            };
            for hearer in Seat::first(G::SEATS) {
                if self.game.tell(&done, Observer::Seat(hearer)).is_some() {
                    self.told[hearer.index()].push(done);
                }
            }
        }
        self.game.outcome().map_or(End::TooLong, |outcome| End::Rules(outcome.reason))
    }

    /// An action of the opening.
    fn draw(&mut self, seat: Seat) -> Option<G::Action> {
        let legal = self.game.legal(seat);
        let count = u32::try_from(legal.len()).ok()?;
        legal.get(self.opening.roll(count) as usize).copied()
    }

    fn verdict(&self, end: End) -> Verdict {
        let is_first = |seat| self.seats.contains(seat);
        match (end, self.game.turn().seats().iter().next()) {
            (End::Illegal, Some(seat)) if is_first(seat) => Verdict::Lost,
            (End::Illegal, Some(_)) => Verdict::Won,
            _ => self.game.outcome().map_or(Verdict::Drawn, |outcome| judge(outcome, is_first)),
        }
    }
}

/// Who has the first place has won; if it is shared, who has more points.
fn judge(outcome: &Outcome, is_first: impl Fn(Seat) -> bool) -> Verdict {
    if let Some(winner) = outcome.winners.iter().next() {
        return if is_first(winner) { Verdict::Won } else { Verdict::Lost };
    }
    let points = |first: bool| -> u16 {
        Seat::first(Seat::MAX)
            .filter(|&seat| is_first(seat) == first)
            .map(|seat| Points::in_halves(outcome.scores[seat.index()]))
            .sum()
    };
    match points(true).cmp(&points(false)) {
        core::cmp::Ordering::Greater => Verdict::Won,
        core::cmp::Ordering::Equal => Verdict::Drawn,
        core::cmp::Ordering::Less => Verdict::Lost,
    }
}
