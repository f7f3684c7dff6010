//! Finds puzzles in games.
//!

//! 1. [`own_game`] plays a game between two of our levels; any other game will do.
//! 2. [`Finder::find`] evaluates each position with few nodes. After a mistake it searches two lines
//!    with [`Effort::nodes`], and with ten times the nodes where one move is much better.
//! 3. The line goes on while the solver has exactly one good move. Each of the solver's moves is
//!    verified with ten times the nodes, and the replies are the engine's best.
//! 4. Trivial puzzles are dropped, and the levels' tries give the rating.
//!

//! The other games have exact rules instead of an evaluation: [`find_in_own_game`] plays a game
//! between weak levels and searches every action of its positions ([`undercover`], [`banqi`],
//! [`sifang`]).

pub mod banqi;
mod endings;
mod own_game;
pub mod sifang;
pub mod undercover;

pub use endings::find_ending;
pub use own_game::{find_in_own_game, rate_game_puzzle, solutions_in_game};

/// Searches the start of a puzzle of another game than xiangqi again: whether its first action is
/// the only solution. `None` if the search became too large.
pub fn is_only_solution(puzzle: &crate::GamePuzzle) -> Option<bool> {
    match puzzle.variant() {
        Variant::Xiangqi => None,
        Variant::Undercover => undercover::is_only_solution(puzzle),
        Variant::Banqi if puzzle.themes().contains(Theme::Ending) => {
            endings::is_only_solution(puzzle)
        }
        Variant::Banqi => banqi::is_only_solution(puzzle),
        Variant::Sifang => sifang::is_only_solution(puzzle),
    }
}

use crate::{Goal, Puzzle, Theme, tactics::VALUES};
use bots::{
    Bot, Level, Limits, Line, Score, Seeded, XiangqiBot,
    analysis::{moves_to_win, win_chance},
    is_decided,
    xiangqi::{Engine, MateProof, prove_mate},
};
use game::{Dice, Game, Observer, Played, Seat, Turn};
use games::Variant;
use xiangqi::{Kind, Move, Options, Position, Xiangqi};

/// How much is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Number of nodes for a position after a mistake. Verification takes ten times as many.
    pub nodes: u64,
}

impl Effort {
    /// For each position of a game, to find mistakes.
    const fn glance(self) -> u64 {
        self.nodes / 8
    }

    const fn reply(self) -> u64 {
        self.nodes * 4
    }

    const fn verify(self) -> u64 {
        self.nodes * 10
    }
}

/// Winning chance that the best move keeps.
const WON: f64 = 0.85;
/// Winning chance that no other move exceeds.
const NOT_WON: f64 = 0.60;
/// Expected share of the points that saves a game.
const SAVED: f64 = 0.40;
/// Expected share of the points of a lost game.
const LOST: f64 = 0.12;
/// Loss of winning chance that makes a mistake.
const MISTAKE: f64 = 0.15;
/// Plies at the start of a game without puzzles.
const FIRST_PLY: usize = 10;
/// Plies after a puzzle in which no other begins.
const GAP: usize = 4;
/// Maximum number of the solver's moves.
const MAX_MOVES: usize = 9;
/// Maximum length of a game in plies.
const MAX_PLIES: usize = 240;
/// Transposition table size in MiB.
const HASH_MB: usize = 16;

/// A game to search: the moves played from a position.
#[derive(Clone, Debug)]
pub struct SourceGame {
    /// The first position.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
}

/// Levels whose games are searched by default: they make human mistakes.
pub const PLAYERS: &[Level] =
    &[Level::Three, Level::Four, Level::Five, Level::Six, Level::Seven, Level::Eight];

/// Plays game `number` of a seed between two of these levels.
pub fn own_game(seed: u64, number: u32, levels: &[Level]) -> SourceGame {
    let mut dice =
        Seeded::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(u64::from(number) << 20));
    let mut bots = [(); 2].map(|()| XiangqiBot::new(drawn(levels, &mut dice)));
    let mut game = Xiangqi::start(Options::DEFAULT, ());
    while game.history().len() < MAX_PLIES {
        let Turn::Seat(seat) = game.turn() else { break };
        let view = game.view(Observer::Seat(seat));
        let history: Vec<Played<Move>> = game.history().to_vec();
        let limits = Limits::of_nodes(u64::MAX);
        let bot = &mut bots[seat.index() % 2];
        let Some(choice) = bot.choose(&view, &history, &limits, &mut dice) else { break };
        if game.play(seat, choice.action).is_err() {
            break;
        }
    }
    let moves = game.history().iter().map(|played| played.action).collect();
    SourceGame { start: Position::start(), moves }
}

/// One of the levels.
fn drawn(levels: &[Level], dice: &mut dyn Dice) -> Level {
    let at = dice.roll(levels.len().max(1) as u32) as usize;
    levels.get(at).copied().unwrap_or(Level::USUAL)
}

/// Finds puzzles. Each game is searched with an empty table, so that the result depends only on
/// game and effort.
pub struct Finder {
    engine: Engine,
    effort: Effort,
}

/// The best and the second best move of a position.
struct Best {
    played: Move,
    score: Score,
    /// Score of the second best move; `None` if there is only one move.
    second: Option<Score>,
}

impl Best {
    fn chance(&self) -> f64 {
        win_chance(Variant::Xiangqi, self.score)
    }

    fn second_chance(&self) -> f64 {
        self.second.map_or(0.0, |score| win_chance(Variant::Xiangqi, score))
    }

    fn is_mate(&self) -> bool {
        is_mate(self.score)
    }

    /// Whether the best move is the only good one, and for which goal.
    fn goal(&self) -> Option<Goal> {
        let second_mates = self.second.is_some_and(is_mate);
        if self.is_mate() && !second_mates {
            return Some(Goal::Mate);
        }
        if self.chance() >= WON && self.second_chance() <= NOT_WON {
            return Some(Goal::Win);
        }
        (self.chance() >= SAVED && self.second_chance() <= LOST).then_some(Goal::Save)
    }
}

const fn is_mate(score: Score) -> bool {
    is_decided(score) && score > 0
}

impl Finder {
    /// Creates a finder.
    pub fn new(effort: Effort) -> Finder {
        Finder { engine: Engine::new(HASH_MB, 1), effort }
    }

    /// Returns the puzzles of a game.
    pub fn find(&mut self, game: &SourceGame) -> Vec<Puzzle> {
        self.engine.clear_hash();
        let mut found = Vec::new();
        let mut position = game.start.clone();
        let mut previous: Option<Score> = None;
        let mut next_ply = FIRST_PLY;
        for ply in 0..=game.moves.len() {
            let score = self.glance(&position);
            let is_free = ply >= next_ply && ply > 0;
            if is_free
                && let (Some(score), Some(before)) = (score, previous.map(|score| -score))
                && is_after_mistake(before, score)
                && let Some(puzzle) = self.puzzle(game, ply)
            {
                found.push(puzzle);
                next_ply = ply + GAP;
            }
            previous = score;
            if let Some(&played) = game.moves.get(ply) {
                position.make(played);
            }
        }
        found
    }

    /// Evaluates a position for the side to move.
    fn glance(&mut self, position: &Position) -> Option<Score> {
        self.engine.set_position(position.clone(), &[]).ok()?;
        let limits = Limits::of_nodes(self.effort.glance());
        Some(self.engine.search(&limits, &mut |_| {})?.score)
    }

    /// The puzzle after `ply` plies of a game, if there is one.
    fn puzzle(&mut self, game: &SourceGame, ply: usize) -> Option<Puzzle> {
        let (&before, earlier) = game.moves.get(..ply)?.split_last()?;
        let mut origin = game.start.clone();
        for &played in earlier {
            origin.make(played);
        }
        let mut start = origin.clone();
        start.make(before);
        let evasions = start.legal_moves().len();
        if evasions < 2 {
            return None;
        }
        self.best(&start, &[], self.effort.nodes)?.goal()?;
        let (line, goal) = self.line(&start)?;
        if is_trivial(&start, before, &line, goal, evasions) {
            return None;
        }
        let puzzle = Puzzle::new(&origin, Some(before), line, goal, 0)?;
        let is_obvious =
            puzzle.moves() == 1 && goal == Goal::Mate && puzzle.themes().iter().all(is_plain);
        if is_obvious {
            return None;
        }
        if !is_only_mate(&puzzle) {
            return None;
        }
        let rating = rate(&puzzle);
        Some(puzzle.with_rating(rating))
    }

    /// Extends the solution while the solver has exactly one good move.
    fn line(&mut self, start: &Position) -> Option<(Vec<Move>, Goal)> {
        let first = self.best(start, &[], self.effort.verify())?;
        let goal = first.goal()?;
        let mut line = vec![first.played];
        let mut position = start.clone();
        position.make(first.played);
        // Whether each move so far also met the condition without its mate.
        let mut wins_anyway = first.second_chance() <= NOT_WON;
        let mut is_mating = first.is_mate();
        while position.has_legal_move() {
            if line.len().div_ceil(2) >= MAX_MOVES {
                return (goal != Goal::Mate).then_some((line, goal));
            }
            let reply = self.best_reply(start, &line)?;
            line.push(reply);
            position.make(reply);
            let Some(best) = self.best(start, &line, self.effort.verify()) else {
                line.pop();
                break;
            };
            let mates_at_once = moves_to_win(best.score) == Some(1);
            is_mating = best.is_mate();
            let goes_on = match best.goal() {
                // The last move may be any that mates.
                _ if mates_at_once => true,
                Some(Goal::Mate) => true,
                Some(Goal::Win) => goal != Goal::Mate,
                Some(Goal::Save) => goal == Goal::Save,
                Some(Goal::NameMole) | None => false,
            };
            if !goes_on {
                line.pop();
                position = start.clone();
                line.iter().for_each(|&played| _ = position.make(played));
                break;
            }
            wins_anyway &= best.second_chance() <= NOT_WON;
            line.push(best.played);
            position.make(best.played);
        }
        if !position.has_legal_move() {
            return Some((line, Goal::Mate));
        }
        match goal {
            // A mate that could not be followed to its end is a win if nothing else wins.
            Goal::Mate => (wins_anyway && is_mating).then_some((line, Goal::Win)),
            goal => Some((line, goal)),
        }
    }

    /// Whether a search of [`Effort::nodes`] agrees with a puzzle: its first move is the best one, and
    /// no other reaches a goal or mates as fast. Each puzzle is searched with an empty table.
    pub fn agrees(&mut self, puzzle: &Puzzle) -> bool {
        self.engine.clear_hash();
        self.best(puzzle.start(), &[], self.effort.nodes).is_some_and(|best| {
            let mates_first = best.is_mate() && best.second < Some(best.score);
            puzzle.line().first() == Some(&best.played) && (best.goal().is_some() || mates_first)
        })
    }

    fn best(&mut self, start: &Position, line: &[Move], nodes: u64) -> Option<Best> {
        self.engine.set_position(start.clone(), line).ok()?;
        let found = self.engine.lines(&Limits::of_nodes(nodes), 2, &mut |_| {})?;
        let first: &Line<Move> = found.lines.first()?;
        let second = found.lines.get(1).map(|line| line.score);
        Some(Best { played: *first.actions.first()?, score: first.score, second })
    }

    fn best_reply(&mut self, start: &Position, line: &[Move]) -> Option<Move> {
        self.engine.set_position(start.clone(), line).ok()?;
        Some(self.engine.search(&Limits::of_nodes(self.effort.reply()), &mut |_| {})?.action)
    }
}

/// Whether the side to move gained enough by the opponent's last move that its position may be a
/// puzzle.
fn is_after_mistake(before: Score, now: Score) -> bool {
    let chance = |score| win_chance(Variant::Xiangqi, score);
    let gained = chance(now) - chance(before);
    let is_new_mate = is_mate(now) && !is_mate(before);
    let wins = chance(now) >= WON - 0.1 && gained >= MISTAKE;
    let saves = chance(before) <= 0.3 && (0.3..=0.8).contains(&chance(now)) && gained >= MISTAKE;
    is_new_mate || wins || saves
}

/// Whether a solution is too obvious to be a puzzle.
fn is_trivial(start: &Position, before: Move, line: &[Move], goal: Goal, evasions: usize) -> bool {
    let Some(&first) = line.first() else { return true };
    let captures = start.piece_at(first.to).is_some();
    let wins_by = |threshold| start.wins_exchange(first, &VALUES, threshold);
    let moves = line.len().div_ceil(2);
    let recaptures = captures && first.to == before.to && goal != Goal::Mate;
    let takes_what_hangs =
        captures && moves <= 2 && goal == Goal::Win && wins_by(VALUES[Kind::Horse as usize]);
    let one_capture = captures && moves == 1 && goal != Goal::Mate;
    let forced = goal == Goal::Save && evasions <= 3;
    recaptures || takes_what_hangs || one_capture || forced
}

/// Whether a theme does not make a mate in one interesting.
const fn is_plain(theme: Theme) -> bool {
    matches!(
        theme,
        Theme::MateInOne
            | Theme::ChariotEndgame
            | Theme::HorseEndgame
            | Theme::CannonEndgame
            | Theme::PawnEndgame
            | Theme::MixedEndgame
    )
}

/// Maximum number of moves to the mate for which every move is searched.
const MAX_PROVEN_MOVES: u32 = 2;

/// Whether no other move of the solver mates as fast, up to the last one. It is proven where the
/// mate is at most two moves away; before that the engine has verified it. Puzzles of other goals
/// pass.
pub fn is_only_mate(puzzle: &Puzzle) -> bool {
    if puzzle.goal() != Goal::Mate {
        return true;
    }
    let mut position = puzzle.start().clone();
    for (at, &played) in puzzle.line().iter().enumerate() {
        let left = (puzzle.line().len() - at).div_ceil(2) as u32;
        // The last move may be any that mates, unless it is the only one.
        let is_free = left == 1 && at > 0;
        if at % 2 == 0 && left <= MAX_PROVEN_MOVES && !is_free {
            let mut others = position.legal_moves().into_iter().filter(|&it| it != played);
            if others.any(|other| mates_within(&position, other, left)) {
                return false;
            }
        }
        position.make(played);
    }
    true
}

/// Whether a legal move mates within this number of moves, itself included.
pub fn mates_within(position: &Position, played: Move, moves: u32) -> bool {
    let mut after = position.clone();
    after.make(played);
    after.legal_moves().into_iter().all(|reply| {
        let mut next = after.clone();
        next.make(reply);
        moves > 1 && matches!(prove_mate(&next, moves - 1, &mut |_| true), MateProof::Mate(_))
    })
}

/// The levels that try a puzzle.
const SOLVERS: [Level; 8] = *Level::ALL.first_chunk().expect("eight levels and the top");
/// Number of tries of each level.
const TRIES: u32 = 4;
/// Rating of a puzzle that no level solves, and of one that each level always solves.
const MAX_RATING: f64 = 2_900.0;
const MIN_RATING: f64 = 400.0;

/// Returns the rating at which the expected number of solutions by levels 1 to 8 equals the
/// number of their solutions in four tries each. Longer solutions are rated slightly higher.
pub fn rate(puzzle: &Puzzle) -> u16 {
    let solved = SOLVERS.into_iter().map(|level| solutions(puzzle, level, TRIES, 0)).sum();
    rating_of(Variant::Xiangqi, solved, puzzle.moves())
}

/// Returns how often a level solves a puzzle in this number of tries. The rating of a puzzle comes
/// from the tries of seed 0.
pub fn solutions(puzzle: &Puzzle, level: Level, tries: u32, seed: u64) -> u32 {
    let mut bot = XiangqiBot::new(level);
    let mut dice = Seeded::new(puzzle.key() ^ salt(level, seed));
    (0..tries).filter(|_| solves(&mut bot, puzzle, &mut dice)).count() as u32
}

/// What the random numbers of a level's tries differ by, besides the puzzle.
const fn salt(level: Level, seed: u64) -> u64 {
    level as u64 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The rating of a puzzle that the levels solved this number of times in all their tries.
fn rating_of(variant: Variant, solved: u32, moves: usize) -> u16 {
    // A solution by a weaker and a failure of a stronger player keep the rating finite.
    let rating = |level: Level| f64::from(level.rating(variant));
    let mut tried: Vec<(f64, f64)> =
        SOLVERS.into_iter().map(|level| (rating(level), f64::from(TRIES))).collect();
    tried.extend([(MIN_RATING, 1.0), (MAX_RATING, 1.0)]);
    let solved = f64::from(solved) + 1.0;
    let expected = |rating: f64| -> f64 {
        let share = |of: f64| 1.0 / (1.0 + 10f64.powf((rating - of) / 400.0));
        tried.iter().map(|&(of, tries)| tries * share(of)).sum()
    };
    let (mut low, mut high) = (MIN_RATING, MAX_RATING);
    for _ in 0..24 {
        let middle = f64::midpoint(low, high);
        if expected(middle) > solved { low = middle } else { high = middle }
    }
    let longer = 25.0 * moves.saturating_sub(2) as f64;
    (low + longer).round().clamp(MIN_RATING, MAX_RATING) as u16
}

/// Whether a level plays each move of the solution.
fn solves(bot: &mut XiangqiBot, puzzle: &Puzzle, dice: &mut dyn Dice) -> bool {
    let mut game = Xiangqi::from_position(Options::DEFAULT, puzzle.start().clone());
    let mut attempt = crate::Attempt::new(puzzle.clone());
    let solver: Seat = puzzle.solver().seat();
    loop {
        let view = game.view(Observer::Seat(solver));
        let history: Vec<Played<Move>> = game.history().to_vec();
        let limits = Limits::of_nodes(20_000);
        let Some(choice) = bot.choose(&view, &history, &limits, dice) else { return false };
        match attempt.play(choice.action) {
            crate::Answer::Solved => return true,
            crate::Answer::Right(reply) => {
                let replies = game.play(solver, choice.action).is_ok()
                    && game.play((!puzzle.solver()).seat(), reply).is_ok();
                if !replies {
                    return false;
                }
            }
            crate::Answer::Wrong | crate::Answer::Illegal => return false,
        }
    }
}
