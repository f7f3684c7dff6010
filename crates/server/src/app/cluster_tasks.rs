//! Tasks for several servers on one store: receiving hints, polling for changes, presence, and
//! handling the deadlines of all tables.

use crate::{
    app::hub::Hub,
    base::Hint,
    limits::{
        CLAIM_MS, CLAIMED_AT_ONCE, CLOCK_EVERY, COMING_MS, FLAG_GRACE_MS, PRESENCE_EVERY,
        PRESENCE_MS, REFRESH_EVERY, REFRESH_EVERY_UNHINTED, RELAYED_AT_ONCE, RELAYED_MS,
        SEEKS_RENEWED_EVERY, SWEEP_EVERY, TIDY_EVERY,
    },
    ops::OutageLog,
};
use futures_util::future::join_all;
use protocol::{GameId, UnixMs};
use std::{collections::HashMap, sync::Arc, time::Duration};
use store::{ListedSeek, SEEK_PAUSE_MS, SharedChatLine, StoreError};
use tokio::{sync::broadcast::error::RecvError, time::Instant};

impl Hub {
    /// Runs all tasks forever; returns at once without other servers.
    pub(crate) async fn run_cluster_tasks(self: &Arc<Hub>) {
        if self.app.is_shared() {
            tokio::join!(
                self.receive_hints(),
                self.poll_for_events(),
                self.send_chat(),
                self.receive_chat(),
                self.sweep(),
                self.keep_time(),
                self.follow_presence(),
                self.follow_boards(),
                self.keep_seeks(),
                self.tidy()
            );
        }
    }

    async fn receive_hints(&self) {
        let Some(hints) = &self.app.config.hints else { return };
        let mut heard = hints.subscribe();
        loop {
            match heard.recv().await {
                Ok(hint) => {
                    self.app.metrics.hints_heard.inc();
                    match hint {
                        Hint::Chat => self.app.chat_relay.hint(),
                        Hint::Log { game, events } => match self.tables.running(&game) {
                            Some(table) => table.hint(events),
                            None => {
                                self.boards.hint(&game);
                                self.lobby.hint(&game);
                            }
                        },
                    }
                }
                // Missed hints are replaced by polling.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Stores the lines of chat said here for the other servers. They wait while the store is away.
    async fn send_chat(&self) {
        let failures = OutageLog::new("failed to share chat lines");
        loop {
            let lines = self.app.chat_relay.take().await;
            loop {
                let Some(nodes) = self.app.store.cluster() else { return };
                let until_ms = self.app.now_ms() + RELAYED_MS;
                match nodes.add_chat_lines(lines.clone(), until_ms).await {
                    Ok(()) => break failures.works(),
                    Err(error) => failures.fails(&error),
                }
                tokio::time::sleep(REFRESH_EVERY).await;
            }
            if let Some(hints) = &self.app.config.hints {
                hints.publish(Hint::Chat);
            }
        }
    }

    /// Shows the lines of chat said at other servers since this one started.
    async fn receive_chat(&self) {
        let failures = OutageLog::new("failed to read chat lines of other servers");
        let mut known = None;
        loop {
            let Some(nodes) = self.app.store.cluster() else { return };
            let read = match known {
                None => nodes.last_chat_number().await.map(|number| (number, Vec::new())),
                Some(number) => {
                    let lines = nodes.chat_lines_after(number, RELAYED_AT_ONCE).await;
                    lines.map(|lines| (lines.last().map_or(number, |line| line.number), lines))
                }
            };
            let are_all = match read {
                Ok((number, lines)) => {
                    failures.works();
                    known = Some(number);
                    let are_all = lines.len() < RELAYED_AT_ONCE as usize;
                    lines.iter().for_each(|line| self.show_chat(line));
                    are_all
                }
                Err(error) => {
                    failures.fails(&error);
                    true
                }
            };
            if are_all {
                let hinted = self.app.chat_relay.until_hinted();
                let _ = tokio::time::timeout(self.refresh_every(), hinted).await;
            }
        }
    }

    fn show_chat(&self, SharedChatLine { game, text, .. }: &SharedChatLine) {
        if let Some(table) = self.tables.running(game)
            && let Some(said) = self.app.relayed_chat(text)
        {
            table.relayed_chat(said);
        }
    }

    /// Interval of polling: long while hints arrive, as only some may be lost.
    fn refresh_every(&self) -> Duration {
        let hints = self.app.config.hints.as_ref();
        let are_heard = hints.is_some_and(|hints| hints.are_heard());
        if are_heard { REFRESH_EVERY } else { REFRESH_EVERY_UNHINTED }
    }

    /// Polls for events of all tables with viewers.
    async fn poll_for_events(&self) {
        loop {
            tokio::time::sleep(self.refresh_every()).await;
            let Some(nodes) = self.app.store.cluster() else { return };
            let watched = self.tables.watched();
            if watched.is_empty() {
                continue;
            }
            let known = watched.iter().map(|(id, table)| (id.clone(), table.events())).collect();
            match nodes.changed_logs(known).await {
                Ok(moved) => {
                    for id in moved {
                        if let Some(table) = self.tables.running(&id) {
                            table.hint(u64::MAX);
                        }
                    }
                }
                Err(error) => tracing::debug!(%error, "failed to poll for new events"),
            }
        }
    }

    /// Follows changes of smart boards at other servers: registrations and views.
    async fn follow_boards(&self) {
        let failures = OutageLog::new("failed to read board changes of other servers");
        let mut read = Instant::now();
        loop {
            self.boards.until_hinted(self.refresh_every()).await;
            let lets_in = read.elapsed() >= REFRESH_EVERY;
            if lets_in {
                read = Instant::now();
            }
            match self.boards.refresh_shared(lets_in).await {
                // Without boards nothing was read.
                Ok(false) => {}
                Ok(true) => failures.works(),
                Err(error) => failures.fails(&error),
            }
        }
    }

    /// Handles tables with a passed deadline that no server has claimed. Does nothing while the
    /// store cannot commit.
    async fn sweep(self: &Arc<Hub>) {
        let mut ticks = tokio::time::interval(SWEEP_EVERY);
        loop {
            ticks.tick().await;
            let Some(nodes) = self.app.store.cluster() else { return };
            let now_ms = self.app.now_ms();
            if self.is_stalled(now_ms) {
                continue;
            }
            let due_ms = now_ms - FLAG_GRACE_MS;
            let claimed = nodes.claim_due(due_ms, now_ms + CLAIM_MS, CLAIMED_AT_ONCE).await;
            let claimed = claimed.unwrap_or_else(|error| {
                tracing::debug!(%error, "failed to read passed deadlines");
                Vec::new()
            });
            self.app.metrics.deadlines_claimed.inc_by(claimed.len() as u64);
            for id in claimed {
                match self.tables.load(&id).await {
                    Ok(table) => table.due(),
                    Err(error) => {
                        tracing::error!(table = id.as_str(), %error, "failed to load table");
                    }
                }
            }
        }
    }

    /// Publishes and reads presence.
    async fn follow_presence(&self) {
        let mut noted = HashMap::new();
        let mut ticks = tokio::time::interval(PRESENCE_EVERY);
        loop {
            ticks.tick().await;
            if let Err(error) = self.exchange_presence(&mut noted).await {
                tracing::debug!(%error, "failed to exchange presence");
            }
        }
    }

    /// `noted` holds the last published presence of each game, with its time.
    async fn exchange_presence(
        &self,
        noted: &mut HashMap<GameId, (String, UnixMs)>,
    ) -> Result<(), StoreError> {
        let Some(nodes) = self.app.store.cluster() else { return Ok(()) };
        let now_ms = self.app.now_ms();
        let watched = self.tables.watched();
        let mut here: HashMap<GameId, String> =
            watched.iter().map(|(id, table)| (id.clone(), table.seats())).collect();
        // Departed viewers are published once more.
        for (id, (seats, _)) in &*noted {
            if !seats.is_empty() {
                here.entry(id.clone()).or_default();
            }
        }
        let is_known = |id: &GameId, seats: &String| match noted.get(id) {
            None => seats.is_empty(),
            Some((known, at_ms)) => {
                known == seats && (seats.is_empty() || now_ms < *at_ms + PRESENCE_MS / 3)
            }
        };
        let mut news: Vec<(GameId, String)> =
            here.into_iter().filter(|(id, seats)| !is_known(id, seats)).collect();
        news.sort_unstable();
        if !news.is_empty() {
            nodes.set_presence(&self.app.node, news.clone(), now_ms + PRESENCE_MS).await?;
            noted.extend(news.into_iter().map(|(id, seats)| (id, (seats, now_ms))));
            noted.retain(|_, (seats, _)| !seats.is_empty());
        }
        if watched.is_empty() {
            return Ok(());
        }
        let ids = watched.iter().map(|(id, _)| id.clone()).collect();
        let elsewhere = nodes.present_elsewhere(&self.app.node, ids, now_ms).await?;
        let elsewhere: HashMap<GameId, String> = elsewhere.into_iter().collect();
        for (id, table) in &watched {
            table.elsewhere(elsewhere.get(id).map_or("", String::as_str));
        }
        Ok(())
    }

    /// Renews the seeks of hosts at this server, also of those who have come back, and removes those
    /// of full tables.
    async fn keep_seeks(self: &Arc<Hub>) {
        let mut ticks = tokio::time::interval(SEEKS_RENEWED_EVERY);
        loop {
            ticks.tick().await;
            let Some(nodes) = self.app.store.cluster() else { return };
            let now_ms = self.app.now_ms();
            let (mut waiting, mut gone) = (Vec::new(), self.lobby.unremoved_seeks());
            // Failures are repeated next time.
            let since_ms = UnixMs(now_ms.0.saturating_sub(SEEK_PAUSE_MS));
            let Ok(all) = nodes.seeks(now_ms, since_ms).await else {
                self.lobby.note_unremoved(gone);
                continue;
            };
            let is_listed = |listed: &&ListedSeek| listed.seek.until_ms > now_ms;
            self.app.metrics.waiting(all.iter().filter(is_listed).count());
            // All at once: a table with a running commit answers late, and no other seek may expire
            // because of it.
            let own = all.into_iter().filter_map(|listed| {
                let table = self.tables.running(&listed.seek.game)?;
                Some(async move { (listed.seek.game, table.waits().await) })
            });
            for (game, waits) in join_all(own).await {
                match waits {
                    Ok(Some(true)) => waiting.push(game),
                    Ok(None) => gone.push(game),
                    Ok(Some(false)) | Err(_) => {}
                }
            }
            // Failures are repeated next time.
            if !waiting.is_empty() {
                let _ = nodes.renew_seeks(waiting, now_ms + COMING_MS).await;
            }
            if !gone.is_empty() && nodes.remove_seeks(gone.clone()).await.is_err() {
                self.lobby.note_unremoved(gone);
            }
        }
    }

    async fn tidy(&self) {
        let mut ticks = tokio::time::interval(TIDY_EVERY);
        loop {
            ticks.tick().await;
            let Some(nodes) = self.app.store.cluster() else { return };
            if let Err(error) = nodes.remove_expired(self.app.now_ms()).await {
                tracing::debug!(%error, "failed to delete expired rows");
            }
            self.accounts.read_names().await;
        }
    }

    async fn keep_time(&self) {
        loop {
            tokio::time::sleep(CLOCK_EVERY).await;
            let Some(nodes) = self.app.store.cluster() else { return };
            if let Err(error) = self.app.clock.set(nodes).await {
                tracing::debug!(%error, "failed to read the database's clock");
            }
        }
    }
}
