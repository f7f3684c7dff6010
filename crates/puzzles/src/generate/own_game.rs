//! Games between weak levels, and the rating of what is found in them.

use super::{MAX_PLIES, SOLVERS, TRIES, banqi, drawn, rating_of, salt, sifang, undercover};
use crate::{GameAnswer, GameAttempt, GamePuzzle, Goal, fnv::fnv_1a_from};
use bots::{AnyBot, Level, Limits, Seeded};
use game::{Dice, Observer, Seat, Turn};
use games::{AnyGame, Variant};

/// Maximum number of nodes for one action of a game.
const NODES: u64 = 2_000;

/// Maximum number of nodes for one action of a level that tries a puzzle.
const NODES_OF_TRY: u64 = 6_000;

/// Plays game `number` of a seed with one of these levels on both sides, and returns the puzzles of
/// its positions with their ratings. Empty for xiangqi, whose puzzles a [`Finder`](super::Finder)
/// finds.
pub fn find_in_own_game(
    variant: Variant,
    seed: u64,
    number: u32,
    levels: &[Level],
) -> Vec<GamePuzzle> {
    let mut dice = Seeded::new(
        seed.wrapping_mul(0x9e37_79b9).wrapping_add(u64::from(number) << 20) ^ variant as u64,
    );
    let positions = positions(variant, levels, &mut dice);
    let found = match variant {
        Variant::Xiangqi => Vec::new(),
        Variant::Undercover => undercover::find(&positions, &mut dice),
        Variant::Banqi => banqi::find(&positions),
        Variant::Sifang => sifang::find(&positions),
    };
    let rated = |puzzle: GamePuzzle| {
        let rating = rate_game_puzzle(&puzzle);
        puzzle.with_rating(rating)
    };
    found.into_iter().map(rated).collect()
}

/// The positions of a game, in order.
fn positions(variant: Variant, levels: &[Level], dice: &mut Seeded) -> Vec<AnyGame> {
    let Ok(mut game) = AnyGame::new(variant, "", dice) else { return Vec::new() };
    let mut bot = AnyBot::new(variant, drawn(levels, dice));
    let mut positions = Vec::new();
    while positions.len() < MAX_PLIES {
        match game.turn() {
            Turn::Over => break,
            Turn::Setup(owing) => {
                let choice =
                    owing.iter().next().and_then(|seat| Some((seat, game.default_setup(seat)?)));
                let Some((seat, choice)) = choice else { break };
                if game.play(seat, choice).is_err() {
                    break;
                }
            }
            Turn::Seat(seat) => {
                positions.push(game.clone());
                let view = game.view(Observer::Seat(seat));
                let history = game.history();
                let limits = Limits::of_nodes(NODES);
                let Some(choice) = bot.choose(&view, &history, &limits, dice) else { break };
                if game.play(seat, choice.action).is_err() {
                    break;
                }
            }
        }
    }
    positions
}

/// The rating at which the expected number of solutions by the levels equals the number of theirs.
/// A question for the mole, which the levels do not answer, is rated by the mates to be seen.
pub fn rate_game_puzzle(puzzle: &GamePuzzle) -> u16 {
    if puzzle.goal() == Goal::NameMole {
        return rate_by_clues(puzzle);
    }
    let solved = SOLVERS.into_iter().map(|level| solutions_in_game(puzzle, level, TRIES, 0)).sum();
    rating_of(puzzle.variant(), solved, puzzle.moves())
}

/// As [`solutions`](super::solutions), for a puzzle of another game than xiangqi.
pub fn solutions_in_game(puzzle: &GamePuzzle, level: Level, tries: u32, seed: u64) -> u32 {
    let hash = fnv_1a_from(7, puzzle.to_string().bytes());
    let mut bot = AnyBot::new(puzzle.variant(), level);
    let mut dice = Seeded::new(hash ^ salt(level, seed));
    (0..tries).filter(|_| solves(&mut bot, puzzle, &mut dice)).count() as u32
}

/// The rating of a question for the mole: an estimate that grows with the number of pawns to be
/// excluded and with the length of the mates that exclude them.
fn rate_by_clues(puzzle: &GamePuzzle) -> u16 {
    const LEAST: u16 = 600;
    const MATE_IN_ONE: u16 = 100;
    const MATE_IN_TWO: u16 = 300;
    let clues = puzzle.suspects().into_iter().filter_map(|suspect| puzzle.clue(suspect));
    let worth = |moves: u32| if moves == 1 { MATE_IN_ONE } else { MATE_IN_TWO };
    LEAST + clues.map(|clue| worth(clue.moves())).sum::<u16>()
}

/// Whether a level plays each action of the solution.
fn solves(bot: &mut AnyBot, puzzle: &GamePuzzle, dice: &mut dyn Dice) -> bool {
    let mut attempt = GameAttempt::new(puzzle.clone());
    loop {
        let game = attempt.game();
        let Some(seat): Option<Seat> = game.turn().seats().iter().next() else { return false };
        let view = game.view(Observer::Seat(seat));
        let limits = Limits::of_nodes(NODES_OF_TRY);
        let Some(choice) = bot.choose(&view, &game.history(), &limits, dice) else { return false };
        match attempt.play(choice.action) {
            GameAnswer::Solved => return true,
            GameAnswer::Right(_) => {}
            GameAnswer::Wrong | GameAnswer::Illegal(_) | GameAnswer::Idle => return false,
        }
    }
}
