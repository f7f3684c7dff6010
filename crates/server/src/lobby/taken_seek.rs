//! Waiting seeks: a list in memory or, with several servers, in the store.

use crate::{
    accounts::Person,
    base::{HubError, token},
    limits::{COMING_MS, KEPT_SEEK_MS, SEEKS_PER_ADDRESS, TAKEN_SEEK_MS},
    lobby::{
        Lobby,
        profile::Profile,
        seeks::{WaitingSeek, stays},
    },
};
use protocol::{GameId, Seek, TablePlan, UnixMs};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use store::{ListedSeek, NewSeek, StoreError};

/// Seek taken from the list. If it is dropped before [`TakenSeek::finish`], for example because a
/// request was cancelled, it returns to its position.
pub(crate) struct TakenSeek {
    lobby: Arc<Lobby>,
    waiting: Option<Waiting>,
    table: GameId,
}

enum Waiting {
    /// From the list in memory.
    Own(Box<WaitingSeek>),
    /// From the list in the store, with the time at which it is listed again, Unix ms.
    Shared(ListedSeek, UnixMs),
}

impl TakenSeek {
    fn own(lobby: &Arc<Lobby>, waiting: WaitingSeek) -> TakenSeek {
        let table = waiting.seek.table.clone();
        TakenSeek { lobby: lobby.clone(), waiting: Some(Waiting::Own(Box::new(waiting))), table }
    }

    fn shared(lobby: &Arc<Lobby>, listed: ListedSeek, until_ms: UnixMs) -> TakenSeek {
        let table = listed.seek.game.clone();
        TakenSeek { lobby: lobby.clone(), waiting: Some(Waiting::Shared(listed, until_ms)), table }
    }

    /// Id of the table.
    pub(crate) fn table(&self) -> &GameId {
        &self.table
    }

    /// Notes the waiting time of the host, who has got an opponent.
    pub(super) fn note_wait(&self, plan: &TablePlan) {
        let since_ms = match &self.waiting {
            Some(Waiting::Own(waiting)) => waiting.since_ms,
            Some(Waiting::Shared(listed, _)) => listed.seek.since_ms,
            None => return,
        };
        let now_ms = self.lobby.tables.app.now_ms();
        self.lobby.waits.add(plan, now_ms.since(since_ms));
    }

    /// Ends the seek, or puts it back if its host still waits.
    pub(crate) async fn finish(mut self, still_waits: bool) -> Result<(), HubError> {
        match self.waiting.take() {
            Some(waiting) if still_waits => put_back(&self.lobby, waiting).await,
            // The store has nothing of it.
            Some(Waiting::Own(waiting)) if !waiting.stays() => Ok(()),
            Some(_) => {
                self.lobby.forget_seek(&self.table).await;
                Ok(())
            }
            None => Ok(()),
        }
    }
}

impl Drop for TakenSeek {
    fn drop(&mut self) {
        match self.waiting.take() {
            None => {}
            Some(Waiting::Own(waiting)) => self.lobby.seeks.put_back(*waiting),
            Some(shared) => {
                let (lobby, table) = (self.lobby.clone(), self.table.clone());
                tokio::spawn(async move {
                    if let Err(error) = put_back(&lobby, shared).await {
                        tracing::warn!(table = table.as_str(), %error, "failed to put seek back");
                    }
                });
            }
        }
    }
}

async fn put_back(lobby: &Lobby, waiting: Waiting) -> Result<(), HubError> {
    match (waiting, lobby.tables.app.store.cluster()) {
        (Waiting::Own(waiting), _) => lobby.seeks.put_back(*waiting),
        (Waiting::Shared(listed, until_ms), Some(nodes)) => {
            nodes.return_seek(listed.number, until_ms).await?;
            lobby.seeks_changed();
        }
        (Waiting::Shared(..), None) => {}
    }
    Ok(())
}

/// Runs a statement that may take a seek to its end even if the caller is cancelled: it may have
/// been executed although its answer was not awaited.
async fn taken(
    lobby: &Arc<Lobby>,
    until_ms: UnixMs,
    take: impl Future<Output = Result<Option<ListedSeek>, StoreError>> + Send + 'static,
) -> Result<Option<TakenSeek>, HubError> {
    let lobby = lobby.clone();
    let shared = move |listed| TakenSeek::shared(&lobby, listed, until_ms);
    let take = tokio::spawn(async move { Ok(take.await?.map(shared)) });
    take.await.unwrap_or(Err(HubError::Busy))
}

impl Lobby {
    /// Takes a seek, so that no other player joins its table at the same time. `None` if another
    /// caller has it.
    pub(super) async fn take_seek(
        self: &Arc<Lobby>,
        number: u64,
    ) -> Result<Option<TakenSeek>, HubError> {
        if self.tables.app.store.cluster().is_none() {
            return Ok(self.seeks.take(number).map(|waiting| TakenSeek::own(self, waiting)));
        }
        let (store, now_ms) = (self.tables.app.store.clone(), self.tables.app.now_ms());
        let until_ms = now_ms + TAKEN_SEEK_MS;
        let take = async move {
            match store.cluster() {
                Some(nodes) => nodes.take_seek(number as i64, now_ms, until_ms).await,
                None => Ok(None),
            }
        };
        let taken = taken(self, until_ms, take).await?;
        self.seeks_changed();
        Ok(taken)
    }

    /// Adds a seek.
    pub(super) async fn add_seek(
        &self,
        seek: &Seek,
        profile: Profile,
        maker: &Person,
        since_ms: UnixMs,
    ) -> Result<(), HubError> {
        let stays = stays(&seek.plan, profile.account());
        let text = ListedText { seek: seek.clone(), profile: profile.clone() };
        // Seeks that stay do not count with the others.
        let creator = if stays { format!("{maker:?} stays") } else { format!("{maker:?}") };
        let new = NewSeek {
            kind: serde_json::to_string(&seek.plan.terms()).unwrap_or_default(),
            game: seek.table.clone(),
            creator: token::hash(&creator),
            text: serde_json::to_string(&text).unwrap_or_default(),
            since_ms,
            until_ms: since_ms + if stays { KEPT_SEEK_MS } else { COMING_MS },
        };
        let Some(nodes) = self.tables.app.store.cluster() else {
            if stays {
                self.tables.app.store.keep_seek(new).await?;
            }
            self.seeks.add(seek, profile, maker, since_ms);
            return Ok(());
        };
        let is_limited = !stays && *maker != Person::Own;
        let most = if is_limited { SEEKS_PER_ADDRESS as u32 } else { i32::MAX as u32 };
        nodes.add_seek(new, most).await?;
        self.seeks_changed();
        Ok(())
    }

    /// Removes the seek of a closed or full table.
    pub(crate) async fn forget_seek(&self, table: &GameId) {
        self.seeks.forget_table(table);
        let (store, games) = (&self.tables.app.store, vec![table.to_owned()]);
        let removed = match store.cluster() {
            // Another caller may have taken the seek from the list.
            None => store.end_kept_seeks(games).await,
            Some(nodes) => nodes.remove_seeks(games).await,
        };
        if let Err(error) = removed {
            // On a single server the next start finds that the table does not wait.
            tracing::debug!(table = table.as_str(), %error, "failed to remove seek");
            if store.cluster().is_some() {
                self.unremoved.add(table.to_owned());
            }
        }
        self.seeks_changed();
    }

    /// All waiting seeks as clients see them, in order of arrival.
    pub(crate) async fn seeks(self: &Arc<Lobby>) -> Result<Vec<Seek>, HubError> {
        if self.tables.app.store.cluster().is_none() {
            self.forget_gone().await;
        }
        Ok(self.waiting_seeks().await?.into_iter().map(|waiting| waiting.seek).collect())
    }

    /// All waiting seeks, in order of arrival.
    pub(super) async fn waiting_seeks(&self) -> Result<Vec<WaitingSeek>, HubError> {
        let Some(nodes) = self.tables.app.store.cluster() else { return Ok(self.seeks.list()) };
        let now_ms = self.tables.app.now_ms();
        let listed = nodes.seeks(now_ms, now_ms).await?;
        let waiting = |ListedSeek { number, seek }: ListedSeek| {
            let ListedText { seek: shown, profile } = serde_json::from_str(&seek.text).ok()?;
            Some(WaitingSeek::listed(shown, profile, seek.since_ms, number as u64))
        };
        Ok(listed.into_iter().filter_map(waiting).collect())
    }

    /// Whether there may be waiting seeks.
    pub(super) fn has_waiting(&self) -> bool {
        self.tables.app.is_shared() || self.seeks.count() > 1
    }
}

/// What the store keeps of a seek.
#[derive(Serialize, Deserialize)]
pub(super) struct ListedText {
    pub(super) seek: Seek,
    pub(super) profile: Profile,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, Hub, accounts::Visitor};
    use commit_reveal::SigningKey;
    use protocol::{OpenRequest, SeatPlan};
    use std::time::Duration;
    use store::{PostgresOptions, PostgresStore};
    use test_postgres::PostgresServer;

    /// A seek in the shared list returns to its position if the request that took it is cancelled,
    /// before or after the database has answered.
    #[tokio::test]
    async fn a_seek_that_was_taken_goes_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let config = Config::system(Vec::new(), String::new(), SigningKey::from_bytes([5; 32]));
        let address = PostgresServer::shared().database();
        let options = PostgresOptions::new(&address, &folder.path().join("store.key"));
        let options = options.expect("an address").node(config.stamp());
        let store = Arc::new(PostgresStore::open(options).await.expect("a store"));
        let hub = Hub::start(config, store).await.expect("a hub");
        let plan = TablePlan {
            variant: "xiangqi".into(),
            options: String::new(),
            clock: "10".into(),
            setup_seconds: 0,
            seats: vec![SeatPlan::Host, SeatPlan::Open],
            start: None,
            training: false,
            rated: false,
            ..TablePlan::default()
        };
        let request = OpenRequest { plan, name: "Ada".into() };
        let host = hub.lobby.pair(request, Visitor::default()).await.expect("a table");
        let listed = async || {
            let nodes = hub.app.store.cluster().expect("several servers");
            let seeks = nodes.seeks(hub.app.now_ms(), hub.app.now_ms()).await.expect("a list");
            seeks.into_iter().map(|listed| (listed.number, listed.seek.game)).collect::<Vec<_>>()
        };
        let before = listed().await;
        assert_eq!(before.len(), 1);
        assert_eq!(before[0].1, host.table);
        let number = before[0].0 as u64;
        let taken = hub.lobby.take_seek(number).await.expect("asked").expect("the host's");
        assert!(listed().await.is_empty());
        drop(taken);
        while listed().await.is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(listed().await, before);
        // Cancelled while the database runs the statement; the answer is still awaited.
        let asking = hub.clone();
        let cancelled = tokio::spawn(async move { asking.lobby.take_seek(number).await.is_ok() });
        tokio::task::yield_now().await;
        cancelled.abort();
        assert!(cancelled.await.is_err_and(|error| error.is_cancelled()));
        // The statement may still be queued; a later one of this hub waits for it.
        tokio::time::sleep(Duration::from_millis(50)).await;
        while listed().await.is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(listed().await, before);
    }
}
