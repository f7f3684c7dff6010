use crate::Seeker;

/// Matches the seekers of one pool of games for two. Each pair of numbers begins with the player who
/// should move first.
///
/// Each seeker is in at most one pair. Seekers without an opponent keep waiting.
pub fn match_players<P: PartialEq>(seekers: &[Seeker<P>], now_ms: u64) -> Vec<[u64; 2]> {
    let mut waiting: Vec<&Seeker<P>> = seekers.iter().collect();
    waiting.sort_by_key(|seeker| (seeker.since_ms, seeker.number));
    let mut matches = Vec::new();
    let mut next = 0;
    while next < waiting.len() {
        let chooser = waiting[next];
        let others = waiting.iter().copied().filter(|other| other.number != chooser.number);
        match partner_of(chooser, others, now_ms) {
            Some(partner) => {
                let pair = [chooser.number, partner.number];
                matches.push(in_order(chooser, partner));
                waiting.retain(|seeker| !pair.contains(&seeker.number));
            }
            None => next += 1,
        }
    }
    matches
}

/// The opponent that one seeker takes: of the others in the pool, the closest who accepts it. Of
/// equally close ones it is the first.
pub fn partner_of<'a, P: PartialEq + 'a>(
    chooser: &Seeker<P>,
    others: impl Iterator<Item = &'a Seeker<P>>,
    now_ms: u64,
) -> Option<&'a Seeker<P>> {
    let others: Vec<&'a Seeker<P>> = others.collect();
    let others_wait = others.len() > 1;
    let is_third = |other: &Seeker<P>| others_wait && chooser.has_met_twice(other);
    let fitting =
        others.into_iter().filter(|other| chooser.accepts(other, now_ms) && !is_third(other));
    fitting.min_by_key(|other| chooser.cost(other))
}

/// Numbers of two players, of whom the one who moved second more often moves first. Of two equal
/// players it is the chooser.
fn in_order<P: PartialEq>(chooser: &Seeker<P>, partner: &Seeker<P>) -> [u64; 2] {
    if partner.first_surplus < chooser.first_surplus {
        [partner.number, chooser.number]
    } else {
        [chooser.number, partner.number]
    }
}
