//! Tables of four, which fill up one by one.

use crate::Seeker;
use core::cmp::Reverse;

/// Number of players at a table.
const SEATS: usize = 4;

/// A host who leaves a table at which no other player sits, for another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Joining {
    /// Number of the host who goes.
    pub goes: u64,
    /// Number of the host whose table is joined.
    pub stays: u64,
}

/// Position of the table of four that a newcomer joins. Each table lists its players, the host first.
///
/// Every player at the table accepts the newcomer. Of several tables it is the one whose players have
/// the nearest ratings; of equally near ones the first.
pub fn table_for<P: PartialEq>(
    newcomer: &Seeker<P>,
    tables: &[Vec<Seeker<P>>],
    now_ms: u64,
) -> Option<usize> {
    let open = tables.iter().enumerate().filter(|(_, players)| accept(players, newcomer, now_ms));
    open.min_by_key(|(_, players)| distance(players, newcomer)).map(|(place, _)| place)
}

/// The hosts of tables of four who join other tables now. Each table lists its players, the host
/// first. `may_go` says of a host's number whether the host may be moved.
///
/// The fullest table chooses first; of equally full ones, the one that waits longest. Each table is in
/// at most one [`Joining`].
pub fn match_tables<P: PartialEq>(
    tables: &[Vec<Seeker<P>>],
    may_go: impl Fn(u64) -> bool,
    now_ms: u64,
) -> Vec<Joining> {
    let mut order: Vec<&[Seeker<P>]> =
        tables.iter().map(Vec::as_slice).filter(|players| !players.is_empty()).collect();
    order.sort_by_key(|players| {
        let host = &players[0];
        (Reverse(players.len()), host.since_ms, host.number)
    });
    let mut taken: Vec<u64> = Vec::new();
    let mut joinings = Vec::new();
    for &players in &order {
        let stays = players[0].number;
        if taken.contains(&stays) {
            continue;
        }
        let alone = order.iter().filter(|other| other.len() == 1).map(|other| &other[0]);
        let free = alone.filter(|host| {
            host.number != stays
                && !taken.contains(&host.number)
                && may_go(host.number)
                && accept(players, host, now_ms)
        });
        if let Some(host) = free.min_by_key(|host| distance(players, host)) {
            let goes = host.number;
            taken.extend([goes, stays]);
            joinings.push(Joining { goes, stays });
        }
    }
    joinings
}

/// Whether a table has a free seat and all its players accept a newcomer.
fn accept<P: PartialEq>(players: &[Seeker<P>], newcomer: &Seeker<P>, now_ms: u64) -> bool {
    (1..SEATS).contains(&players.len())
        && players.iter().all(|player| player.accepts(newcomer, now_ms))
}

/// Mean difference of the ratings.
fn distance<P: PartialEq>(players: &[Seeker<P>], newcomer: &Seeker<P>) -> u32 {
    let sum: u32 = players.iter().map(|player| player.gap(newcomer)).sum();
    sum / players.len().max(1) as u32
}
