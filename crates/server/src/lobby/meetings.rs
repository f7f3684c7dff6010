//! Accounts that have met in casual games of the lobby. The archive names no accounts of casual games.

use protocol::{AccountId, GameId, TablePlan, UnixMs};
use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

/// Maximum number of known meetings; the oldest is dropped.
const MEETINGS: usize = 4_096;

/// The latest casual pairings of accounts at this server. They only vary the opponents, so they need
/// not survive a restart.
#[derive(Default)]
pub(crate) struct CasualMeetings(Mutex<VecDeque<Meeting>>);

struct Meeting {
    table: GameId,
    variant: String,
    at_ms: UnixMs,
    players: [AccountId; 2],
}

impl CasualMeetings {
    /// Notes that two accounts have been paired for a casual game for two.
    pub(super) fn note(
        &self,
        plan: &TablePlan,
        table: &GameId,
        players: [Option<&AccountId>; 2],
        at_ms: UnixMs,
    ) {
        let [Some(one), Some(other)] = players else { return };
        if plan.rated || plan.seats.len() != 2 || one == other {
            return;
        }
        let mut meetings = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if meetings.iter().any(|meeting| meeting.table == *table) {
            return;
        }
        meetings.push_front(Meeting {
            table: table.clone(),
            variant: plan.variant.clone(),
            at_ms,
            players: [one.clone(), other.clone()],
        });
        meetings.truncate(MEETINGS);
    }

    /// The opponents of an account in its latest casual games of a variant, the latest first, with
    /// the times of the pairings.
    pub(super) fn opponents(
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
        for (number, plan, players) in [
            (1, &casual, [Some(&ada), Some(&bo)]),
            (2, &casual, [Some(&cy), Some(&ada)]),
            // The same table is noted once.
            (2, &casual, [Some(&cy), Some(&ada)]),
            (3, &plan("banqi", false, 2), [Some(&ada), Some(&bo)]),
            // Rated games are in the archive, and guests have no account.
            (4, &plan("xiangqi", true, 2), [Some(&ada), Some(&bo)]),
            (5, &plan("sifang", false, 4), [Some(&ada), Some(&bo)]),
            (6, &casual, [Some(&ada), None]),
            (7, &casual, [Some(&ada), Some(&ada)]),
            (8, &casual, [Some(&bo), Some(&ada)]),
        ] {
            meetings.note(plan, &GameId::from(format!("g{number}")), players, UnixMs(number));
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
        for number in 0..=MEETINGS as u64 {
            let table = GameId::from(format!("h{number}"));
            meetings.note(&casual, &table, [Some(&bo), Some(&cy)], UnixMs(100 + number));
        }
        assert_eq!(meetings.opponents(&ada, "xiangqi", 2), []);
    }
}
