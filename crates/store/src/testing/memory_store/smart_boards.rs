use super::MemoryStore;
use crate::{
    Board, SharedBoardChange, SharedBoardState, SharedSmartBoards, SmartBoards, StoreError,
};
use async_trait::async_trait;
use protocol::BoardId;

#[async_trait]
impl SmartBoards for MemoryStore {
    async fn put_board(&self, board: Board) -> Result<(), StoreError> {
        self.contents().boards.insert(board.id.clone(), board);
        Ok(())
    }

    async fn boards(&self) -> Result<Vec<Board>, StoreError> {
        let mut boards: Vec<Board> = self.contents().boards.values().cloned().collect();
        boards.sort_by(|one, other| (&one.name, &one.id).cmp(&(&other.name, &other.id)));
        Ok(boards)
    }

    fn shared_boards(&self) -> Option<&dyn SharedSmartBoards> {
        self.node.is_some().then_some(self)
    }
}

#[async_trait]
impl SharedSmartBoards for MemoryStore {
    async fn board_state(
        &self,
        board: &BoardId,
        nonce: u64,
    ) -> Result<SharedBoardState, StoreError> {
        let mut contents = self.contents();
        let states = contents.board_states.entry(board.to_owned());
        Ok(states.or_insert_with(|| SharedBoardState::begun(board, nonce)).clone())
    }

    async fn changed_boards(
        &self,
        known: Vec<(BoardId, u64)>,
    ) -> Result<Vec<SharedBoardState>, StoreError> {
        let contents = self.contents();
        let changed = known.into_iter().filter_map(|(board, changes)| {
            contents.board_states.get(&board).filter(|state| state.changes != changes)
        });
        Ok(changed.cloned().collect())
    }

    async fn record_board_change(&self, change: SharedBoardChange) -> Result<u64, StoreError> {
        let mut contents = self.contents();
        let states = contents.board_states.entry(change.board.clone());
        let state =
            states.or_insert_with(|| SharedBoardState::begun(&change.board, change.nonce_before));
        if state.nonce == change.nonce_before {
            state.nonce = change.nonce;
        }
        state.changes += 1;
        state.heard_ms = state.heard_ms.max(change.heard_ms);
        state.view = change.view;
        Ok(state.changes)
    }
}
