//! Which waiting players play each other: the rule of quick pairing, applied to seeks.

use crate::lobby::{
    challenges::is_correspondence,
    profile::Profile,
    seated::{Seated, is_for_four},
    seeks::WaitingSeek,
};
use matchmaking::{Joining, Seeker, match_players, match_tables, partner_of, table_for};
use protocol::{SeatPlan, TablePlan, UnixMs};
use std::collections::{BTreeMap, HashSet};

/// Number of the newcomer among the seekers. No seek in the list has it.
const NEWCOMER: u64 = u64::MAX;

/// Two seeks to join: the host of one takes a seat at the table of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pairing {
    /// Number of the seek whose table is joined: the older one, or the fuller table of four.
    pub(super) stays: u64,
    /// Number of the seek whose host goes.
    pub(super) goes: u64,
    /// Whether the sides are better balanced the other way round.
    pub(super) prefers_reverse: bool,
}

/// The seek whose table a newcomer joins. The seeks are in order of arrival. A table of four needs
/// its players in `seated`.
pub(super) fn partner(
    waiting: &[WaitingSeek],
    plan: &TablePlan,
    newcomer: &Profile,
    seated: &Seated,
    now_ms: UnixMs,
) -> Option<u64> {
    let newcomer = newcomer.seeker(NEWCOMER, now_ms);
    let newcomer = Seeker { wanted: wanted(plan), ..newcomer };
    let pool: Vec<&WaitingSeek> = waiting.iter().filter(|seek| seek.suits(plan)).collect();
    if plan.seats.len() == 2 && is_correspondence(plan) {
        // Hosts who are away do not take each other; the newcomer chooses.
        let hosts: Vec<_> = pool.into_iter().map(seeker).collect();
        return partner_of(&newcomer, hosts.iter(), now_ms.0).map(|host| host.number);
    }
    if plan.seats.len() == 2 {
        let seekers: Vec<_> = pool.into_iter().map(seeker).chain([newcomer]).collect();
        let matches = match_players(&seekers, now_ms.0);
        let own = matches.into_iter().find(|found| found.contains(&NEWCOMER))?;
        return own.into_iter().find(|&number| number != NEWCOMER);
    }
    let tables = tables(pool.into_iter().map(seeker), seated);
    let place = table_for(&newcomer, &tables, now_ms.0)?;
    tables.get(place)?.first().map(|host| host.number)
}

/// The seeks that fit each other now, without `refused` pairs of seeks by number. The seeks are in
/// order of arrival. Each is in at most one pairing. By correspondence only a host who is here takes a
/// place, so that two who are away do not keep each other from all others. Tables of four need their
/// players in `seated`.
pub(super) fn pairings(
    waiting: &[WaitingSeek],
    refused: &[(u64, u64)],
    seated: &Seated,
    is_here: impl Fn(&WaitingSeek) -> bool,
    now_ms: UnixMs,
) -> Vec<Pairing> {
    let mut pools: BTreeMap<_, Vec<&WaitingSeek>> = BTreeMap::new();
    for seek in waiting {
        pools.entry(seek.seek.plan.terms()).or_default().push(seek);
    }
    let mut pairings = Vec::new();
    for pool in pools.values() {
        let mut seekers: Vec<_> = pool.iter().copied().map(seeker).collect();
        for &(one, other) in refused {
            let other = seekers.iter().find(|seeker| seeker.number == other);
            let other = other.map(|seeker| seeker.player.clone());
            if let Some(one) = seekers.iter_mut().find(|seeker| seeker.number == one) {
                one.blocked.extend(other);
            }
        }
        let plan = &pool[0].seek.plan;
        if is_for_four(pool[0]) {
            let is_here = |number| pool.iter().any(|it| it.number() == number && is_here(it));
            let tables = tables(seekers.into_iter(), seated);
            for Joining { goes, stays } in match_tables(&tables, is_here, now_ms.0) {
                pairings.push(Pairing { stays, goes, prefers_reverse: false });
            }
        } else if is_correspondence(plan) {
            let mut taken = HashSet::new();
            for (host, _) in seekers.iter().zip(pool).filter(|(_, seek)| is_here(seek)) {
                if taken.contains(&host.number) {
                    continue;
                }
                let others = seekers
                    .iter()
                    .filter(|other| other.number != host.number && !taken.contains(&other.number));
                let Some(other) = partner_of(host, others, now_ms.0) else { continue };
                taken.extend([host.number, other.number]);
                for found in match_players(&[host.clone(), other.clone()], now_ms.0) {
                    pairings.extend(pairing(pool, found));
                }
            }
        } else {
            for found in match_players(&seekers, now_ms.0) {
                pairings.extend(pairing(pool, found));
            }
        }
    }
    pairings
}

/// The players of waiting tables of four, the host first.
fn tables(
    hosts: impl Iterator<Item = Seeker<String>>,
    seated: &Seated,
) -> Vec<Vec<Seeker<String>>> {
    let table = |host: Seeker<String>| {
        let others = seated.get(&host.number)?;
        let mut players = vec![host];
        players.extend(others.iter().cloned());
        Some(players)
    };
    hosts.filter_map(table).collect()
}

/// The two seeks of a match, whose first number is the player who should move first.
fn pairing(pool: &[&WaitingSeek], [first, second]: [u64; 2]) -> Option<Pairing> {
    let seek = |number| pool.iter().find(|seek| seek.number() == number);
    let older = pool.iter().find(|seek| [first, second].contains(&seek.number()))?;
    let (older, younger) = if older.number() == first {
        (seek(first)?, seek(second)?)
    } else {
        (seek(second)?, seek(first)?)
    };
    let is_balanced = |seek: &WaitingSeek| {
        let moves_first = seek.seek.plan.seats.first() == Some(&SeatPlan::Host);
        moves_first == (seek.number() == first)
    };
    let matters = older.profile.first_surplus != younger.profile.first_surplus;
    Some(Pairing {
        stays: older.number(),
        goes: younger.number(),
        prefers_reverse: matters && !is_balanced(older) && is_balanced(younger),
    })
}

fn seeker(seek: &WaitingSeek) -> Seeker<String> {
    let seeker = seek.profile.seeker(seek.number(), seek.since_ms);
    Seeker { wanted: wanted(&seek.seek.plan), ..seeker }
}

/// Lowest and highest rating that a player wants; `None` for all.
fn wanted(plan: &TablePlan) -> Option<(u16, u16)> {
    let TablePlan { min_rating: min, max_rating: max, .. } = *plan;
    let rating = |rating: u32| u16::try_from(rating).unwrap_or(u16::MAX);
    let max_or_any = if max == 0 { u16::MAX } else { rating(max) };
    (min > 0 || max > 0).then(|| (rating(min), max_or_any))
}

#[cfg(test)]
mod tests;
