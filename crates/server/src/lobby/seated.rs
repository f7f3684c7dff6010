//! The players who sit at waiting tables of four beside the host. Their ratings count when another
//! player wants to join.

use crate::lobby::{Lobby, profile::Profile, seeks::WaitingSeek};
use futures_util::future::join_all;
use matchmaking::Seeker;
use protocol::{AccountId, LadderId, Strength};
use std::collections::HashMap;

/// The players beside the hosts, by the numbers of the seeks. A table that is not listed is not known.
pub(super) type Seated = HashMap<u64, Vec<Seeker<String>>>;

/// Maximum number of waiting tables of four whose players are looked at together. Tables at other
/// servers are read from their logs.
const TABLES_READ: usize = 32;

impl Lobby {
    /// The players at those of these waiting tables that are for four, of the oldest ones.
    pub(super) async fn seated(&self, waiting: impl Iterator<Item = &WaitingSeek>) -> Seated {
        let fours = waiting.filter(|seek| is_for_four(seek)).take(TABLES_READ);
        let read = fours.map(|seek| async move {
            let players = self.seated_at(seek).await?;
            Some((seek.number(), players))
        });
        join_all(read).await.into_iter().flatten().collect()
    }

    /// The players beside the host of a waiting table; `None` if the table cannot be read.
    async fn seated_at(&self, waiting: &WaitingSeek) -> Option<Vec<Seeker<String>>> {
        let table = &waiting.seek.table;
        let info = self.tables.info(table).await.ok()?;
        let host_seats = info.plan.host_seats();
        let mut strengths = Vec::new();
        for (seat, state) in (0_u8..).zip(&info.seats) {
            if state.taken && !host_seats.contains(&seat) {
                strengths.push(state.strength);
            }
        }
        // A casual table names no ratings. The accounts whose pages are here have them.
        let mut known = Vec::new();
        if !info.plan.rated && !strengths.is_empty() {
            known = self.strengths_at(waiting).await;
        }
        let profiles = strengths.into_iter().map(|strength| {
            let strength = strength.or_else(|| known.pop());
            Profile::seated(strength).seeker(waiting.number(), waiting.since_ms)
        });
        Some(profiles.collect())
    }

    /// The ratings of the accounts at a table, without the host's, as far as this server knows them.
    async fn strengths_at(&self, waiting: &WaitingSeek) -> Vec<Strength> {
        let Some(handle) = self.tables.running(&waiting.seek.table) else { return Vec::new() };
        let Some((variant, speed)) = table::ladder(&waiting.seek.plan) else { return Vec::new() };
        let (ladder, app) = (LadderId::of(variant, speed), &self.tables.app);
        let mut accounts: Vec<AccountId> = handle.accounts();
        accounts.retain(|account| Some(account) != waiting.profile.account());
        accounts.sort_unstable();
        accounts.dedup();
        let mut strengths = Vec::new();
        for account in accounts {
            let now_ms = app.config.env.now_ms();
            strengths.extend(app.ladders.strength(&ladder, &account, now_ms).await.ok());
        }
        strengths
    }
}

/// Whether the table of a seek is for four players.
pub(super) fn is_for_four(seek: &WaitingSeek) -> bool {
    seek.seek.plan.seats.len() == 4
}
