//! Which waiting players play each other: the rule of quick pairing, applied to seeks.

use crate::lobby::{challenges::is_correspondence, profile::Profile, seeks::WaitingSeek};
use matchmaking::{Seeker, match_players};
use protocol::{SeatPlan, TablePlan, UnixMs};
use std::{
    borrow::Borrow,
    collections::{BTreeMap, HashSet},
};

/// Number of the newcomer among the seekers. No seek in the list has it.
const NEWCOMER: u64 = u64::MAX;

/// Two seeks to join: the host of one takes a seat at the table of the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pairing {
    /// Number of the older seek.
    pub(super) older: u64,
    /// Number of the younger seek.
    pub(super) younger: u64,
    /// Whether the sides are better balanced at the younger seek's table.
    pub(super) prefers_younger: bool,
}

/// The seek whose table a newcomer joins. The seeks are in order of arrival.
pub(super) fn partner(
    waiting: &[WaitingSeek],
    plan: &TablePlan,
    newcomer: &Profile,
    now_ms: UnixMs,
) -> Option<u64> {
    let newcomer = newcomer.seeker(NEWCOMER, now_ms);
    let newcomer = Seeker { wanted: wanted(plan), ..newcomer };
    let mut pool = waiting.iter().filter(|seek| seek.suits(plan)).map(seeker);
    if plan.seats.len() == 2 && is_correspondence(plan) {
        // Hosts who are away do not take each other; the newcomer chooses.
        let accepted = pool.filter(|host| accept(host, &newcomer, now_ms));
        return nearest(accepted, &newcomer).map(|host| host.number);
    }
    if plan.seats.len() == 2 {
        let seekers: Vec<_> = pool.chain([newcomer]).collect();
        let matches = match_players(&seekers, 2, now_ms.0);
        let own = matches.into_iter().find(|found| found.seats.contains(&NEWCOMER))?;
        return own.seats.into_iter().find(|&number| number != NEWCOMER);
    }
    // A table for more players fills one by one.
    pool.find(|host| accept(host, &newcomer, now_ms)).map(|host| host.number)
}

/// The seeks that fit each other now, without `refused` pairs of seeks by number. The seeks are in
/// order of arrival. Each is in at most one pairing of a table for two. By correspondence only a host
/// who is here takes a place, so that two who are away do not keep each other from all others.
pub(super) fn pairings(
    waiting: &[WaitingSeek],
    refused: &[(u64, u64)],
    is_here: impl Fn(&WaitingSeek) -> bool,
    now_ms: UnixMs,
) -> Vec<Pairing> {
    let mut pools: BTreeMap<_, Vec<&WaitingSeek>> = BTreeMap::new();
    for seek in waiting {
        pools.entry(seek.seek.plan.terms()).or_default().push(seek);
    }
    let mut pairings = Vec::new();
    for pool in pools.values() {
        let mut seekers: Vec<_> = pool.iter().map(|seek| seeker(seek)).collect();
        for &(one, other) in refused {
            let other = seekers.iter().find(|seeker| seeker.number == other);
            let other = other.map(|seeker| seeker.player.clone());
            if let Some(one) = seekers.iter_mut().find(|seeker| seeker.number == one) {
                one.blocked.extend(other);
            }
        }
        let plan = &pool[0].seek.plan;
        if plan.seats.len() == 2 && is_correspondence(plan) {
            let mut taken = HashSet::new();
            for (host, _) in seekers.iter().zip(pool).filter(|(_, seek)| is_here(seek)) {
                if taken.contains(&host.number) {
                    continue;
                }
                let is_free = |other: &&Seeker<String>| {
                    other.number != host.number
                        && !taken.contains(&other.number)
                        && accept(host, other, now_ms)
                };
                let Some(other) = nearest(seekers.iter().filter(is_free), host) else { continue };
                taken.extend([host.number, other.number]);
                for found in match_players(&[host.clone(), other.clone()], 2, now_ms.0) {
                    pairings.extend(pairing(pool, &found.seats));
                }
            }
            continue;
        }
        if plan.seats.len() == 2 {
            for found in match_players(&seekers, 2, now_ms.0) {
                pairings.extend(pairing(pool, &found.seats));
            }
            continue;
        }
        for (place, host) in seekers.iter().enumerate() {
            let later = seekers[place + 1..].iter().find(|later| accept(host, later, now_ms));
            if let Some(later) = later {
                let (older, younger) = (host.number, later.number);
                pairings.push(Pairing { older, younger, prefers_younger: false });
                break;
            }
        }
    }
    pairings
}

/// The two seeks of a match, whose first number is the player who should move first.
fn pairing(pool: &[&WaitingSeek], seats: &[u64]) -> Option<Pairing> {
    let [first, second] = seats else { return None };
    let seek = |number| pool.iter().find(|seek| seek.number() == number);
    let older = pool.iter().find(|seek| seats.contains(&seek.number()))?;
    let (older, younger) = if older.number() == *first {
        (seek(*first)?, seek(*second)?)
    } else {
        (seek(*second)?, seek(*first)?)
    };
    let is_balanced = |seek: &WaitingSeek| {
        let moves_first = seek.seek.plan.seats.first() == Some(&SeatPlan::Host);
        moves_first == (seek.number() == *first)
    };
    let matters = older.profile.first_surplus != younger.profile.first_surplus;
    Some(Pairing {
        older: older.number(),
        younger: younger.number(),
        prefers_younger: matters && !is_balanced(older) && is_balanced(younger),
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

/// The player whose rating is nearest to another player's; of several, the first.
fn nearest<S: Borrow<Seeker<String>>>(
    seekers: impl Iterator<Item = S>,
    to: &Seeker<String>,
) -> Option<S> {
    seekers.min_by_key(|seeker| seeker.borrow().rating.abs_diff(to.rating))
}

/// Whether two players accept each other.
fn accept(one: &Seeker<String>, other: &Seeker<String>, now_ms: UnixMs) -> bool {
    !match_players(&[one.clone(), other.clone()], 2, now_ms.0).is_empty()
}

#[cfg(test)]
mod tests;
