use super::MemoryStore;
use crate::{PuzzleCommit, Puzzles, StoreError, StoredPuzzle, StoredSolver};
use async_trait::async_trait;
use protocol::AccountId;

#[async_trait]
impl Puzzles for MemoryStore {
    async fn solver(
        &self,
        account: &AccountId,
        game: &str,
    ) -> Result<Option<StoredSolver>, StoreError> {
        Ok(self.contents().solvers.get(&(account.clone(), game.to_owned())).cloned())
    }

    async fn rated_puzzles(
        &self,
        game: &str,
        puzzles: Vec<String>,
    ) -> Result<Vec<StoredPuzzle>, StoreError> {
        let contents = self.contents();
        let find = |id: String| contents.puzzles.get(&(game.to_owned(), id)).cloned();
        Ok(puzzles.into_iter().filter_map(find).collect())
    }

    async fn commit_puzzles(&self, commit: PuzzleCommit) -> Result<(), StoreError> {
        let PuzzleCommit { solver, expected, puzzles } = commit;
        let mut contents = self.contents();
        let player = contents.players.get(&solver.account);
        if player.is_none_or(|player| player.standing.closed_ms.is_some()) {
            return Err(StoreError::NoAccount(solver.account));
        }
        let key = (solver.account.clone(), solver.game.clone());
        let found = contents.solvers.get(&key).map_or(0, |it| it.version);
        let of = |it: &StoredPuzzle| (it.game.clone(), it.puzzle.clone());
        let is_next = |it: &StoredPuzzle| {
            contents.puzzles.get(&of(it)).map_or(0, |old| old.attempts) + 1 == it.attempts
        };
        if found != expected || !puzzles.iter().all(is_next) {
            return Err(StoreError::StaleSolver(solver.account));
        }
        contents.solvers.insert(key, solver);
        contents.puzzles.extend(puzzles.into_iter().map(|it| (of(&it), it)));
        Ok(())
    }
}
