//! Reports on persons without an account. The store knows reports by accounts, so such a person has an
//! id that no account has.

use super::{Moderation, is_id, reason_line};
use crate::{
    base::{ApiError, HubError},
    limits::REPORTS_SHOWN,
};
use axum::http::StatusCode;
use protocol::{AccountId, GameId, GuestReportRequest, ModeratorAct, ReportReason, ReportedGuest};
use store::{ActWithEffects, NewAct, Player, Report};

/// Start of the ids.
const GUEST: &str = "guest/";

/// The id of a person at a table.
fn guest_id(table: &GameId, guest: ReportedGuest) -> AccountId {
    match guest {
        ReportedGuest::Seat(seat) => format!("{GUEST}{table}/seat/{seat}"),
        ReportedGuest::Spectator(number) => format!("{GUEST}{table}/spectator/{number}"),
    }
    .into()
}

/// The person with this id; `None` for the id of an account.
pub(super) fn guest_of(account: &AccountId) -> Option<ReportedGuest> {
    let mut parts = account.strip_prefix(GUEST)?.split('/').skip(1);
    match (parts.next()?, parts.next()?) {
        ("seat", seat) => seat.parse().ok().map(ReportedGuest::Seat),
        ("spectator", number) => number.parse().ok().map(ReportedGuest::Spectator),
        _ => None,
    }
}

impl Moderation {
    /// Reports a line of a person without an account.
    ///
    /// # Errors
    /// For an id that no table has, if the text is too long, at the limit, and if the store fails.
    pub(crate) async fn report_guest(
        &self,
        reporter: &Player,
        table: GameId,
        GuestReportRequest { guest, text }: GuestReportRequest,
    ) -> Result<(), ApiError> {
        if !is_id(&table) {
            return Err(HubError::NoTable(table).into());
        }
        let account = guest_id(&table, guest);
        self.add_report(reporter, account, ReportReason::Chat, &text, Some(table)).await
    }

    /// Settles an open report on a person without an account.
    ///
    /// # Errors
    /// If there is no such report, if the reason is missing or too long, and if the store fails.
    pub(crate) async fn settle_guest_report(
        &self,
        moderator: &Player,
        number: u64,
        reason: &str,
    ) -> Result<(), ApiError> {
        let open = self.store.open_reports(REPORTS_SHOWN).await?;
        let is_it = |it: &Report| it.number == number && guest_of(&it.report.account).is_some();
        if !open.iter().any(is_it) {
            let message = "there is no open report of this number on a person without an account";
            return Err(ApiError::new(StatusCode::NOT_FOUND, "no-report", message));
        }
        let act = NewAct {
            moderator: Some(moderator.id.clone()),
            kind: ModeratorAct::Settle.as_str().to_owned(),
            account: None,
            text: reason_line(reason)?,
            at_ms: self.tables.app.config.env.now_ms(),
        };
        Ok(self.store.act(ActWithEffects { act, change: None, settles: Some(number) }).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_are_known_by_their_ids() {
        let table = GameId::from("t-1");
        for guest in [ReportedGuest::Seat(3), ReportedGuest::Spectator(1 << 50)] {
            assert_eq!(guest_of(&guest_id(&table, guest)), Some(guest));
        }
        for account in ["5f3c", "", "guest/t-1", "guest/t-1/seat/x", "guest/t-1/cat/1"] {
            assert_eq!(guest_of(&account.into()), None, "{account}");
        }
    }
}
