//! Matches between bots. The two games of a pair have the same random numbers and opening, with the
//! seats swapped.

mod in_threads;
mod match_score;
mod pentanomial;
mod seeded;
mod sprt;
mod spsa;

pub use in_threads::in_threads;
pub use match_score::{MatchScore, elo};
pub use pentanomial::Pentanomial;
pub use seeded::Seeded;
pub use sprt::{Sprt, SprtResult};
pub use spsa::{Perturbed, Spsa};

use crate::Bot;
use core::fmt;
use game::{Dice, Game, Observer, Outcome, Played, Points, Reason, Seat, SeatSet, Turn};
use games::Variant;
use search::{Limits, Score};

/// Settings of a match.
#[derive(Clone, Debug)]
pub struct Match<'a, G: Game> {
    /// The rules.
    pub options: G::Options,
    /// Seed of the first pair; the following pairs use the next numbers.
    pub seed: u64,
    /// Number of random actions before the bots play, equal in both games of a pair. Without them
    /// and without a deal, deterministic bots would always play the same game.
    pub opening: u32,
    /// Limits of the first and the second bot for an action.
    pub limits: [Limits<'a>; 2],
    /// Maximum number of plies; longer games are draws.
    pub plies: u32,
    /// Seats of the first bot in the first game of a pair, and of the second bot in the second
    /// game.
    pub seats: SeatSet,
}

/// Seats 0 and 2: one of two, or two opposite ones of four.
pub const EVEN: SeatSet = SeatSet::EMPTY.with(Seat::new(0)).with(Seat::new(2));

/// Seats of the first bot in the first game of a pair: a team, or opposite sides.
pub fn seats_of(variant: Variant, options: &str) -> SeatSet {
    let first = Seat::new(0);
    let team = |partner| SeatSet::only(first).with(partner);
    variant.partner(options, first).map_or(EVEN, team)
}

/// Result of one game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// Result for the first bot.
    pub verdict: Verdict,
    /// Why it ended.
    pub end: End,
    /// Number of plies, including the opening.
    pub plies: u32,
}

/// Result of a game for the first bot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// It won.
    Won,
    /// A draw.
    Drawn,
    /// The other bot won.
    Lost,
}

impl Verdict {
    const ALL: [Verdict; 3] = [Verdict::Won, Verdict::Drawn, Verdict::Lost];

    /// Text in logs of matches.
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Won => "won",
            Verdict::Drawn => "drawn",
            Verdict::Lost => "lost",
        }
    }

    /// Parses a text of [`Verdict::as_str`].
    ///
    /// ```
    /// use bots::arena::Verdict;
    ///
    /// assert_eq!(Verdict::from_text("drawn"), Some(Verdict::Drawn));
    /// assert_eq!(Verdict::from_text("half"), None);
    /// ```
    pub fn from_text(text: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.as_str() == text)
    }
}

/// Parses the number of games of a match. It is even, because games come in pairs.
///
/// # Errors
/// Names the allowed numbers.
///
/// ```
/// use bots::arena::parse_games;
///
/// assert_eq!(parse_games("400"), Ok(400));
/// assert!(parse_games("3").is_err() && parse_games("0").is_err());
/// ```
pub fn parse_games(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(games @ 2..=MAX_GAMES) if games % 2 == 0 => Ok(games),
        _ => Err(format!("expected an even number from 2 to {MAX_GAMES}: games come in pairs")),
    }
}

/// Maximum number of games in a match.
const MAX_GAMES: u32 = 1_000_000;

/// Why a game of a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// By the rules.
    Rules(Reason),
    /// By the maximum number of plies.
    TooLong,
    /// A bot had no action or an illegal one; it loses.
    Illegal,
    /// A bot exceeded its time; it loses.
    Time,
    /// An external program ended or did not answer; it loses.
    Crash,
}

impl End {
    /// Text of the end; the rules' reasons have the same text as in records.
    pub const fn as_str(self) -> &'static str {
        match self {
            End::Rules(reason) => reason.as_str(),
            End::TooLong => "too-long",
            End::Illegal => "illegal",
            End::Time => "time",
            End::Crash => "crash",
        }
    }

    /// Parses a text of [`End::as_str`].
    pub fn from_text(text: &str) -> Option<End> {
        let others = [End::TooLong, End::Illegal, End::Time, End::Crash];
        let rules = Reason::ALL.iter().copied().map(End::Rules);
        rules.chain(others).find(|end| end.as_str() == text)
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Plays `pairs` pairs. `report` receives the score after every pair and can end the match by
/// returning `false`.
pub fn play<G: Game>(
    rules: &Match<'_, G>,
    pairs: u32,
    bots: [&mut dyn Bot<G>; 2],
    mut report: impl FnMut(MatchScore) -> bool,
) -> MatchScore {
    let [first, second] = bots;
    let mut score = MatchScore::default();
    for pair in 0..pairs {
        let opening = rules.opening(pair, any_opening);
        for half in Half::BOTH {
            let game = play_game(rules, pair, half, &opening, [&mut *first, &mut *second]);
            score.add(game.played.verdict);
        }
        if !report(score) {
            break;
        }
    }
    score
}

/// Game of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// The first bot holds [`Match::seats`].
    First,
    /// The second bot holds them.
    Second,
}

impl Half {
    /// Both games of a pair.
    pub const BOTH: [Half; 2] = [Half::First, Half::Second];
}

/// Default maximum imbalance of an opening, in hundredths of a pawn.
pub const MAX_IMBALANCE: Score = 60;

/// Maximum number of nodes for evaluating an opening.
pub(crate) const EVEN_NODES: u64 = 4_000;

/// Accepts every opening, for games without a random opening or with random numbers in play.
pub fn any_opening<V, A>(_: &V, _: &[Played<A>]) -> bool {
    true
}

/// Maximum number of draws of an opening before an unbalanced one is taken.
const MAX_DRAWS: u32 = 500;

impl<G: Game> Match<'_, G> {
    /// Draws the opening actions for both games of a pair. The draw is repeated until `is_even`
    /// accepts the result, given the view and the history of the seat on move. A set-up before them
    /// is drawn as well, but only for this check: in the game the bots set up first.
    pub fn opening(
        &self,
        pair: u32,
        mut is_even: impl FnMut(&G::View, &[Played<G::Action>]) -> bool,
    ) -> Vec<G::Action> {
        let mut dice = self.dice(pair);
        let mut actions = Vec::new();
        for _ in 0..MAX_DRAWS {
            // Same deal, other actions.
            let mut hall = Hall::new(self, pair, self.seats);
            hall.draw_set_up(&mut dice);
            actions = hall.draw_actions(self.opening, &mut dice);
            let Turn::Seat(seat) = hall.game.turn() else { break };
            let view = hall.game.view(Observer::Seat(seat));
            if is_even(&view, &hall.histories[seat.index()]) {
                break;
            }
        }
        actions
    }

    /// Random numbers of a pair after its deal.
    fn dice(&self, pair: u32) -> Seeded {
        let mut dice = Seeded::new(self.seed.wrapping_add(pair.into()));
        G::deal(&self.options, &mut dice);
        dice
    }
}

/// Finished game of a match.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Game> {
    /// Result.
    pub played: GameResult,
    /// Seats of the first bot.
    pub seats: SeatSet,
    /// Start position with all hidden information, after the set-up.
    pub start: String,
    /// Number of actions in the set-up.
    pub set_up: usize,
    /// The game at its end.
    pub game: G,
}

/// Plays one game of a match from its opening. With bots that keep no state, the result does not
/// depend on earlier games.
pub fn play_game<G: Game>(
    rules: &Match<'_, G>,
    pair: u32,
    half: Half,
    opening: &[G::Action],
    bots: [&mut dyn Bot<G>; 2],
) -> PlayedGame<G> {
    let seats = match half {
        Half::First => rules.seats,
        Half::Second => Seat::first(G::SEATS).filter(|&seat| !rules.seats.contains(seat)).collect(),
    };
    let mut hall = Hall::new(rules, pair, seats);
    let end = hall.play(opening, bots);
    let plies = hall.game.history().len() as u32;
    let played = GameResult { verdict: hall.verdict(end), end, plies };
    let (start, set_up) = hall.start.take().unwrap_or_else(|| (hall.game.truth_text(), 0));
    PlayedGame { played, seats, start, set_up, game: hall.game }
}

/// Running game with its bots.
struct Hall<'a, 'b, G: Game> {
    rules: &'a Match<'b, G>,
    game: G,
    /// Seats of the first bot.
    seats: SeatSet,
    /// Actions as seen by each seat.
    histories: [Vec<Played<G::Action>>; Seat::MAX as usize],
    dice: Seeded,
    /// Position and number of plies after the set-up.
    start: Option<(String, usize)>,
}

impl<'a, 'b, G: Game> Hall<'a, 'b, G> {
    fn new(rules: &'a Match<'b, G>, pair: u32, seats: SeatSet) -> Hall<'a, 'b, G> {
        let seed = rules.seed.wrapping_add(pair.into());
        let deal = G::deal(&rules.options, &mut Seeded::new(seed));
        let game = G::start(rules.options.clone(), deal);
        Hall {
            rules,
            game,
            seats,
            histories: Default::default(),
            dice: Seeded::new(!seed),
            start: None,
        }
    }

    fn play(&mut self, opening: &[G::Action], bots: [&mut dyn Bot<G>; 2]) -> End {
        let mut opening = opening.iter().copied();
        while (self.game.history().len() as u32) < self.rules.plies {
            let turn = self.game.turn();
            if self.start.is_none() && !matches!(turn, Turn::Setup(_)) {
                self.start = Some((self.game.truth_text(), self.game.history().len()));
            }
            let Some(seat) = turn.seats().iter().next() else { break };
            let next = if matches!(turn, Turn::Seat(_)) { opening.next() } else { None };
            // After the bots' own set-up, a drawn action may be illegal; then the bot acts.
            let drawn = next.filter(|action| self.game.legal(seat).contains(action));
            let action = drawn.or_else(|| {
                let bot = usize::from(!self.seats.contains(seat));
                let view = self.game.view(Observer::Seat(seat));
                let history = &self.histories[seat.index()];
                let limits = &self.rules.limits[bot];
                bots[bot].choose(&view, history, limits, &mut self.dice).map(|choice| choice.action)
            });
            if !action.is_some_and(|action| self.act(seat, action)) {
                return End::Illegal;
            }
        }
        self.game.outcome().map_or(End::TooLong, |outcome| End::Rules(outcome.reason))
    }

    /// Plays an action and adds it to the histories of all seats. Returns `false` if it is illegal.
    fn act(&mut self, seat: Seat, action: G::Action) -> bool {
        let Ok(played) = self.game.play(seat, action) else { return false };
        for hearer in Seat::first(G::SEATS) {
            if self.game.describe_for(&played, Observer::Seat(hearer)).is_some() {
                self.histories[hearer.index()].push(played);
            }
        }
        true
    }

    /// Plays a random set-up.
    fn draw_set_up(&mut self, dice: &mut Seeded) {
        while let Turn::Setup(seats) = self.game.turn() {
            let Some(seat) = seats.iter().next() else { break };
            let legal = self.game.legal(seat);
            let Some(&action) = legal.get(dice.roll(legal.len() as u32) as usize) else { break };
            self.act(seat, action);
        }
    }

    /// Plays up to `count` random actions.
    fn draw_actions(&mut self, count: u32, dice: &mut Seeded) -> Vec<G::Action> {
        let mut drawn = Vec::new();
        for _ in 0..count {
            let Turn::Seat(seat) = self.game.turn() else { break };
            let legal = self.game.legal(seat);
            let roll = dice.roll(legal.len() as u32) as usize;
            let Some(&action) = legal.get(roll) else { break };
            self.act(seat, action);
            drawn.push(action);
        }
        drawn
    }

    fn verdict(&self, end: End) -> Verdict {
        let is_first = |seat| self.seats.contains(seat);
        match (end, self.game.turn().seats().iter().next()) {
            (End::Illegal | End::Time | End::Crash, Some(seat)) if is_first(seat) => Verdict::Lost,
            (End::Illegal | End::Time | End::Crash, Some(_)) => Verdict::Won,
            _ => self
                .game
                .outcome()
                .map_or(Verdict::Drawn, |outcome| judge(outcome, G::SEATS, is_first)),
        }
    }
}

/// The seat with the first place wins. If more than two seats share it, the one with more points
/// wins. A shared first place of two is a draw: in banqi, the points of a drawn game do not count.
fn judge(outcome: &Outcome, seats: u8, is_first: impl Fn(Seat) -> bool) -> Verdict {
    if let Some(winner) = outcome.winners.iter().next() {
        return if is_first(winner) { Verdict::Won } else { Verdict::Lost };
    }
    if seats == 2 {
        return Verdict::Drawn;
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
