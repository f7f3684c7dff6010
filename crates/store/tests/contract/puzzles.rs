//! The contract of [`Puzzles`].

use crate::backend::{Backend, with_players};
use protocol::UnixMs;
use store::{
    Moderation, PuzzleCommit, Puzzles, StandingChange, StoreError, StoredPuzzle, StoredSolver,
};

fn solver(account: &str, version: u64) -> StoredSolver {
    StoredSolver {
        account: format!("id-{account}").into(),
        game: "xiangqi".into(),
        version,
        document: format!("{{\"of\":\"{account}\",\"at\":{version}}}"),
    }
}

fn puzzle(id: &str, attempts: u64) -> StoredPuzzle {
    StoredPuzzle {
        game: "xiangqi".into(),
        puzzle: id.into(),
        rating: 1_500.25 + attempts as f64 / 3.0,
        deviation: 110.5,
        volatility: 0.06,
        attempts,
        solved: attempts / 2,
    }
}

pub(crate) async fn progress_and_ratings_change_together_or_not_at_all<B: Backend>() {
    let backend: B = with_players(&["ada", "bo"]).await;
    let store = backend.store();
    for (account, version, puzzles, is_committed) in [
        ("ada", 1, vec![puzzle("b", 1), puzzle("a", 1)], true),
        // Sent again, or by another device that knows less.
        ("ada", 1, vec![], false),
        ("ada", 2, vec![puzzle("a", 1)], false),
        ("bo", 1, vec![puzzle("c", 1), puzzle("a", 1)], false),
        ("bo", 1, vec![puzzle("c", 1), puzzle("a", 2)], true),
        ("ada", 2, vec![], true),
        ("ada", 4, vec![], false),
    ] {
        let commit =
            PuzzleCommit { solver: solver(account, version), expected: version - 1, puzzles };
        let done = store.commit_puzzles(commit).await;
        assert!(done.is_ok() || matches!(done, Err(StoreError::StaleSolver(_))), "{done:?}");
        assert_eq!(done.is_ok(), is_committed, "{account} {version}");
    }
    let commit = PuzzleCommit { solver: solver("eve", 1), expected: 0, puzzles: vec![] };
    let unknown = store.commit_puzzles(commit).await;
    assert!(matches!(unknown, Err(StoreError::NoAccount(_))), "{unknown:?}");
    let store = backend.reopened().await;
    for (account, game, expected) in [
        ("ada", "xiangqi", Some(solver("ada", 2))),
        ("bo", "xiangqi", Some(solver("bo", 1))),
        ("bo", "banqi", None),
        ("eve", "xiangqi", None),
    ] {
        let found = store.solver(&format!("id-{account}").into(), game).await.unwrap();
        assert_eq!(found, expected, "{account}");
    }
    let ids = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
    let mut found = store.rated_puzzles("xiangqi", ids.clone()).await.unwrap();
    found.sort_by(|one, other| one.puzzle.cmp(&other.puzzle));
    assert_eq!(found, [puzzle("a", 2), puzzle("b", 1), puzzle("c", 1)]);
    assert!(store.rated_puzzles("banqi", ids).await.unwrap().is_empty());
}

pub(crate) async fn a_closed_account_has_no_progress<B: Backend>() {
    let backend: B = with_players(&["ada", "bo"]).await;
    let store = backend.store();
    for (account, attempts) in [("ada", 1), ("bo", 2)] {
        let puzzles = vec![puzzle("a", attempts)];
        let commit = PuzzleCommit { solver: solver(account, 1), expected: 0, puzzles };
        store.commit_puzzles(commit).await.unwrap();
    }
    let close = StandingChange::Close(UnixMs(9));
    store.change_standing(&"id-ada".into(), None, close).await.unwrap();
    assert_eq!(store.solver(&"id-ada".into(), "xiangqi").await.unwrap(), None);
    assert_eq!(store.solver(&"id-bo".into(), "xiangqi").await.unwrap(), Some(solver("bo", 1)));
    let commit = PuzzleCommit { solver: solver("ada", 1), expected: 0, puzzles: vec![] };
    let late = store.commit_puzzles(commit).await;
    assert!(matches!(late, Err(StoreError::NoAccount(_))), "{late:?}");
    // The puzzle keeps its rating, which names no account.
    let found = store.rated_puzzles("xiangqi", vec!["a".into()]).await.unwrap();
    assert_eq!(found, [puzzle("a", 2)]);
    store.change_standing(&"id-ada".into(), None, StandingChange::Reopen).await.unwrap();
    assert_eq!(store.solver(&"id-ada".into(), "xiangqi").await.unwrap(), None);
}
