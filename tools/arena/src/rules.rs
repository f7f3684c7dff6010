use bots::Limits;
use game::{Game, Seat, SeatSet};
use games::Variant;

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

/// Parses the number of games of a match. It is even, because games come in pairs.
///
/// # Errors
/// Names the allowed numbers.
///
/// ```
/// use arena::parse_games;
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
