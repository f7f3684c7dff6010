//! The contract of [`SmartBoards`].

use crate::backend::Backend;
use store::{Board, SmartBoards};

pub(crate) async fn a_board_is_registered_once<B: Backend>() {
    let backend = B::fresh().await;
    let board =
        |id: &str, name: &str, byte| Board { id: id.into(), name: name.into(), key: [byte; 32] };
    let store = backend.store();
    assert!(store.boards().await.unwrap().is_empty());
    for board in [board("b", "Table 7", 1), board("a", "Table 9", 2), board("c", "Table 7", 3)] {
        store.put_board(board).await.unwrap();
    }
    store.put_board(board("a", "Alone", 4)).await.unwrap();
    let expected = [board("a", "Alone", 4), board("b", "Table 7", 1), board("c", "Table 7", 3)];
    for boards in [store.boards().await, backend.reopened().await.boards().await] {
        assert!(boards.unwrap() == expected);
    }
}

pub(crate) async fn a_single_server_shares_nothing<B: Backend>() {
    assert!(B::fresh().await.store().shared_boards().is_none());
}
