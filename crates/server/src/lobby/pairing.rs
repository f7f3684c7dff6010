//! Pairing: a seeker joins a table with a matching seek, or waits.

use crate::{
    accounts::{Person, Visitor},
    base::HubError,
    limits::COMING_MS,
    lobby::{
        Lobby, creator::Creator, matching::partner, moving::NewPlace, profile::Profile,
        taken_seek::TakenSeek,
    },
    tables::JoiningPlayer,
};
use futures_util::future::join_all;
use protocol::{AccountId, Created, OpenRequest, Seek};
use std::sync::Arc;

impl Lobby {
    /// Seats a seeker at a waiting table, or opens a new one.
    ///
    /// # Errors
    /// If the plan is invalid or the store fails.
    pub(crate) async fn pair(
        self: &Arc<Lobby>,
        mut request: OpenRequest,
        visitor: Visitor,
    ) -> Result<Created, HubError> {
        table::check_rating_range(&request.plan)?;
        request.plan.is_public = true;
        self.accounts.check_name(&request.name, visitor.account.as_ref()).await?;
        self.forget_gone().await;
        let profile = self.profile(&request.plan, &visitor).await?;
        // A guest cannot join a rated table.
        let may_join = !request.plan.rated || visitor.account.is_some();
        if may_join && let Some(created) = self.join_partner(&request, &profile, &visitor).await? {
            return Ok(created);
        }
        let account = visitor.account.as_ref().map(|account| &account.id);
        self.check_may_stay(&request.plan, account).await?;
        let now_ms = self.tables.app.now_ms();
        let (created, seek) = self.open_seek(&request, visitor.clone()).await?;
        self.add_seek(&seek, profile, &Person::of(&visitor), now_ms).await?;
        // Another seeker may have come in the meantime; the two must not wait for each other.
        match self.match_now(Some(&created.table)).await {
            Some(NewPlace { table, seat }) => Ok(Created { table, seats: vec![seat], ..created }),
            None => Ok(created),
        }
    }

    /// Seats a seeker at the table of a matching seek; `None` if there is none.
    async fn join_partner(
        self: &Arc<Lobby>,
        request: &OpenRequest,
        profile: &Profile,
        visitor: &Visitor,
    ) -> Result<Option<Created>, HubError> {
        let mut waiting = self.waiting_seeks().await?;
        // Read once: the table's log decides who gets a seat.
        let suiting = waiting.iter().filter(|seek| seek.suits(&request.plan)).collect();
        let seated = self.seated(suiting).await;
        // Seeks whose tables this seeker cannot join.
        let mut passed = Vec::new();
        loop {
            let now_ms = self.tables.app.now_ms();
            let Some(number) = partner(&waiting, &request.plan, profile, &seated, now_ms) else {
                return Ok(None);
            };
            passed.push(number);
            let host = waiting.iter().find(|seek| seek.number() == number);
            let host = host.and_then(|seek| seek.profile.account().cloned());
            if let Some(taken) = self.take_seek(number).await?
                && let Some(created) = self.sit_down(taken, host, request, visitor).await?
            {
                return Ok(Some(created));
            }
            waiting = self.waiting_seeks().await?;
            waiting.retain(|seek| !passed.contains(&seek.number()));
        }
    }

    /// Joins the table of a taken seek with this host's account; `None` if that is impossible. A table
    /// with free seats returns to the list, and so does one that cannot be read now.
    async fn sit_down(
        self: &Arc<Lobby>,
        taken: TakenSeek,
        host: Option<AccountId>,
        request: &OpenRequest,
        visitor: &Visitor,
    ) -> Result<Option<Created>, HubError> {
        let id = taken.table().to_owned();
        let table = match self.tables.load(&id).await {
            Ok(table) => table,
            Err(HubError::NoTable(_)) => {
                taken.finish(false).await?;
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        let account = visitor.account.clone();
        let account_id = account.as_ref().map(|account| &account.id);
        let joined = match self.check_unblocked(&table, host.clone(), account_id).await {
            Ok(()) => self.tables.join(&table, request.name.clone(), None, account.clone()).await,
            Err(error) => Err(error),
        };
        if joined.is_ok() {
            taken.note_wait(&request.plan);
            self.note_meeting(&request.plan, &id, [host.as_ref(), account_id]).await;
        }
        let still_waits = match table.waits().await {
            Ok(waits) => waits.is_some(),
            // The table may have been closed in the meantime.
            Err(_) => !matches!(self.tables.info(&id).await, Err(HubError::NoTable(_))),
        };
        taken.finish(still_waits).await?;
        match joined {
            Ok(joined) => {
                Ok(Some(Created { table: id, token: joined.token, seats: vec![joined.seat] }))
            }
            // A player may have joined by the link, it is the seeker's own table, or a player there
            // is blocked. The next one is tried.
            Err(HubError::Refused(_) | HubError::Busy | HubError::NoTable(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub(super) async fn open_seek(
        &self,
        request: &OpenRequest,
        visitor: Visitor,
    ) -> Result<(Created, Seek), HubError> {
        let plan = request.plan.clone();
        let JoiningPlayer { name, member } = self
            .tables
            .app
            .joining_player(&plan, request.name.clone(), visitor.account.clone())
            .await?;
        let strength = member.map(|member| member.strength);
        let creator = Creator::of(&visitor);
        let created = self.tables.open(request.clone(), visitor).await?;
        self.live.add(created.table.clone(), creator);
        // The name as shown at the table; an open table has a host with a name.
        let name = table::clean_name(&name).unwrap_or_default();
        let seek = Seek { table: created.table.clone(), name, strength, plan };
        Ok((created, seek))
    }

    /// Removes seeks of full tables, and lists no seek while its host is absent. All tables are
    /// queried, so this does not run for every request. The table of a seek that needs no host, or
    /// whose host is away, is queried only if it is in memory.
    pub(crate) async fn forget_gone(self: &Arc<Lobby>) {
        let now_ms = self.tables.app.now_ms();
        if !self.seeks.is_due(now_ms) {
            return;
        }
        let asked = self.seeks.all().into_iter().map(async |waiting| {
            let may_rest = waiting.stays() || waiting.is_paused();
            if may_rest && self.tables.running(&waiting.seek.table).is_none() {
                return (waiting, Ok(Some(false)));
            }
            let waits = match self.tables.load(&waiting.seek.table).await {
                Ok(table) => table.waits().await,
                Err(error) => Err(error),
            };
            (waiting, waits)
        });
        for (waiting, waits) in join_all(asked).await {
            let is_coming = now_ms.since(waiting.since_ms) < COMING_MS;
            if waiting.stays() {
                let is_gone = matches!(waits, Ok(None) | Err(HubError::NoTable(_)));
                if is_gone || waiting.has_expired(now_ms) {
                    self.forget_seek(&waiting.seek.table).await;
                }
                continue;
            }
            match waits {
                Ok(Some(is_there)) => {
                    self.seeks.note_host(waiting.number(), is_there || is_coming, now_ms);
                }
                Ok(None) | Err(HubError::NoTable(_)) => self.seeks.forget(waiting.number()),
                // The host may still wait while the store cannot be read.
                Err(_) => {}
            }
        }
    }
}
