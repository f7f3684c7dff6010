use crate::Seeker;

/// Waiting time of the first player after which computers take the free seats of a table of four,
/// in milliseconds.
pub const COMPUTERS_AFTER_MS: u64 = 40_000;

/// A table to open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// Numbers of the seekers, in the order of the seats. A table of two has the player who moves
    /// first in front.
    pub seats: Vec<u64>,
    /// Number of seats for computers, behind those of the seekers.
    pub computers: usize,
}

/// Matches the seekers of one pool. `seats` is the number of players at a table, 2 or 4.
///
/// Each seeker is in at most one match. Seekers without a match keep waiting.
pub fn match_players<P: PartialEq>(seekers: &[Seeker<P>], seats: usize, now_ms: u64) -> Vec<Match> {
    let mut waiting: Vec<&Seeker<P>> = seekers.iter().collect();
    waiting.sort_by_key(|seeker| (seeker.since_ms, seeker.number));
    let mut matches = Vec::new();
    let mut next = 0;
    while next < waiting.len() {
        let group = best_group(&waiting, next, seats, now_ms);
        let is_full = group.len() == seats;
        let may_use_computers = seats > 2 && waiting[next].waited_ms(now_ms) >= COMPUTERS_AFTER_MS;
        if is_full || may_use_computers {
            let numbers: Vec<u64> = group.iter().map(|seeker| seeker.number).collect();
            matches.push(Match { computers: seats - group.len(), seats: seated(group) });
            waiting.retain(|seeker| !numbers.contains(&seeker.number));
        } else {
            next += 1;
        }
    }
    matches
}

/// The seeker at `first` and the closest players who accept it and each other, at most `seats`.
fn best_group<'a, P: PartialEq>(
    waiting: &[&'a Seeker<P>],
    first: usize,
    seats: usize,
    now_ms: u64,
) -> Vec<&'a Seeker<P>> {
    let chooser = waiting[first];
    let others_wait = waiting.len() > 2;
    let fits =
        |a: &Seeker<P>, b: &Seeker<P>| a.accepts(b, now_ms) && !(others_wait && a.has_met_twice(b));
    let mut candidates: Vec<&Seeker<P>> =
        waiting.iter().copied().filter(|other| fits(chooser, other)).collect();
    // The sort is stable: of two equal candidates the one who waits longer comes first.
    candidates.sort_by_key(|other| chooser.cost(other));
    let mut group = vec![chooser];
    for candidate in candidates {
        if group.len() < seats && group.iter().all(|member| fits(member, candidate)) {
            group.push(candidate);
        }
    }
    group
}

/// Numbers of the players in the order of their seats.
///
/// At a table of two, the player who moved second more often moves first; of two equal players the
/// one who waited longer. At a table of four, seats 0 and 2 are partners, and so are 1 and 3: the
/// strongest player gets the weakest as partner.
fn seated<P: PartialEq>(mut group: Vec<&Seeker<P>>) -> Vec<u64> {
    if group.len() == 2 {
        group.sort_by_key(|seeker| seeker.first_surplus);
    } else {
        group.sort_by_key(|seeker| core::cmp::Reverse(seeker.rating));
        if group.len() == 4 {
            group.swap(2, 3);
        }
    }
    group.into_iter().map(|seeker| seeker.number).collect()
}
