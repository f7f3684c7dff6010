use crate::StoreError;
use async_trait::async_trait;
use protocol::AccountId;

/// An account's progress in the puzzles of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredSolver {
    /// The account.
    pub account: AccountId,
    /// Name of the game.
    pub game: String,
    /// Number of commits.
    pub version: u64,
    /// The progress. Not interpreted by the store.
    pub document: String,
}

/// A puzzle's rating, from the first attempts of accounts.
#[derive(Clone, PartialEq, Debug)]
pub struct StoredPuzzle {
    /// Name of the game.
    pub game: String,
    /// The puzzle's id.
    pub puzzle: String,
    /// Rating in points.
    pub rating: f64,
    /// Rating deviation in points.
    pub deviation: f64,
    /// Volatility on Glicko-2's internal scale.
    pub volatility: f64,
    /// Number of accounts that have tried the puzzle.
    pub attempts: u64,
    /// Number of them that solved it at the first attempt.
    pub solved: u64,
}

/// A change of an account's progress, together with the puzzles that the account has tried for the
/// first time.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleCommit {
    /// The progress after the change.
    pub solver: StoredSolver,
    /// Version that the writer expects; 0 if there is no progress yet.
    pub expected: u64,
    /// The puzzles after the change, each with one attempt more than before. No puzzle is listed
    /// twice.
    pub puzzles: Vec<StoredPuzzle>,
}

impl PuzzleCommit {
    /// The puzzles in the order in which their rows are locked.
    pub(crate) fn in_order(&self) -> Vec<&StoredPuzzle> {
        let mut puzzles: Vec<&StoredPuzzle> = self.puzzles.iter().collect();
        puzzles.sort_by(|one, other| one.puzzle.cmp(&other.puzzle));
        puzzles
    }
}

/// Progress of accounts in puzzles, and the ratings of puzzles. Closing an account deletes its
/// progress; the ratings of the puzzles stay.
#[async_trait]
pub trait Puzzles: Send + Sync {
    /// Returns an account's progress in a game.
    async fn solver(
        &self,
        account: &AccountId,
        game: &str,
    ) -> Result<Option<StoredSolver>, StoreError>;

    /// Returns those of these puzzles of a game that have a row, in any order.
    async fn rated_puzzles(
        &self,
        game: &str,
        puzzles: Vec<String>,
    ) -> Result<Vec<StoredPuzzle>, StoreError>;

    /// Changes an account's progress and the puzzles' ratings, both or neither.
    ///
    /// # Errors
    /// [`StoreError::StaleSolver`] if the progress or a puzzle has changed in the meantime, and
    /// [`StoreError::NoAccount`] if there is no such account or it is closed.
    async fn commit_puzzles(&self, commit: PuzzleCommit) -> Result<(), StoreError>;
}
