//! Accounts that have met in casual games of the lobby. The archive names no accounts of casual games.
//!
//! Servers that share a store publish the latest meetings of each account for a day, as they publish
//! the accounts that are online.

use crate::{base::HubError, limits::MEETINGS_SHARED_MS, lobby::Lobby};
use protocol::{AccountId, GameId, TablePlan, UnixMs};
use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

/// Maximum number of known meetings; the oldest is dropped.
const MEETINGS: usize = 4_096;

/// Number of latest opponents, who are not paired again while others wait.
pub(super) const LAST_OPPONENTS: usize = 2;

/// The latest casual pairings of accounts at this server. They only vary the opponents, so a single
/// server forgets them when it stops.
#[derive(Default)]
pub(crate) struct CasualMeetings(Mutex<VecDeque<Meeting>>);

struct Meeting {
    table: GameId,
    variant: String,
    at_ms: UnixMs,
    players: [AccountId; 2],
}

impl CasualMeetings {
    /// Notes that two accounts have been paired for a casual game for two. Returns whether that is a
    /// new meeting.
    fn note(
        &self,
        plan: &TablePlan,
        table: &GameId,
        players: [Option<&AccountId>; 2],
        at_ms: UnixMs,
    ) -> bool {
        let [Some(one), Some(other)] = players else { return false };
        if plan.rated || plan.seats.len() != 2 || one == other {
            return false;
        }
        let mut meetings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if meetings.iter().any(|meeting| meeting.table == *table) {
            return false;
        }
        meetings.push_front(Meeting {
            table: table.clone(),
            variant: plan.variant.clone(),
            at_ms,
            players: [one.clone(), other.clone()],
        });
        meetings.truncate(MEETINGS);
        true
    }

    /// The opponents of an account in its latest casual games of a variant, the latest first, with
    /// the times of the pairings.
    fn opponents(
        &self,
        account: &AccountId,
        variant: &str,
        count: usize,
    ) -> Vec<(UnixMs, AccountId)> {
        let meetings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_variant = meetings.iter().filter(|meeting| meeting.variant == variant);
        let opponent = |meeting: &Meeting| {
            let [one, other] = &meeting.players;
            let opponent = if one == account { other } else { one };
            let has_played = meeting.players.contains(account);
            has_played.then(|| (meeting.at_ms, opponent.clone()))
        };
        of_variant.filter_map(opponent).take(count).collect()
    }
}

impl Lobby {
    /// Notes that two accounts have been paired for a casual game for two, for all servers of the
    /// store.
    pub(super) async fn note_meeting(
        &self,
        plan: &TablePlan,
        table: &GameId,
        players: [Option<&AccountId>; 2],
    ) {
        let app = &self.tables.app;
        let now_ms = app.now_ms();
        if !self.meetings.note(plan, table, players, now_ms) {
            return;
        }
        let Some(nodes) = app.store.cluster() else { return };
        let row = |account: &AccountId| {
            let met = self.meetings.opponents(account, &plan.variant, LAST_OPPONENTS);
            (shared_name(account, &plan.variant), written(&met))
        };
        let rows = players.into_iter().flatten().map(row).collect();
        let until_ms = now_ms + MEETINGS_SHARED_MS;
        if let Err(error) = nodes.set_presence(&app.node, rows, until_ms).await {
            tracing::debug!(%error, "failed to share a casual meeting");
        }
    }

    /// The opponents of an account in its latest casual games of a variant at each server of the
    /// store, with the times of the pairings, in no order.
    ///
    /// # Errors
    /// If the store fails.
    pub(super) async fn casual_opponents(
        &self,
        account: &AccountId,
        variant: &str,
    ) -> Result<Vec<(UnixMs, AccountId)>, HubError> {
        let app = &self.tables.app;
        let mut met = self.meetings.opponents(account, variant, LAST_OPPONENTS);
        if let Some(nodes) = app.store.cluster() {
            let asked = vec![shared_name(account, variant)];
            let rows = nodes.present_elsewhere(&app.node, asked, app.now_ms()).await?;
            met.extend(rows.iter().flat_map(|(_, text)| read(text)));
        }
        Ok(met)
    }
}

/// Name of the list of an account's meetings. No table and no board has it.
fn shared_name(account: &AccountId, variant: &str) -> GameId {
    format!("lobby-met:{variant}:{account}").into()
}

/// Meetings as a text, each written as `time opponent;`.
fn written(met: &[(UnixMs, AccountId)]) -> String {
    met.iter().map(|(at_ms, other)| format!("{} {other};", at_ms.0)).collect()
}

/// The meetings of such a text.
fn read(text: &str) -> impl Iterator<Item = (UnixMs, AccountId)> {
    text.split(';').filter_map(|meeting| {
        let (at_ms, other) = meeting.split_once(' ')?;
        Some((UnixMs(at_ms.parse().ok()?), other.into()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::SeatPlan;

    #[test]
    fn the_latest_casual_opponents_are_known() {
        let plan = |variant: &str, rated, seats| TablePlan {
            variant: variant.to_owned(),
            options: String::new(),
            clock: "5+3".to_owned(),
            setup_seconds: 0,
            seats: vec![SeatPlan::Open; seats],
            start: None,
            training: false,
            rated,
            spectator_delay: 0,
            min_rating: 0,
            max_rating: 0,
            is_public: true,
        };
        let meetings = CasualMeetings::default();
        let [ada, bo, cy] = ["ada", "bo", "cy"].map(AccountId::from);
        let casual = plan("xiangqi", false, 2);
        for (number, plan, players, is_new) in [
            (1, &casual, [Some(&ada), Some(&bo)], true),
            (2, &casual, [Some(&cy), Some(&ada)], true),
            // The same table is noted once.
            (2, &casual, [Some(&cy), Some(&ada)], false),
            (3, &plan("banqi", false, 2), [Some(&ada), Some(&bo)], true),
            // Rated games are in the archive, and guests have no account.
            (4, &plan("xiangqi", true, 2), [Some(&ada), Some(&bo)], false),
            (5, &plan("sifang", false, 4), [Some(&ada), Some(&bo)], false),
            (6, &casual, [Some(&ada), None], false),
            (7, &casual, [Some(&ada), Some(&ada)], false),
            (8, &casual, [Some(&bo), Some(&ada)], true),
        ] {
            let table = GameId::from(format!("g{number}"));
            assert_eq!(meetings.note(plan, &table, players, UnixMs(number)), is_new, "{number}");
        }
        for (account, variant, count, expected) in [
            (&ada, "xiangqi", 9, vec![(8, &bo), (2, &cy), (1, &bo)]),
            (&ada, "xiangqi", 2, vec![(8, &bo), (2, &cy)]),
            (&ada, "banqi", 2, vec![(3, &bo)]),
            (&bo, "xiangqi", 2, vec![(8, &ada), (1, &ada)]),
            (&bo, "sifang", 2, vec![]),
        ] {
            let found = meetings.opponents(account, variant, count);
            let found: Vec<_> = found.iter().map(|(at_ms, other)| (at_ms.0, other)).collect();
            assert_eq!(found, expected, "{account} {variant}");
        }
        let of_ada = meetings.opponents(&ada, "xiangqi", 2);
        assert_eq!(written(&of_ada), "8 bo;2 cy;");
        // The texts of several servers are joined.
        assert_eq!(read("8 bo;2 cy;9 di;").count(), 3);
        assert_eq!(read(&written(&of_ada)).collect::<Vec<_>>(), of_ada);
        assert_eq!(read("").count(), 0);
        for number in 0..=MEETINGS as u64 {
            let table = GameId::from(format!("h{number}"));
            meetings.note(&casual, &table, [Some(&bo), Some(&cy)], UnixMs(100 + number));
        }
        assert_eq!(meetings.opponents(&ada, "xiangqi", 2), []);
    }
}
