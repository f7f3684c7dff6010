//! Guessers: each infers the mole from the computer's first moves. Each guess about a game uses only
//! the other games (leave one game out).

use super::games::{Analysis, SecretGame};
use std::collections::HashMap;
use undercover::Action;

/// Number of pawns that the mole can be.
pub(crate) const PLACES: usize = 5;

/// How a guesser infers the mole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Guesser {
    /// Always guesses the most frequent mole of the games that are still hidden. It measures what
    /// the absence of a turn reveals.
    NoTurn,
    /// Naive Bayes on the frequency of each move at each number.
    Frequencies,
    /// Compares each move with the best move of the engine's analysis for each mole.
    Analysis,
    /// Kernel ridge regression on equal moves and equal beginnings.
    Learner,
}

impl Guesser {
    pub(crate) const ALL: [Guesser; 4] =
        [Guesser::NoTurn, Guesser::Frequencies, Guesser::Analysis, Guesser::Learner];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Guesser::NoTurn => "no turn",
            Guesser::Frequencies => "frequencies",
            Guesser::Analysis => "analysis",
            Guesser::Learner => "learner",
        }
    }
}

/// Result of a guesser after a number of moves.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rate {
    pub(crate) right: usize,
    pub(crate) games: usize,
}

impl Rate {
    pub(crate) fn share(self) -> f64 {
        self.right as f64 / self.games.max(1) as f64
    }
}

/// The share of the most frequent mole. Without the moves, no guesser does better.
pub(crate) fn chance(games: &[SecretGame]) -> f64 {
    let most = counts(&all(games)).into_iter().max().unwrap_or(0);
    most as f64 / games.len().max(1) as f64
}

/// `chance` and two standard deviations of the rate of that many guesses.
pub(crate) fn bound(chance: f64, games: usize) -> f64 {
    chance + 2.0 * (chance * (1.0 - chance) / games.max(1) as f64).sqrt()
}

/// Guesses the mole of every game in which it is hidden after `moves` computer moves.
pub(crate) fn rate(
    guesser: Guesser,
    games: &[SecretGame],
    moves: usize,
    analysis: &Analysis<'_>,
) -> Rate {
    let hidden: Vec<&SecretGame> = games.iter().filter(|game| game.moves.len() >= moves).collect();
    let scores = match guesser {
        Guesser::NoTurn => vec![[0.0; PLACES]; hidden.len()],
        Guesser::Frequencies => frequencies(&hidden, moves),
        Guesser::Analysis => by_analysis(&hidden, moves, analysis),
        Guesser::Learner => learner(&hidden, moves),
    };
    // The attacker knows the frequencies of the moles, from the documents if not from the games.
    let prior = counts(&hidden).map(|count| (count as f64 + 0.5).ln());
    let is_right = |(game, scores): &(&&SecretGame, [f64; PLACES])| {
        let score = |at: usize| scores[at] + prior[at];
        let best = (0..PLACES).max_by(|&one, &other| score(one).total_cmp(&score(other)));
        best == Some(game.mole)
    };
    let right = hidden.iter().zip(scores).filter(is_right).count();
    Rate { right, games: hidden.len() }
}

fn all(games: &[SecretGame]) -> Vec<&SecretGame> {
    games.iter().collect()
}

fn counts(games: &[&SecretGame]) -> [usize; PLACES] {
    core::array::from_fn(|mole| games.iter().filter(|game| game.mole == mole).count())
}

/// Added to every count, so that an unseen move does not exclude a mole.
const SMOOTHING: f64 = 0.5;

fn frequencies(games: &[&SecretGame], moves: usize) -> Vec<[f64; PLACES]> {
    let totals = counts(games);
    let seen: Vec<HashMap<Action, [usize; PLACES]>> = (0..moves)
        .map(|at| {
            let mut seen: HashMap<Action, [usize; PLACES]> = HashMap::new();
            games.iter().for_each(|game| seen.entry(game.moves[at]).or_default()[game.mole] += 1);
            seen
        })
        .collect();
    let score = |game: &&SecretGame, mole: usize| -> f64 {
        let itself = usize::from(mole == game.mole);
        let of_move = |(at, seen): (usize, &HashMap<Action, [usize; PLACES]>)| {
            let count = seen[&game.moves[at]][mole] - itself;
            let all = (totals[mole] - itself) as f64 + SMOOTHING * (seen.len() + 1) as f64;
            ((count as f64 + SMOOTHING) / all).ln()
        };
        seen.iter().enumerate().map(of_move).sum()
    };
    games.iter().map(|game| core::array::from_fn(|mole| score(game, mole))).collect()
}

/// Logarithm of the odds of a mole for each played move that is best for this mole.
const AGREEMENT: f64 = 2.0;

fn by_analysis(games: &[&SecretGame], moves: usize, analysis: &Analysis<'_>) -> Vec<[f64; PLACES]> {
    let score = |game: &&SecretGame, mole: usize| -> f64 {
        let of_move = |at: usize| match analysis.best(&game.moves[..at], mole) {
            Some(best) if best == game.moves[at] => AGREEMENT,
            Some(_) => 0.0,
            // The computer would have captured its own mole.
            None => -AGREEMENT,
        };
        (0..moves).map(of_move).sum()
    };
    games.iter().map(|game| core::array::from_fn(|mole| score(game, mole))).collect()
}

/// Weight of the penalty in the regression.
const RIDGE: f64 = 2.0;
/// Converts the regression's shares to logarithms of odds.
const SHARPNESS: f64 = 8.0;

fn learner(games: &[&SecretGame], moves: usize) -> Vec<[f64; PLACES]> {
    let count = games.len();
    let kernel = |one: &SecretGame, other: &SecretGame| {
        let is_equal = |at: usize| one.moves[at] == other.moves[at];
        let equal = (0..moves).filter(|&at| is_equal(at)).count();
        let beginning = (0..moves).take_while(|&at| is_equal(at)).count();
        let anywhere = one.moves[..moves].iter().filter(|&it| other.moves[..moves].contains(it));
        1.0 + (equal + beginning + anywhere.count()) as f64 / moves.max(1) as f64
    };
    let mut matrix: Vec<Vec<f64>> =
        games.iter().map(|one| games.iter().map(|other| kernel(one, other)).collect()).collect();
    for (at, row) in matrix.iter_mut().enumerate() {
        row[at] += RIDGE;
    }
    let inverse = inverse(matrix);
    let totals = counts(games);
    let score = |at: usize, mole: usize| -> f64 {
        let label = |game: &SecretGame| f64::from(u8::from(game.mole == mole));
        let weight: f64 =
            games.iter().zip(&inverse[at]).map(|(game, entry)| entry * label(game)).sum();
        // The prediction for a game by a regression without it, in closed form.
        let without = |label: f64, weighted: f64| label - weighted / inverse[at][at];
        let predicted = without(label(games[at]), weight);
        // Expected prediction if the moves say nothing: without this game its mole is rarer.
        let rest = (totals[mole] as f64 - label(games[at])) / (count as f64 - 1.0).max(1.0);
        let expected = rest * without(1.0, inverse[at].iter().sum());
        SHARPNESS * (predicted - expected)
    };
    (0..count).map(|at| core::array::from_fn(|mole| score(at, mole))).collect()
}

/// Inverse of a symmetric positive definite matrix, by Gauss-Jordan elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let count = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..count).map(|column| f64::from(u8::from(column == at))));
    }
    for pivot in 0..count {
        let by = matrix[pivot][pivot];
        matrix[pivot].iter_mut().for_each(|entry| *entry /= by);
        let row = matrix[pivot].clone();
        for (at, other) in matrix.iter_mut().enumerate() {
            let by = other[pivot];
            if at != pivot && by != 0.0 {
                other.iter_mut().zip(&row).for_each(|(entry, own)| *entry -= by * own);
            }
        }
    }
    matrix.into_iter().map(|row| row[count..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inverse_times_its_matrix_is_one() {
        let matrix = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, 0.2], vec![0.5, 0.2, 2.0]];
        let inverse = inverse(matrix.clone());
        for (at, row) in matrix.iter().enumerate() {
            for column in 0..3 {
                let sum: f64 =
                    row.iter().zip(&inverse).map(|(one, other)| one * other[column]).sum();
                let expected = f64::from(u8::from(at == column));
                assert!((sum - expected).abs() < 1e-9, "{at} {column}: {sum}");
            }
        }
    }
}
