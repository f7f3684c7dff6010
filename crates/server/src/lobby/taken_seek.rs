//! Waiting seeks: a list in memory or, with several servers, in the store.

use crate::{
    accounts::Person,
    base::{HubError, token},
    limits::{COMING_MS, SEEKS_PER_ADDRESS},
    lobby::{Lobby, seeks::WaitingSeek},
};
use protocol::{GameId, Seek, TablePlan};
use std::sync::Arc;
use store::{ListedSeek, NewSeek, StoreError};

/// Seek taken from the list. If it is dropped before [`TakenSeek::finish`], for example because a
/// request was cancelled, it returns to its position.
pub(crate) struct TakenSeek {
    lobby: Arc<Lobby>,
    waiting: Option<Waiting>,
    table: GameId,
    number: u64,
}

enum Waiting {
    /// From the list in memory.
    Own(WaitingSeek),
    /// From the list in the store.
    Shared(ListedSeek),
}

impl TakenSeek {
    fn own(lobby: &Arc<Lobby>, waiting: WaitingSeek) -> TakenSeek {
        let (table, number) = (waiting.seek.table.clone(), waiting.number());
        TakenSeek { lobby: lobby.clone(), waiting: Some(Waiting::Own(waiting)), table, number }
    }

    fn shared(lobby: &Arc<Lobby>, listed: ListedSeek) -> TakenSeek {
        let (table, number) = (listed.seek.game.clone(), listed.number as u64);
        TakenSeek { lobby: lobby.clone(), waiting: Some(Waiting::Shared(listed)), table, number }
    }

    /// Id of the table.
    pub(crate) fn table(&self) -> &GameId {
        &self.table
    }

    /// Position in the list.
    pub(crate) const fn number(&self) -> u64 {
        self.number
    }

    /// Ends the seek, or puts it back if its host still waits.
    pub(crate) async fn finish(mut self, still_waits: bool) -> Result<(), HubError> {
        match self.waiting.take().filter(|_| still_waits) {
            Some(waiting) => put_back(&self.lobby, waiting).await,
            None => Ok(()),
        }
    }
}

impl Drop for TakenSeek {
    fn drop(&mut self) {
        match self.waiting.take() {
            None => {}
            Some(Waiting::Own(waiting)) => self.lobby.seeks.put_back(waiting),
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
        (Waiting::Own(waiting), _) => lobby.seeks.put_back(waiting),
        (Waiting::Shared(listed), Some(nodes)) => nodes.restore_seek(listed).await?,
        (Waiting::Shared(_), None) => {}
    }
    Ok(())
}

/// Runs a statement that may take a seek to its end even if the caller is cancelled: it may have
/// been executed although its answer was not awaited.
async fn taken(
    lobby: &Arc<Lobby>,
    take: impl Future<Output = Result<Option<ListedSeek>, StoreError>> + Send + 'static,
) -> Result<Option<TakenSeek>, HubError> {
    let lobby = lobby.clone();
    let take =
        tokio::spawn(
            async move { Ok(take.await?.map(|listed| TakenSeek::shared(&lobby, listed))) },
        );
    take.await.unwrap_or(Err(HubError::Busy))
}

impl Lobby {
    /// Takes the oldest matching seek, so that no other player joins its table at the same time.
    pub(crate) async fn take_seek(
        self: &Arc<Lobby>,
        plan: &TablePlan,
        passed: &[u64],
    ) -> Result<Option<TakenSeek>, HubError> {
        if self.tables.app.store.cluster().is_none() {
            return Ok(self.seeks.take(plan, passed).map(|waiting| TakenSeek::own(self, waiting)));
        }
        let (store, now_ms) = (self.tables.app.store.clone(), self.tables.app.now_ms());
        let (kind, passed) = (kind(plan), places(passed));
        let take = async move {
            match store.cluster() {
                Some(nodes) => nodes.take_seek(&kind, passed, now_ms).await,
                None => Ok(None),
            }
        };
        taken(self, take).await
    }

    /// Adds a seek. If a matching one is waiting, that one is taken and returned instead.
    pub(crate) async fn add_seek(
        self: &Arc<Lobby>,
        seek: &Seek,
        maker: &Person,
        since_ms: u64,
        passed: &[u64],
    ) -> Result<Option<TakenSeek>, HubError> {
        if self.tables.app.store.cluster().is_none() {
            let waiting = self.seeks.add(seek, maker, since_ms, passed);
            return Ok(waiting.map(|waiting| TakenSeek::own(self, waiting)));
        }
        let new = NewSeek {
            kind: kind(&seek.plan),
            game: seek.table.clone(),
            creator: token::hash(&format!("{maker:?}")),
            text: serde_json::to_string(seek).unwrap_or_default(),
            since_ms,
            until_ms: since_ms + COMING_MS,
        };
        let most = if *maker == Person::Own { i32::MAX as u32 } else { SEEKS_PER_ADDRESS as u32 };
        let (store, passed) = (self.tables.app.store.clone(), places(passed));
        let add = async move {
            match store.cluster() {
                Some(nodes) => nodes.add_seek(new, passed, most).await,
                None => Ok(None),
            }
        };
        taken(self, add).await
    }

    /// Removes the seek of a closed table.
    pub(crate) async fn forget_seek(&self, table: &GameId) {
        self.seeks.forget_table(table);
        if let Some(nodes) = self.tables.app.store.cluster()
            && let Err(error) = nodes.remove_seeks(vec![table.to_owned()]).await
        {
            // The seek expires.
            tracing::debug!(table = table.as_str(), %error, "failed to remove seek");
        }
    }

    /// All waiting seeks.
    pub(crate) async fn seeks(self: &Arc<Lobby>) -> Result<Vec<Seek>, HubError> {
        let Some(nodes) = self.tables.app.store.cluster() else {
            self.forget_gone().await;
            return Ok(self.seeks.list().into_iter().map(|waiting| waiting.seek).collect());
        };
        let listed = nodes.seeks(self.tables.app.now_ms()).await?;
        let seek = |listed: ListedSeek| serde_json::from_str(&listed.seek.text).ok();
        Ok(listed.into_iter().filter_map(seek).collect())
    }
}

/// Key that is equal for matching plans.
fn kind(plan: &TablePlan) -> String {
    serde_json::to_string(&plan.terms()).unwrap_or_default()
}

fn places(passed: &[u64]) -> Vec<i64> {
    passed.iter().map(|&place| place as i64).collect()
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
        };
        let request = OpenRequest { plan: plan.clone(), name: "Ada".into() };
        let host = hub.lobby.pair(request, Visitor::default()).await.expect("a table");
        let listed = async || {
            let nodes = hub.app.store.cluster().expect("several servers");
            let seeks = nodes.seeks(hub.app.now_ms()).await.expect("a list");
            seeks.into_iter().map(|listed| (listed.number, listed.seek.game)).collect::<Vec<_>>()
        };
        let before = listed().await;
        assert_eq!(before.len(), 1);
        assert_eq!(before[0].1, host.table);
        let taken = hub.lobby.take_seek(&plan, &[]).await.expect("asked").expect("the host's");
        assert!(listed().await.is_empty());
        drop(taken);
        while listed().await.is_empty() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(listed().await, before);
        // Cancelled while the database runs the statement; the answer is still awaited.
        let (asking, asked) = (hub.clone(), plan.clone());
        let cancelled =
            tokio::spawn(async move { asking.lobby.take_seek(&asked, &[]).await.is_ok() });
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
