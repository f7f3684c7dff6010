//! Published state of a board, readable without waiting for a commit.

use super::elsewhere::Elsewhere;
use crate::limits::SILENCE_MS;
use protocol::{SmartBoardState, SmartBoardView};
use smart_boards::BoardGame;
use std::{collections::HashMap, sync::Arc};
use store::Board;

/// State of a board when it was last unlocked.
#[derive(Clone)]
pub(super) struct Published {
    pub(super) board: Board,
    pub(super) elsewhere: Elsewhere,
    /// The game that began last.
    pub(super) latest: Option<Arc<BoardGame>>,
    /// Games in memory that equal the store.
    pub(super) held: HashMap<u32, Arc<BoardGame>>,
    /// Numbers of all games, in ascending order.
    pub(super) numbers: Vec<u32>,
    /// Monotonic time of the last message, if any.
    pub(super) heard_ms: Option<u64>,
}

impl Published {
    /// The board as shown by the pages.
    pub(super) fn view(&self, now_ms: u64) -> SmartBoardView {
        let mut view = self.elsewhere.view(&self.board.name, now_ms).unwrap_or_else(|| {
            let nothing_yet = BoardGame::new(0);
            let game = self.latest.as_deref().unwrap_or(&nothing_yet);
            game.view(&self.board.id, &self.board.name, now_ms)
        });
        if is_silent(self.heard_ms, now_ms) && view.state != SmartBoardState::Over {
            view.state = SmartBoardState::Offline;
        }
        view
    }
}

/// Whether a board with its last message at `heard_ms` counts as silent.
pub(super) fn is_silent(heard_ms: Option<u64>, now_ms: u64) -> bool {
    heard_ms.is_none_or(|heard| now_ms.saturating_sub(heard) > SILENCE_MS)
}
