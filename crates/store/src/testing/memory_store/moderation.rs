use super::{Contents, MemoryStore};
use crate::{
    Act, ActWithEffects, HiddenPage, MarkedAccount, Moderation, NewReport, Report, ReportLimit,
    Standing, StandingChange, StoreError,
};
use async_trait::async_trait;
use protocol::{AccountId, GameId};

impl Contents {
    fn set_standing(
        &mut self,
        account: &AccountId,
        change: StandingChange,
    ) -> Result<(), StoreError> {
        let player = self.players.get_mut(account);
        let player = player.ok_or_else(|| StoreError::NoAccount(account.clone()))?;
        let standing = &mut player.standing;
        match change {
            StandingChange::Close(at_ms) => {
                standing.closed_ms = Some(at_ms);
                player.mail = None;
                self.sessions.retain(|_, session| session.player != *account);
                self.solvers.retain(|(solver, _), _| solver != account);
            }
            StandingChange::Reopen => standing.closed_ms = None,
            StandingChange::Mute(at_ms) => standing.muted_ms = Some(at_ms),
            StandingChange::Unmute => standing.muted_ms = None,
            StandingChange::Warning(text) => standing.warning = Some(text),
            StandingChange::Acknowledge(text) => {
                standing.warning.take_if(|warning| *warning == text);
            }
            StandingChange::Role(role) => standing.role = role,
            StandingChange::Hidden(is_hidden) => standing.is_hidden = is_hidden,
        }
        Ok(())
    }
}

#[async_trait]
impl Moderation for MemoryStore {
    async fn change_standing(
        &self,
        account: &AccountId,
        verified: Option<String>,
        change: StandingChange,
    ) -> Result<(), StoreError> {
        let mut contents = self.contents();
        if let Some(verified) = verified {
            contents.verified(account, &verified)?;
        }
        contents.set_standing(account, change)
    }

    async fn marked_accounts(&self) -> Result<Vec<MarkedAccount>, StoreError> {
        let contents = self.contents();
        let is_marked = |standing: &Standing| {
            let ordinary = Standing { warning: standing.warning.clone(), ..Standing::default() };
            *standing != ordinary
        };
        let marked = contents.players.values().filter(|player| is_marked(&player.standing));
        let marked = marked.map(|player| MarkedAccount {
            id: player.id.clone(),
            name: player.name.clone(),
            standing: player.standing.clone(),
        });
        Ok(marked.collect())
    }

    async fn add_report(&self, report: NewReport, limit: ReportLimit) -> Result<(), StoreError> {
        let reports = &mut self.contents().reports;
        let is_own = |it: &&Report| it.report.reporter == report.reporter;
        let recent = reports.iter().filter(is_own);
        let recent = recent.filter(|it| it.report.at_ms >= limit.since_ms).count();
        let is_same = |it: &Report| it.report.account == report.account && it.settled_ms.is_none();
        if recent >= limit.max as usize || reports.iter().filter(is_own).any(is_same) {
            return Err(StoreError::TooManyReports);
        }
        let number = reports.len() as u64 + 1;
        reports.push(Report { number, report, settled_ms: None });
        Ok(())
    }

    async fn open_reports(&self, limit: u32) -> Result<Vec<Report>, StoreError> {
        let contents = self.contents();
        let open = contents.reports.iter().filter(|it| it.settled_ms.is_none());
        Ok(open.take(limit as usize).cloned().collect())
    }

    async fn reports_on(&self, account: &AccountId, limit: u32) -> Result<Vec<Report>, StoreError> {
        let contents = self.contents();
        let on = contents.reports.iter().rev().filter(|it| it.report.account == *account);
        Ok(on.take(limit as usize).cloned().collect())
    }

    async fn act(&self, act: ActWithEffects) -> Result<(), StoreError> {
        let mut contents = self.contents();
        if let Some(account) = &act.act.account {
            if !contents.players.contains_key(account) {
                return Err(StoreError::NoAccount(account.clone()));
            }
            if let Some(change) = act.change {
                contents.set_standing(account, change)?;
            }
        }
        for report in &mut contents.reports {
            let is_settled = match (&act.act.account, act.settles) {
                (Some(account), Some(last)) => {
                    *account == report.report.account && report.number <= last
                }
                (None, Some(number)) => report.number == number,
                (_, None) => false,
            };
            if is_settled {
                report.settled_ms.get_or_insert(act.act.at_ms);
            }
        }
        let number = contents.acts.len() as u64 + 1;
        contents.acts.push(Act { number, act: act.act });
        Ok(())
    }

    async fn acts(
        &self,
        account: Option<AccountId>,
        before: Option<u64>,
        limit: u32,
    ) -> Result<Vec<Act>, StoreError> {
        let contents = self.contents();
        let is_asked = |it: &&Act| {
            before.is_none_or(|before| it.number < before)
                && (account.is_none() || it.act.account == account)
        };
        Ok(contents.acts.iter().rev().filter(is_asked).take(limit as usize).cloned().collect())
    }

    async fn last_act(&self, kind: &str) -> Result<Option<Act>, StoreError> {
        Ok(self.contents().acts.iter().rev().find(|it| it.act.kind == kind).cloned())
    }

    async fn add_hidden_page(&self, hidden: HiddenPage) -> Result<(), StoreError> {
        let known = &mut self.contents().hidden_pages;
        let same = |it: &&mut HiddenPage| it.game == hidden.game && it.account == hidden.account;
        match known.iter_mut().find(same) {
            Some(known) => {
                known.times += hidden.times;
                known.ms += hidden.ms;
            }
            None => known.push(hidden),
        }
        Ok(())
    }

    async fn hidden_pages(&self, game: &GameId) -> Result<Vec<HiddenPage>, StoreError> {
        let contents = self.contents();
        Ok(contents.hidden_pages.iter().filter(|it| it.game == *game).cloned().collect())
    }
}
