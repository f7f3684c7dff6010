//! Offices, reports, what moderators do, and the audit log.
//!
//! Every act of a moderator is one commit: the entry in the audit log and its effect. Nothing
//! happens without a moderator. Moderators see of running games what every spectator may see.

mod fair_play;
mod guests;
mod reviews;
mod signals;

use crate::{
    accounts::Accounts,
    base::{ApiError, HubError, bad, name::composed},
    limits::{
        AUDIT_SHOWN, CLOSING_MS, REPORTS_PER_DAY, REPORTS_SHOWN, STANDINGS_READ_EVERY,
        TABLES_MODERATED,
    },
    lobby::Lobby,
    tables::Tables,
};
use axum::http::StatusCode;
use guests::guest_of;
use protocol::{
    AccountFile, AccountId, Announcement, AuditEntry, GameId, ModerationDesk, ModeratorAct,
    ModeratorActRequest, REPORT_CHARS, ReportReason, ReportRequest, ReportView, Role, UnixMs,
};
use reviews::Reviews;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use store::{
    Act, ActWithEffects, NewAct, NewReport, Player, Report, ReportLimit, StandingChange, Store,
    StoreError,
};

/// Kind of the act that sets the announcement.
const ANNOUNCE: &str = "announce";

const DAY_MS: u64 = 24 * 3_600_000;

/// The moderators' desk of a server.
pub(crate) struct Moderation {
    accounts: Arc<Accounts>,
    tables: Arc<Tables>,
    lobby: Arc<Lobby>,
    store: Arc<dyn Store>,
    /// The current announcement, as last read from the store.
    announcement: Mutex<String>,
    /// The closed accounts of which nothing is left, with the times of their closing.
    ended: Mutex<HashMap<AccountId, UnixMs>>,
    reviews: Reviews,
}

impl Moderation {
    pub(crate) async fn open(
        accounts: Arc<Accounts>,
        tables: Arc<Tables>,
        lobby: Arc<Lobby>,
    ) -> Result<Moderation, StoreError> {
        let store = tables.app.store.clone();
        let (announcement, ended) = (Mutex::default(), Mutex::default());
        let reviews = Reviews::new(tables.app.clone());
        let moderation =
            Moderation { accounts, tables, lobby, store, announcement, ended, reviews };
        moderation.read_announcement().await?;
        Ok(moderation)
    }

    /// The current announcement.
    pub(crate) fn announcement(&self) -> Announcement {
        let text = self.announcement.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Announcement { text }
    }

    /// Reads what moderators have done at other servers, and the operator by command, forever.
    pub(crate) async fn follow(&self) {
        let mut ticks = tokio::time::interval(STANDINGS_READ_EVERY);
        loop {
            ticks.tick().await;
            self.accounts.read_standings().await;
            if let Err(error) = self.read_announcement().await {
                tracing::debug!(%error, "failed to read the announcement");
            }
        }
    }

    /// Ends what closed accounts still have, forever: a server may have stopped midway, the store may
    /// have failed, and a join may have been committed while the account was closed.
    pub(crate) async fn end_closed(&self) {
        let mut ticks = tokio::time::interval(STANDINGS_READ_EVERY);
        loop {
            ticks.tick().await;
            let closed = self.accounts.standings().closed();
            let left: Vec<AccountId> = {
                let mut ended = self.ended();
                ended.retain(|account, at_ms| closed.get(account) == Some(at_ms));
                closed.keys().filter(|account| !ended.contains_key(*account)).cloned().collect()
            };
            if left.is_empty() {
                continue;
            }
            let now_ms = self.tables.app.config.env.now_ms();
            for account in self.lobby.end_for_closed(&left).await {
                if let Some(&at_ms) = closed.get(&account)
                    && now_ms.since(at_ms) >= CLOSING_MS
                {
                    self.ended().insert(account, at_ms);
                }
            }
        }
    }

    fn ended(&self) -> MutexGuard<'_, HashMap<AccountId, UnixMs>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn read_announcement(&self) -> Result<(), StoreError> {
        let last = self.store.last_act(ANNOUNCE).await?;
        let text = last.map(|act| act.act.text).unwrap_or_default();
        *self.announcement.lock().unwrap_or_else(PoisonError::into_inner) = text;
        Ok(())
    }

    /// Reports a player.
    ///
    /// # Errors
    /// If the text is too long or missing, for a report on oneself, at the limit, and if the store
    /// fails.
    pub(crate) async fn report(
        &self,
        reporter: &Player,
        on: &str,
        request: ReportRequest,
    ) -> Result<(), ApiError> {
        let account = self.accounts.find(on).await?;
        if account.id == reporter.id {
            return Err(bad("report-self", "no account reports itself"));
        }
        let table = request.table.filter(|table| is_id(table));
        self.add_report(reporter, account.id, request.reason, &request.text, table).await
    }

    /// Stores a report on the account or person with this id.
    async fn add_report(
        &self,
        reporter: &Player,
        account: AccountId,
        reason: ReportReason,
        text: &str,
        table: Option<GameId>,
    ) -> Result<(), ApiError> {
        let text = line(text)?;
        if text.is_empty() && reason == ReportReason::Other {
            return Err(bad("report-empty", "this reason needs a few words"));
        }
        if !text.is_empty() && reporter.standing.muted_ms.is_some() {
            let message = "a muted account sends reports without a text";
            return Err(bad("report-muted", message));
        }
        let now_ms = self.tables.app.config.env.now_ms();
        let report = NewReport {
            reporter: reporter.id.clone(),
            account,
            reason: reason.as_str().to_owned(),
            text,
            table,
            at_ms: now_ms,
        };
        let limit = ReportLimit { max: REPORTS_PER_DAY, since_ms: now_ms - DAY_MS };
        match self.store.add_report(report, limit).await {
            Ok(()) => Ok(()),
            Err(StoreError::TooManyReports) => {
                let message =
                    "this player is reported already, or there are too many reports today";
                Err(ApiError::new(StatusCode::TOO_MANY_REQUESTS, "report-limit", message))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// What a moderator sees first. Reports on the moderator are for the others: they name who
    /// reports.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn desk(&self, moderator: &Player) -> Result<ModerationDesk, ApiError> {
        let mut reports = self.store.open_reports(REPORTS_SHOWN).await?;
        reports.retain(|report| report.report.account != moderator.id);
        let acts = self.store.acts(None, None, AUDIT_SHOWN).await?;
        let names = self.names(&reports, &acts).await?;
        Ok(ModerationDesk {
            reports: reports.iter().map(|report| names.report(report)).collect(),
            tables: self.tables.running_infos(TABLES_MODERATED).await,
            announcement: self.announcement().text,
            log: acts.iter().map(|act| names.entry(act)).collect(),
        })
    }

    /// Entries of the audit log before a number, latest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn log(&self, before: Option<u64>) -> Result<Vec<AuditEntry>, ApiError> {
        let acts = self.store.acts(None, before, AUDIT_SHOWN).await?;
        let names = self.names(&[], &acts).await?;
        Ok(acts.iter().map(|act| names.entry(act)).collect())
    }

    /// What a moderator sees of an account; of the own one without the reports.
    ///
    /// # Errors
    /// If there is no such account, or the store cannot be read.
    pub(crate) async fn file(
        &self,
        moderator: &Player,
        name: &str,
    ) -> Result<AccountFile, ApiError> {
        let player = self.accounts.find_any(name).await?;
        let mut reports = self.store.reports_on(&player.id, REPORTS_SHOWN).await?;
        reports.retain(|report| report.report.account != moderator.id);
        let acts = self.store.acts(Some(player.id.clone()), None, AUDIT_SHOWN).await?;
        let names = self.names(&reports, &acts).await?;
        Ok(AccountFile {
            since_ms: player.since_ms,
            role: role_of(&player),
            closed: player.standing.closed_ms.is_some(),
            muted: player.standing.muted_ms.is_some(),
            warning: player.standing.warning.clone(),
            reports: reports.iter().map(|report| names.report(report)).collect(),
            log: acts.iter().map(|act| names.entry(act)).collect(),
            name: player.name,
        })
    }

    /// Does something about an account. An act settles the open reports on it, except the end of a
    /// restriction.
    ///
    /// # Errors
    /// If the reason is missing or too long, for an account that the moderator may not touch, and if
    /// the store fails.
    pub(crate) async fn act(
        &self,
        moderator: &Player,
        name: &str,
        ModeratorActRequest { act, reason }: ModeratorActRequest,
    ) -> Result<(), ApiError> {
        let player = self.accounts.find_any(name).await?;
        if player.id == moderator.id {
            return Err(bad("moderate-self", "no moderator acts on the own account"));
        }
        let is_above = role_of(&player).is_some_and(Role::may_moderate);
        if is_above && role_of(moderator) != Some(Role::Owner) {
            let message = "only the owner acts on moderators";
            return Err(ApiError::new(StatusCode::FORBIDDEN, "moderate-above", message));
        }
        let reason = reason_line(&reason)?;
        let now_ms = self.tables.app.config.env.now_ms();
        let change = match act {
            ModeratorAct::Settle => None,
            ModeratorAct::Warn => Some(StandingChange::Warning(reason.clone())),
            ModeratorAct::Mute => Some(StandingChange::Mute(now_ms)),
            ModeratorAct::Unmute => Some(StandingChange::Unmute),
            ModeratorAct::Close => Some(StandingChange::Close(now_ms)),
            ModeratorAct::Reopen => Some(StandingChange::Reopen),
        };
        let settles = match act {
            ModeratorAct::Unmute | ModeratorAct::Reopen => None,
            _ => {
                let latest = self.store.reports_on(&player.id, 1).await?;
                latest.first().map(|report| report.number)
            }
        };
        let new = NewAct {
            moderator: Some(moderator.id.clone()),
            kind: act.as_str().to_owned(),
            account: Some(player.id.clone()),
            text: reason,
            at_ms: now_ms,
        };
        let (store, accounts) = (self.store.clone(), self.accounts.clone());
        let lobby = self.lobby.clone();
        // The client may disconnect.
        let acting = tokio::spawn(async move {
            store.act(ActWithEffects { act: new, change, settles }).await?;
            accounts.read_standings().await;
            tracing::info!(player = player.id.as_str(), act = act.as_str(), "moderator acted");
            if act == ModeratorAct::Close {
                lobby.end_for_closed(&[player.id]).await;
            }
            Ok::<_, StoreError>(())
        });
        Ok(acting.await.map_err(|_| HubError::Busy)??)
    }

    /// Sets the line that all readers see; an empty text removes it.
    ///
    /// # Errors
    /// If the text is too long, or the store fails.
    pub(crate) async fn announce(&self, moderator: &Player, text: &str) -> Result<(), ApiError> {
        let act = NewAct {
            moderator: Some(moderator.id.clone()),
            kind: ANNOUNCE.to_owned(),
            account: None,
            text: line(text)?,
            at_ms: self.tables.app.config.env.now_ms(),
        };
        self.store.act(ActWithEffects { act, change: None, settles: None }).await?;
        Ok(self.read_announcement().await?)
    }

    /// The names of all accounts in reports and acts, also of closed ones.
    async fn names(&self, reports: &[Report], acts: &[Act]) -> Result<Names, ApiError> {
        let of_reports = reports.iter().flat_map(|it| [&it.report.reporter, &it.report.account]);
        let of_acts = acts.iter().flat_map(|it| [&it.act.moderator, &it.act.account]);
        let mut ids: Vec<AccountId> = of_reports.chain(of_acts.flatten()).cloned().collect();
        ids.sort_unstable();
        ids.dedup();
        let mut names = self.store.names_of(ids.clone()).await?;
        for id in ids {
            if let Some(name) = self.accounts.standings().name(&id) {
                names.insert(id, name);
            }
        }
        Ok(Names(names))
    }
}

struct Names(HashMap<AccountId, String>);

impl Names {
    fn of(&self, id: &AccountId) -> String {
        self.0.get(id).cloned().unwrap_or_default()
    }

    fn report(&self, Report { number, report, settled_ms }: &Report) -> ReportView {
        ReportView {
            number: *number,
            from: self.of(&report.reporter),
            on: self.of(&report.account),
            guest: guest_of(&report.account),
            reason: report.reason.clone(),
            text: report.text.clone(),
            table: report.table.clone(),
            at_ms: report.at_ms,
            settled: settled_ms.is_some(),
        }
    }

    fn entry(&self, Act { number, act }: &Act) -> AuditEntry {
        AuditEntry {
            number: *number,
            by: act.moderator.as_ref().map(|id| self.of(id)),
            act: act.kind.clone(),
            on: act.account.as_ref().map(|id| self.of(id)),
            reason: act.text.clone(),
            at_ms: act.at_ms,
        }
    }
}

/// The office of an account; `None` also for one that a later version has granted.
pub(crate) fn role_of(player: &Player) -> Option<Role> {
    player.standing.role.as_deref().and_then(Role::parse)
}

/// An act of the operator: grants an account an office, or takes it.
pub fn office_act(
    account: AccountId,
    role: Option<Role>,
    at_ms: protocol::UnixMs,
) -> ActWithEffects {
    let act = NewAct {
        moderator: None,
        kind: if role.is_some() { "grant" } else { "revoke" }.to_owned(),
        account: Some(account),
        text: role.map_or("", Role::as_str).to_owned(),
        at_ms,
    };
    let change = StandingChange::Role(role.map(|role| role.as_str().to_owned()));
    ActWithEffects { act, change: Some(change), settles: None }
}

/// A text as one line without invisible characters; empty if nothing is left.
fn line(typed: &str) -> Result<String, ApiError> {
    let typed: String = typed.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let text = table::clean_text(&composed(&typed), REPORT_CHARS + 1).unwrap_or_default();
    if text.chars().count() > REPORT_CHARS {
        let message = format!("expected at most {REPORT_CHARS} characters");
        return Err(bad("text-long", message));
    }
    Ok(text)
}

/// The reason of an act as one line.
fn reason_line(typed: &str) -> Result<String, ApiError> {
    let reason = line(typed)?;
    if reason.is_empty() {
        return Err(bad("reason", "every act needs a reason"));
    }
    Ok(reason)
}

/// Whether a text can be the id of a table.
fn is_id(text: &str) -> bool {
    text.len() <= 64 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}
