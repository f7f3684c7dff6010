//! Who waits for anybody: a list in memory, or, where several servers share a store, one in that.

use crate::{
    error::HubError,
    hub::Hub,
    limits::{COMING_MS, SEEKS_PER_ADDRESS},
    seeks::{Maker, WaitingSeek},
    token,
};
use protocol::{Seek, TablePlan};
use std::sync::Arc;
use store::{ListedSeek, NewSeek};

/// A table whose host waits, taken from the list.
pub(crate) enum Waiting {
    /// From that in memory.
    Own(WaitingSeek),
    /// From the store's.
    Shared(ListedSeek),
}

impl Waiting {
    /// The table.
    pub(crate) fn table(&self) -> &str {
        match self {
            Waiting::Own(waiting) => &waiting.seek.table,
            Waiting::Shared(listed) => &listed.seek.game,
        }
    }

    /// Its place.
    pub(crate) const fn number(&self) -> u64 {
        match self {
            Waiting::Own(waiting) => waiting.number(),
            Waiting::Shared(listed) => listed.n as u64,
        }
    }
}

impl Hub {
    /// Takes the oldest that suits a plan, so that nobody else sits down there meanwhile.
    pub(crate) async fn take_seek(
        &self,
        plan: &TablePlan,
        passed: &[u64],
    ) -> Result<Option<Waiting>, HubError> {
        let Some(nodes) = self.app.store.nodes() else {
            return Ok(self.seeks.take(plan, passed).map(Waiting::Own));
        };
        let now_ms = self.app.config.source.now_ms();
        let taken = nodes.take_seek(&kind(plan), places(passed), now_ms).await?;
        Ok(taken.map(Waiting::Shared))
    }

    /// Adds a table whose host waits, unless another that suits it waits already: that one is taken
    /// and to be tried first.
    pub(crate) async fn add_seek(
        &self,
        seek: &Seek,
        maker: &Maker,
        since_ms: u64,
        passed: &[u64],
    ) -> Result<Option<Waiting>, HubError> {
        let Some(nodes) = self.app.store.nodes() else {
            return Ok(self.seeks.add(seek, maker, since_ms, passed).map(Waiting::Own));
        };
        let new = NewSeek {
            kind: kind(&seek.plan),
            game: seek.table.clone(),
            maker: token::hash(&format!("{maker:?}")),
            text: serde_json::to_string(seek).unwrap_or_default(),
            since_ms,
            until_ms: since_ms + COMING_MS,
        };
        let most = if *maker == Maker::Own { i32::MAX as u32 } else { SEEKS_PER_ADDRESS as u32 };
        Ok(nodes.add_seek(new, places(passed), most).await?.map(Waiting::Shared))
    }

    /// Puts one back that was taken, in its old place.
    pub(crate) async fn put_seek_back(&self, waiting: Waiting) -> Result<(), HubError> {
        match (waiting, self.app.store.nodes()) {
            (Waiting::Own(waiting), _) => self.seeks.put_back(waiting),
            (Waiting::Shared(listed), Some(nodes)) => nodes.put_seek_back(listed).await?,
            (Waiting::Shared(_), None) => {}
        }
        Ok(())
    }

    /// Forgets a table that is given up.
    pub(crate) async fn forget_seek(&self, table: &str) {
        self.seeks.forget_table(table);
        if let Some(nodes) = self.app.store.nodes()
            && let Err(error) = nodes.end_seeks(vec![table.to_owned()]).await
        {
            // It ends by itself.
            tracing::debug!(table, %error, "a seek cannot be forgotten");
        }
    }

    /// Who waits for anybody now.
    pub(crate) async fn seeks(self: &Arc<Hub>) -> Result<Vec<Seek>, HubError> {
        let Some(nodes) = self.app.store.nodes() else {
            self.forget_gone().await;
            return Ok(self.seeks.list().into_iter().map(|waiting| waiting.seek).collect());
        };
        let listed = nodes.seeks(self.app.config.source.now_ms()).await?;
        let seek = |listed: ListedSeek| serde_json::from_str(&listed.seek.text).ok();
        Ok(listed.into_iter().filter_map(seek).collect())
    }
}

/// The same for plans that suit each other.
fn kind(plan: &TablePlan) -> String {
    let TablePlan { variant, options, clock, setup_seconds, rated, seats, .. } = plan;
    let kind = (variant, options, clock, setup_seconds, rated, seats.len());
    serde_json::to_string(&kind).unwrap_or_default()
}

fn places(passed: &[u64]) -> Vec<i64> {
    passed.iter().map(|&place| place as i64).collect()
}
