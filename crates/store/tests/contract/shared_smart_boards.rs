//! The contract of [`store::SharedSmartBoards`]: several servers on the same data.

use crate::backend::Cluster;
use protocol::{BoardId, UnixMs};
use store::{SharedBoardChange, SharedBoardState, SmartBoards, StoreError};

const NONCE: u64 = u64::MAX;

fn change(board: &str, nonce_before: u64, nonce: u64, heard_ms: u64) -> SharedBoardChange {
    SharedBoardChange {
        board: board.into(),
        nonce_before,
        nonce,
        heard_ms: UnixMs(heard_ms),
        view: format!("view at {heard_ms}"),
    }
}

fn state(board: &str, changes: u64, nonce: u64, heard_ms: u64, view: &str) -> SharedBoardState {
    SharedBoardState {
        board: board.into(),
        changes,
        nonce,
        heard_ms: UnixMs(heard_ms),
        view: view.into(),
    }
}

/// The first server that asks for a board decides its nonce.
pub(crate) async fn a_board_begins_with_the_first_nonce<C: Cluster>() {
    let cluster = C::fresh().await;
    let (one, other) = (cluster.node().await, cluster.node().await);
    let (here, there) = (one.shared_boards().unwrap(), other.shared_boards().unwrap());
    let begun = state("b", 0, NONCE, 0, "");
    assert_eq!(here.board_state(&"b".into(), NONCE).await.unwrap(), begun);
    assert_eq!(there.board_state(&"b".into(), 7).await.unwrap(), begun);
    assert_eq!(there.board_state(&"c".into(), 7).await.unwrap(), state("c", 0, 7, 0, ""));
    for round in 0..10 {
        let board = BoardId::from(format!("together {round}"));
        let (first, second) =
            tokio::join!(here.board_state(&board, 1), there.board_state(&board, 2));
        let (first, second) = (first.unwrap(), second.unwrap());
        assert!(first == second && [1, 2].contains(&first.nonce), "{first:?} {second:?}");
    }
}

/// One server's record of a board is visible to the others. The time never goes back, and a nonce
/// that was used up yields no new one.
pub(crate) async fn a_change_is_seen_by_every_server<C: Cluster>() {
    let cluster = C::fresh().await;
    let (one, other) = (cluster.node().await, cluster.node().await);
    let (here, there) = (one.shared_boards().unwrap(), other.shared_boards().unwrap());
    here.board_state(&"b".into(), NONCE).await.unwrap();
    for (store, change, expected) in [
        (here, change("b", NONCE, 1, 50), state("b", 1, 1, 50, "view at 50")),
        (there, change("b", NONCE, 99, 60), state("b", 2, 1, 60, "view at 60")),
        (there, change("b", 1, 1, 40), state("b", 3, 1, 60, "view at 40")),
        (here, change("b", 1, 2, 70), state("b", 4, 2, 70, "view at 70")),
        // A board without a record begins with its first change.
        (there, change("c", 5, 6, 80), state("c", 1, 6, 80, "view at 80")),
    ] {
        assert_eq!(store.record_board_change(change).await.unwrap(), expected.changes);
        for reader in [here, there] {
            assert_eq!(reader.board_state(&expected.board, 7).await.unwrap(), expected);
        }
    }
}

/// A server receives the boards of which it has not seen the last change, and no others.
pub(crate) async fn changed_boards_are_found<C: Cluster>() {
    let cluster = C::fresh().await;
    let (one, other) = (cluster.node().await, cluster.node().await);
    let (here, there) = (one.shared_boards().unwrap(), other.shared_boards().unwrap());
    for (board, heard_ms) in [("a", 1), ("b", 2), ("b", 3)] {
        here.record_board_change(change(board, 0, 0, heard_ms)).await.unwrap();
    }
    let (a, b) = (state("a", 1, 0, 1, "view at 1"), state("b", 2, 0, 3, "view at 3"));
    for (known, expected) in [
        (vec![], vec![]),
        (vec![("a", 1), ("b", 2)], vec![]),
        (vec![("a", 1), ("b", 1)], vec![&b]),
        (vec![("a", 0), ("b", 0), ("nowhere", 0)], vec![&a, &b]),
        // A number from before the record was lost is a change, too.
        (vec![("a", 9)], vec![&a]),
    ] {
        let known = known.into_iter().map(|(board, changes)| (board.into(), changes)).collect();
        let mut found = there.changed_boards(known).await.unwrap();
        found.sort_by(|one, other| one.board.cmp(&other.board));
        assert_eq!(found.iter().collect::<Vec<_>>(), expected);
    }
}

/// Of servers that use up one nonce at the same time, one determines the next.
pub(crate) async fn a_nonce_is_used_up_once<C: Cluster>() {
    let cluster = C::fresh().await;
    let (one, other) = (cluster.node().await, cluster.node().await);
    let (here, there) = (one.shared_boards().unwrap(), other.shared_boards().unwrap());
    let mut nonce = here.board_state(&"b".into(), 1).await.unwrap().nonce;
    for round in 0..10 {
        let next = [nonce + 1, nonce + 2];
        let (first, second): (Result<u64, StoreError>, _) = tokio::join!(
            here.record_board_change(change("b", nonce, next[0], 5)),
            there.record_board_change(change("b", nonce, next[1], 5))
        );
        let mut counts = [first.unwrap(), second.unwrap()];
        counts.sort_unstable();
        assert_eq!(counts, [2 * round + 1, 2 * round + 2]);
        nonce = there.board_state(&"b".into(), 1).await.unwrap().nonce;
        assert!(next.contains(&nonce), "{nonce} of {next:?}");
    }
}
