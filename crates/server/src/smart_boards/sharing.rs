//! Boards on a store with several servers. Any server accepts messages of any board.
//!
//! A board's state is a cache of its logs. Appends check the expected sequence number; on a
//! conflict the server reads the new entries and starts again. State outside the logs is shared
//! through separate rows: the nonce, the time of the last message, and the view.

use super::{
    SmartBoardError, SmartBoards,
    board_state::BoardState,
    finished::{archive_place, is_of_board},
};
use crate::base::Hint;
use protocol::{GameId, UnixMs};
use smart_boards::Moment;
use std::{collections::HashMap, sync::atomic::Ordering, time::Duration};
use store::{Board, SharedBoardChange, SharedBoardState, StoreError};

impl BoardState {
    /// Reads the changes of other servers.
    pub(super) async fn hear_elsewhere(&mut self, now: Moment) -> Result<(), StoreError> {
        let Some(shared) = self.store.shared_boards() else { return Ok(()) };
        let news = shared.board_state(&self.board.id, self.nonce()).await?;
        self.take_news(news, now);
        Ok(())
    }

    /// Reads the changes of other servers, and the logs if they have changed.
    pub(super) async fn catch_up(&mut self, now: Moment) -> Result<(), StoreError> {
        self.hear_elsewhere(now).await?;
        if self.elsewhere.is_behind {
            self.read_again(now).await?;
            self.elsewhere.is_behind = false;
        }
        Ok(())
    }

    fn take_news(&mut self, news: SharedBoardState, now: Moment) {
        self.nonce.store(news.nonce, Ordering::Relaxed);
        self.elsewhere.nonce = news.nonce;
        if news.changes == self.elsewhere.changes {
            return;
        }
        self.elsewhere.changes = news.changes;
        self.elsewhere.is_behind = true;
        // An unreadable view is ignored; the log is shown.
        let view = serde_json::from_str(&news.view).ok();
        self.elsewhere.shown = view.map(|view| (view, now.steady_ms));
        let ago_ms = now.unix_ms.since(news.heard_ms);
        let heard_ms =
            now.steady_ms.checked_sub(ago_ms).filter(|_| news.heard_ms > UnixMs::default());
        if let Some(heard_ms) = heard_ms.filter(|&heard_ms| self.heard_ms() < Some(heard_ms)) {
            self.heard(heard_ms);
        }
    }

    /// Whether this server has written the latest view.
    pub(super) const fn is_latest(&self) -> bool {
        self.elsewhere.shown.is_none()
    }

    /// The row for other servers. This server's view becomes the latest.
    fn noted(&mut self, now: Moment) -> Option<SharedBoardChange> {
        self.elsewhere.shown = None;
        let heard_ms = self.heard_ms().map_or(UnixMs::default(), |heard_ms| {
            now.unix_ms - now.steady_ms.saturating_sub(heard_ms)
        });
        Some(SharedBoardChange {
            board: self.board.id.clone(),
            nonce_before: self.elsewhere.nonce,
            nonce: self.nonce(),
            heard_ms,
            view: serde_json::to_string(&self.view(now.steady_ms)).ok()?,
        })
    }
}

impl SmartBoards {
    /// Whether other servers may accept messages of the same boards.
    pub(super) fn are_shared(&self) -> bool {
        self.store.shared_boards().is_some()
    }

    /// Publishes a board's change to other servers. A failure is repaired by the next change; until
    /// then an append of another server is rejected and makes it read.
    pub(super) async fn note(&self, state: &mut BoardState, now: Moment) {
        let Some(shared) = self.store.shared_boards() else { return };
        let Some(noted) = state.noted(now) else { return };
        let game = archive_place(&noted.board).into();
        match shared.record_board_change(noted).await {
            Ok(changes) => {
                // Other servers have written in the meantime; that is to be read.
                let expected = state.elsewhere.changes + 1;
                state.elsewhere.is_behind |= changes != expected;
                state.elsewhere.changes = changes;
                if let Some(hints) = &self.hints {
                    hints.publish(Hint::Log { game, events: changes });
                }
            }
            Err(error) => tracing::debug!(%error, "failed to publish board change"),
        }
    }

    /// Handles a hint that a log has changed, if it belongs to a board.
    pub(crate) fn hint(&self, game: &GameId) {
        if is_of_board(game) {
            self.hinted.notify_one();
        }
    }

    /// Completes on a hint or after the timeout.
    pub(crate) async fn until_hinted(&self, most: Duration) {
        let _ = tokio::time::timeout(most, self.hinted.notified()).await;
    }

    /// Reads changes of other servers and publishes them to watchers, optionally with new
    /// registrations. Returns whether the store was read.
    pub(crate) async fn refresh_shared(&self, lets_in: bool) -> Result<bool, StoreError> {
        let Some(shared) = self.store.shared_boards() else { return Ok(false) };
        if lets_in {
            for board in self.store.boards().await? {
                self.follow_board(board).await?;
            }
        }
        let mut known = HashMap::new();
        for smart_board in self.list() {
            known.insert(smart_board.id().to_owned(), smart_board.published().elsewhere.changes);
        }
        if known.is_empty() {
            return Ok(lets_in);
        }
        for news in shared.changed_boards(known.clone().into_iter().collect()).await? {
            let Ok(smart_board) = self.smart_board(&news.board) else { continue };
            let now = self.now();
            // A board with a running commit is checked next time.
            let Some(mut state) = smart_board.try_lock() else { continue };
            // If the state has changed here in the meantime, this result is outdated. A smaller
            // number of changes is new, too: a crashed database counts from the start.
            if known.get(&news.board) == Some(&state.elsewhere.changes) {
                state.take_news(news, now);
            }
            let change = state.change(now);
            drop(state);
            self.listing.spread(change);
        }
        Ok(true)
    }

    /// Applies a registration made at another server.
    async fn follow_board(&self, board: Board) -> Result<(), StoreError> {
        let _alone = self.registering.lock().await;
        match self.smart_board(&board.id) {
            Ok(smart_board) => {
                // A locked board is checked next time.
                if smart_board.published().board != board && smart_board.try_lock().is_some() {
                    smart_board.rename(board).await;
                }
                Ok(())
            }
            Err(_) => match self.admit(board).await {
                Err(SmartBoardError::Store(error)) => Err(error),
                // The next check repeats this.
                Ok(()) | Err(_) => Ok(()),
            },
        }
    }
}
