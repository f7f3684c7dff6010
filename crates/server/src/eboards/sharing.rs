//! Boards where several servers share a store: any of them takes any board's messages.
//!
//! A room is a cache of the logs. What it appends is decided by the sequence it expects, and whoever is
//! refused reads what another server has written and begins anew. What stands in no log goes through
//! the store beside them: what a fresh message must carry, when the board was heard, how it looks.

use super::{
    EboardError, Eboards,
    finished::{archive_place, is_of_board},
    room::Room,
};
use crate::hints::Hint;
use protocol::EboardView;
use smart_boards::Moment;
use std::{collections::HashMap, sync::atomic::Ordering, time::Duration};
use store::{Board, BoardNews, NotedBoard, StoreError};

/// What is known of a board through other servers.
#[derive(Clone, Default)]
pub(super) struct Elsewhere {
    /// How often something had been noted when this server looked last.
    changes: u64,
    /// What a fresh message had to carry then.
    nonce: u64,
    /// Whether something was noted elsewhere since the logs were read.
    is_behind: bool,
    /// How the board looked to whoever has noted that, and when it was heard of here.
    shown: Option<(EboardView, u64)>,
}

impl Elsewhere {
    /// How the board looks by what another server has noted, if that is the latest.
    pub(super) fn view(&self, name: &str, now_ms: u64) -> Option<EboardView> {
        let (view, since_ms) = self.shown.as_ref()?;
        let gone_by_ms = match view.running_ms {
            0 => 0,
            _ => now_ms.saturating_sub(*since_ms),
        };
        let running_ms = view.running_ms + gone_by_ms;
        Some(EboardView { running_ms, name: name.to_owned(), ..view.clone() })
    }
}

impl Room {
    /// Asks what others have noted of the board.
    pub(super) async fn hear_elsewhere(&mut self, now: Moment) -> Result<(), StoreError> {
        let Some(shared) = self.store.shared_boards() else { return Ok(()) };
        let news = shared.board_news(&self.board.id, self.nonce()).await?;
        self.take_news(news, now);
        Ok(())
    }

    /// Takes in what others have noted, and reads what they have written.
    pub(super) async fn catch_up(&mut self, now: Moment) -> Result<(), StoreError> {
        self.hear_elsewhere(now).await?;
        if self.elsewhere.is_behind {
            self.read_again(now).await?;
            self.elsewhere.is_behind = false;
        }
        Ok(())
    }

    fn take_news(&mut self, news: BoardNews, now: Moment) {
        self.nonce.store(news.nonce, Ordering::Relaxed);
        self.elsewhere.nonce = news.nonce;
        if news.changes == self.elsewhere.changes {
            return;
        }
        self.elsewhere.changes = news.changes;
        self.elsewhere.is_behind = true;
        // What nobody can read is not shown; the log is.
        let view = serde_json::from_str(&news.view).ok();
        self.elsewhere.shown = view.map(|view| (view, now.steady_ms));
        let ago_ms = now.unix_ms.saturating_sub(news.heard_ms);
        let heard_ms = now.steady_ms.checked_sub(ago_ms).filter(|_| news.heard_ms > 0);
        if let Some(heard_ms) = heard_ms.filter(|&heard_ms| self.heard_ms() < Some(heard_ms)) {
            self.heard(heard_ms);
        }
    }

    /// Whether nobody else has noted anything since this server has.
    pub(super) const fn is_latest(&self) -> bool {
        self.elsewhere.shown.is_none()
    }

    /// What others are to know of the board from now on; what this server sees is then the latest.
    fn noted(&mut self, now: Moment) -> Option<NotedBoard> {
        self.elsewhere.shown = None;
        let heard_ms = self.heard_ms().map_or(0, |heard_ms| {
            now.unix_ms.saturating_sub(now.steady_ms.saturating_sub(heard_ms))
        });
        Some(NotedBoard {
            board: self.board.id.clone(),
            nonce_before: self.elsewhere.nonce,
            nonce: self.nonce(),
            heard_ms,
            view: serde_json::to_string(&self.view(now.steady_ms)).ok()?,
        })
    }
}

impl Eboards {
    /// Whether other servers may take messages of the same boards.
    pub(super) fn are_shared(&self) -> bool {
        self.store.shared_boards().is_some()
    }

    /// Lets other servers know of what has become of a board. What cannot be noted is noted next
    /// time; whoever would append meanwhile is refused, and reads.
    pub(super) async fn note(&self, room: &mut Room, now: Moment) {
        let Some(shared) = self.store.shared_boards() else { return };
        let Some(noted) = room.noted(now) else { return };
        let game = archive_place(&noted.board);
        match shared.note_board(noted).await {
            Ok(changes) => {
                // If others have noted something meanwhile, that is to be read.
                let expected = room.elsewhere.changes + 1;
                room.elsewhere.is_behind |= changes != expected;
                room.elsewhere.changes = changes;
                if let Some(hints) = &self.hints {
                    hints.publish(Hint { game, events: changes });
                }
            }
            Err(error) => tracing::debug!(%error, "a board cannot be noted"),
        }
    }

    /// Somebody says that something has news: maybe a board.
    pub(crate) fn hint(&self, game: &str) {
        if is_of_board(game) {
            self.hinted.notify_one();
        }
    }

    /// Until somebody says so, or for so long.
    pub(crate) async fn until_hinted(&self, most: Duration) {
        let _ = tokio::time::timeout(most, self.hinted.notified()).await;
    }

    /// Looks what was noted elsewhere, and tells who watches; and, if asked to, who was let in. Whether
    /// there was anything to ask the store for.
    pub(crate) async fn look_elsewhere(&self, lets_in: bool) -> Result<bool, StoreError> {
        let Some(shared) = self.store.shared_boards() else { return Ok(false) };
        if lets_in {
            for board in self.store.boards().await? {
                self.follow_board(board).await?;
            }
        }
        let mut known = HashMap::new();
        for eboard in self.list() {
            known.insert(eboard.id().to_owned(), eboard.published().elsewhere.changes);
        }
        if known.is_empty() {
            return Ok(lets_in);
        }
        for news in shared.changed_boards(known.clone().into_iter().collect()).await? {
            let Ok(eboard) = self.eboard(&news.board) else { continue };
            let now = self.now();
            // A board whose commit is not answered yet is looked at the next time.
            let Some(mut room) = eboard.try_lock() else { continue };
            // If something has been taken in meanwhile this is what was before. Fewer changes than are
            // known are news as well: a database that was killed counts anew.
            if known.get(&news.board) == Some(&room.elsewhere.changes) {
                room.take_news(news, now);
            }
            let change = room.change(now);
            drop(room);
            self.hall.spread(change);
        }
        Ok(true)
    }

    /// A board as another server may have let it in.
    async fn follow_board(&self, board: Board) -> Result<(), StoreError> {
        let _alone = self.registering.lock().await;
        match self.eboard(&board.id) {
            Ok(eboard) => {
                // One whose room is locked is looked at the next time.
                if eboard.published().board != board && eboard.try_lock().is_some() {
                    eboard.rename(board).await;
                }
                Ok(())
            }
            Err(_) => match self.admit(board).await {
                Err(EboardError::Store(error)) => Err(error),
                // It is looked for again.
                Ok(()) | Err(_) => Ok(()),
            },
        }
    }
}
