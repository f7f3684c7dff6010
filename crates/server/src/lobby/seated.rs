//! The players who sit at waiting tables of four beside the host. Their ratings count when another
//! player wants to join.

use crate::lobby::{Lobby, profile::Profile, seeks::WaitingSeek};
use matchmaking::Seeker;
use protocol::SeatState;
use std::collections::HashMap;

/// The players beside the hosts, by the numbers of the seeks. A table that is not listed is not known.
pub(super) type Seated = HashMap<u64, Vec<Seeker<String>>>;

/// Maximum number of waiting tables of four whose players are looked at together. Tables at other
/// servers are read from their logs.
const TABLES_READ: usize = 32;

impl Lobby {
    /// The players at those of these waiting tables that are for four, of the oldest ones.
    pub(super) async fn seated(&self, mut waiting: Vec<&WaitingSeek>) -> Seated {
        waiting.retain(|seek| is_for_four(seek));
        waiting.truncate(TABLES_READ);
        let mut seated = Seated::new();
        for seek in waiting {
            if let Some(players) = self.seated_at(seek).await {
                seated.insert(seek.number(), players);
            }
        }
        seated
    }

    /// The players beside the host of a waiting table; `None` if the table cannot be read. A guest
    /// has the rating of a new player.
    async fn seated_at(&self, waiting: &WaitingSeek) -> Option<Vec<Seeker<String>>> {
        let info = self.tables.info(&waiting.seek.table).await.ok()?;
        let host_seats = info.plan.host_seats();
        let others = (0_u8..)
            .zip(&info.seats)
            .filter(|(seat, state)| state.taken && !host_seats.contains(seat));
        let player = |state: &SeatState| {
            Profile::seated(state.strength).seeker(waiting.number(), waiting.since_ms)
        };
        Some(others.map(|(_, state)| player(state)).collect())
    }
}

/// Whether the table of a seek is for four players.
pub(super) fn is_for_four(seek: &WaitingSeek) -> bool {
    seek.seek.plan.seats.len() == 4
}
