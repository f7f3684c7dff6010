use crate::{
    BREADTH_PEER, Change, Contest, Entrant, LadderEntry, Meeting, PlayerState, Rating, Settled,
    Tally,
    breadth::required_breadth,
    fair_play::{MAX_FREE_ABORTS, Meetings, pair_weight},
};
use std::{cmp::Ordering, collections::HashMap, sync::Arc};

/// Ratings of all players of one game at one speed.
///
/// The ratings are calculated from the contests in the order in which they ended; contests of the
/// same millisecond are ordered by id. Each contest is one step: every player meets every opponent
/// at once, with the ratings from before and the idle time until then.
///
/// Contests may arrive late, repeatedly, or with a correction. The ladder then undoes the later
/// steps, using the data stored with each, and repeats them.
///
/// ```
/// use rating::{Contest, Entrant, Ladder};
///
/// let game = |id: &str, ended_ms, points: [u16; 2]| {
///     let entrants = ["An", "Bo"].into_iter().zip([0, 1]).zip(points);
///     let entrants =
///         entrants.map(|((player, side), points)| Entrant { player: player.into(), side, points });
///     Contest::new(id, ended_ms, entrants.collect())
/// };
/// // The ladder is the same for any order of the results.
/// let (mut one, mut other) = (Ladder::default(), Ladder::default());
/// one.settle(game("a", 1_000, [2, 0])?);
/// one.settle(game("b", 2_000, [0, 2])?);
/// other.settle(game("b", 2_000, [0, 2])?);
/// other.settle(game("a", 1_000, [2, 0])?);
/// assert_eq!(one.ranking(3_000), other.ranking(3_000));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default, Debug)]
pub struct Ladder {
    /// All contests with their effects, in order.
    settled: Vec<Settled>,
    /// End of each contest, by game. Used to find its position.
    ended: HashMap<Arc<str>, u64>,
    players: HashMap<Arc<str>, LadderEntry>,
    meetings: Meetings,
    /// Number of consecutive early leaves, for players with at least one.
    aborts: HashMap<Arc<str>, u32>,
}

/// A player in a ranking.
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    /// The player, as in [`Entrant::player`](crate::Entrant::player).
    pub player: Arc<str>,
    /// Rating at the requested time, including idle time.
    pub rating: Rating,
    /// Number of rated games.
    pub games: u32,
    /// These games by result.
    pub tally: Tally,
    /// Whether the player is ranked: the rating is not provisional, and the player has met the
    /// [required number](crate::required_breadth) of different opponents.
    pub is_ranked: bool,
}

impl Place {
    /// Creates the place of a player at `now_ms` (Unix ms), on a ladder whose ranking requires this
    /// breadth.
    pub fn new(player: Arc<str>, entry: &LadderEntry, now_ms: u64, required_breadth: u32) -> Place {
        let rating = entry.at(now_ms);
        let is_ranked = !rating.is_provisional() && entry.breadth.opponents() >= required_breadth;
        Place { player, rating, games: entry.games, tally: entry.tally, is_ranked }
    }

    /// Order of a ranking: strongest first, unranked players last.
    pub fn cmp_strongest_first(&self, other: &Place) -> Ordering {
        other
            .is_ranked
            .cmp(&self.is_ranked)
            .then(other.rating.rating.total_cmp(&self.rating.rating))
            .then(other.games.cmp(&self.games))
            .then(self.player.cmp(&other.player))
    }
}

impl Ladder {
    /// Restores the end of a stored ladder, to continue from there.
    ///
    /// - `settled`: the last contests with their effects, in order.
    /// - `players`: the current state of all players in these contests or in later ones.
    /// - `meetings`: meetings of these players since [`PAIR_WINDOW_MS`](crate::PAIR_WINDOW_MS)
    ///   before the first of the contests.
    ///
    /// Contests before these must not be settled or struck afterwards.
    ///
    /// ```
    /// use rating::{Contest, Entrant, Ladder};
    ///
    /// let entrant = |player: &str, side, points| Entrant { player: player.into(), side, points };
    /// let game = |id, ended_ms| {
    ///     Contest::new(id, ended_ms, vec![entrant("An", 0, 2), entrant("Bo", 1, 0)])
    /// };
    /// let mut whole = Ladder::default();
    /// whole.settle(game("a", 1_000)?);
    /// whole.settle(game("b", 2_000)?);
    /// let players = ["An", "Bo"].map(|player| (player.into(), whole.state_of(player)));
    /// let meetings: Vec<_> =
    ///     whole.settled().iter().flat_map(|settled| settled.contest.meetings()).collect();
    /// let mut end = Ladder::resume(whole.settled()[1..].to_vec(), players, meetings);
    /// whole.settle(game("c", 1_500)?);
    /// end.settle(game("c", 1_500)?);
    /// assert_eq!(end.settled(), &whole.settled()[1..]);
    /// assert_eq!(end.state_of("An"), whole.state_of("An"));
    /// # Ok::<(), rating::NoContest>(())
    /// ```
    pub fn resume(
        settled: Vec<Settled>,
        players: impl IntoIterator<Item = (Arc<str>, PlayerState)>,
        meetings: impl IntoIterator<Item = Meeting>,
    ) -> Ladder {
        let mut ladder = Ladder::default();
        for (player, PlayerState { entry, aborts }) in players {
            ladder.set_aborts(&player, aborts);
            ladder.players.extend(entry.map(|entry| (player, entry)));
        }
        let mut meetings: Vec<Meeting> = meetings.into_iter().collect();
        meetings.sort_by_key(|meeting| meeting.at_ms);
        for Meeting { one, other, at_ms } in &meetings {
            ladder.meetings.add(one, other, *at_ms);
        }
        let ended = |Settled { contest, .. }: &Settled| (contest.game.clone(), contest.ended_ms);
        ladder.ended = settled.iter().map(ended).collect();
        ladder.settled = settled;
        ladder
    }

    /// Adds or replaces a contest. Its players' ratings, and those of their later opponents, are
    /// then as if it had arrived in time.
    pub fn settle(&mut self, contest: Contest) {
        self.revise([(contest.game.clone(), Some(contest))]);
    }

    /// Adds, replaces or removes (`None`) several games at once. The result is the same as one
    /// after the other, but later contests are calculated only once.
    pub fn revise(&mut self, games: impl IntoIterator<Item = (Arc<str>, Option<Contest>)>) {
        let games: HashMap<Arc<str>, Option<Contest>> = games.into_iter().collect();
        let index_of = |(game, contest): (&Arc<str>, &Option<Contest>)| {
            let known = self.ended.get(game).map(|&ended_ms| self.index_of(ended_ms, game));
            let new = contest.as_ref().map(|contest| self.index_of(contest.ended_ms, game));
            known.into_iter().chain(new).min()
        };
        let Some(first) = games.iter().filter_map(index_of).min() else { return };
        let mut contests = self.undo_from(first);
        contests.retain(|contest| !games.contains_key(&contest.game));
        contests.extend(games.into_values().flatten());
        contests.sort_by(|a, b| (a.ended_ms, &a.game).cmp(&(b.ended_ms, &b.game)));
        contests.into_iter().for_each(|contest| self.append(contest));
    }

    /// Removes a game, as if it had never been rated. Does nothing if the game is unknown.
    ///
    /// ```
    /// use rating::{Contest, Entrant, Ladder};
    ///
    /// let entrants = ["An", "Bo"].into_iter().zip([(0, 2), (1, 0)]);
    /// let entrants = entrants
    ///     .map(|(player, (side, points))| Entrant { player: player.into(), side, points })
    ///     .collect();
    /// let mut ladder = Ladder::default();
    /// ladder.settle(Contest::new("a game", 1_000, entrants)?);
    /// assert_eq!(ladder.entry_of("An").map(|entry| entry.games), Some(1));
    /// ladder.strike("a game");
    /// assert!(ladder.is_empty() && ladder.entry_of("An").is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn strike(&mut self, game: &str) {
        self.revise([(game.into(), None)]);
    }

    /// Rating of a player; `None` before the first game.
    pub fn entry_of(&self, player: &str) -> Option<LadderEntry> {
        self.players.get(player).copied()
    }

    /// State of a player, including early leaves.
    pub fn state_of(&self, player: &str) -> PlayerState {
        PlayerState {
            entry: self.entry_of(player),
            aborts: self.aborts.get(player).copied().unwrap_or_default(),
        }
    }

    /// All contests with their effects, in the order in which they ended.
    pub fn settled(&self) -> &[Settled] {
        &self.settled
    }

    /// All players, strongest first and unranked players last, with idle time until `now_ms` (Unix
    /// ms).
    pub fn ranking(&self, now_ms: u64) -> Vec<Place> {
        let required = self.required_breadth();
        let place = |(player, entry): (&Arc<str>, &LadderEntry)| {
            Place::new(player.clone(), entry, now_ms, required)
        };
        let mut places: Vec<Place> = self.players.iter().map(place).collect();
        places.sort_by(Place::cmp_strongest_first);
        places
    }

    /// Breadth required for a place in this ladder's ranking.
    fn required_breadth(&self) -> u32 {
        let breadths = self.players.values().map(|entry| entry.breadth.opponents());
        let mut breadths: Vec<u32> = breadths.collect();
        breadths.sort_unstable_by(|a, b| b.cmp(a));
        required_breadth(breadths.get(BREADTH_PEER as usize - 1).copied())
    }

    /// Rating changes of a game, in the order of its players; `None` if the game has none here.
    ///
    /// ```
    /// use rating::{Contest, Entrant, Ladder, Rating};
    ///
    /// let entrants = ["An", "Bo"].into_iter().zip([(0, 2), (1, 0)]);
    /// let entrants = entrants
    ///     .map(|(player, (side, points))| Entrant { player: player.into(), side, points })
    ///     .collect();
    /// let mut ladder = Ladder::default();
    /// ladder.settle(Contest::new("a game", 1_000, entrants)?);
    /// let changes = ladder.changes("a game").ok_or("not rated")?;
    /// assert_eq!(changes[0].before, Rating::START);
    /// assert!(changes[0].after.rating > 1500.0 && changes[1].after.rating < 1500.0);
    /// assert_eq!(ladder.changes("another game"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn changes(&self, game: &str) -> Option<&[Change]> {
        let ended_ms = *self.ended.get(game)?;
        let settled = self.settled.get(self.index_of(ended_ms, game))?;
        Some(&*settled.changes).filter(|changes| !changes.is_empty())
    }

    /// Number of contests.
    pub fn len(&self) -> usize {
        self.settled.len()
    }

    /// Whether there are no contests.
    pub fn is_empty(&self) -> bool {
        self.settled.is_empty()
    }

    /// Position of a game in the order of ending, whether or not it is present.
    fn index_of(&self, ended_ms: u64, game: &str) -> usize {
        self.settled.partition_point(|settled| {
            (settled.contest.ended_ms, &*settled.contest.game) < (ended_ms, game)
        })
    }

    /// Undoes all contests from a position on, last first, and returns them in order.
    fn undo_from(&mut self, index: usize) -> Vec<Contest> {
        let undone = self.settled.split_off(index);
        for Settled { contest, earlier, .. } in undone.iter().rev() {
            self.ended.remove(&contest.game);
            for (entrant, PlayerState { entry, aborts }) in contest.entrants.iter().zip(earlier) {
                match entry {
                    Some(entry) => self.players.insert(entrant.player.clone(), *entry),
                    None => self.players.remove(&entrant.player),
                };
                self.set_aborts(&entrant.player, *aborts);
            }
            for Meeting { one, other, .. } in contest.meetings() {
                self.meetings.remove_last(&one, &other);
            }
        }
        undone.into_iter().map(|settled| settled.contest).collect()
    }

    /// Appends a contest.
    fn append(&mut self, contest: Contest) {
        let earlier = |entrant: &Entrant| self.state_of(&entrant.player);
        let earlier: Vec<PlayerState> = contest.entrants.iter().map(earlier).collect();
        let before: Vec<Rating> = earlier
            .iter()
            .map(|PlayerState { entry, .. }| {
                entry.map_or(Rating::START, |entry| entry.at(contest.ended_ms))
            })
            .collect();
        let changes = if contest.is_short {
            self.rate_aborted(&contest, &earlier, &before)
        } else {
            self.rate_played(&contest, &earlier, &before)
        };
        self.ended.insert(contest.game.clone(), contest.ended_ms);
        self.settled.push(Settled { contest, earlier, changes });
    }

    /// Rates a contest in which every player meets every player of another side.
    fn rate_played(
        &mut self,
        contest: &Contest,
        earlier: &[PlayerState],
        before: &[Rating],
    ) -> Vec<Change> {
        let states = || {
            let breadths = earlier.iter().map(|state| state.entry.unwrap_or_default().breadth);
            contest.entrants.iter().zip(before).zip(breadths)
        };
        let mut changes = Vec::with_capacity(before.len());
        let mut breadths = Vec::with_capacity(before.len());
        for ((own, &rating), breadth) in states() {
            let others = || states().filter(|((other, _), _)| other.side != own.side);
            let results: Vec<_> = others()
                .map(|((other, &rating), _)| (rating, own.points.cmp(&other.points)))
                .collect();
            let weights = others().map(|((other, _), of_other)| {
                let recent_count =
                    self.meetings.recent_count(&own.player, &other.player, contest.ended_ms);
                pair_weight(recent_count) * breadth.weight_of(&own.player, &of_other, &other.player)
            });
            let weight = weights.sum::<f64>() / results.len().max(1) as f64;
            let after = rating.interpolate(rating.met(&results), weight);
            changes.push(Change { before: rating, after });
            let mut breadth = breadth;
            others().for_each(|((other, _), _)| breadth.add(&other.player, contest.ended_ms));
            breadths.push(breadth);
        }
        let entrants = contest.entrants.iter().zip(earlier);
        for ((entrant, earlier), (change, breadth)) in entrants.zip(changes.iter().zip(breadths)) {
            let LadderEntry { games, mut tally, .. } = earlier.entry.unwrap_or_default();
            let others = contest.entrants.iter().filter(|other| other.side != entrant.side);
            if let Some(most) = others.map(|other| other.points).max() {
                tally.add(entrant.points.cmp(&most));
            }
            let (games, rating, last_ms) = (games + 1, change.after, contest.ended_ms);
            let entry = LadderEntry { rating, games, tally, last_ms, breadth };
            self.players.insert(entrant.player.clone(), entry);
            self.set_aborts(&entrant.player, 0);
        }
        for Meeting { one, other, at_ms } in contest.meetings() {
            self.meetings.add(&one, &other, at_ms);
        }
        changes
    }

    /// Handles a game that was cut short. A player who left too often in a row loses rating; no
    /// player gains.
    fn rate_aborted(
        &mut self,
        contest: &Contest,
        earlier: &[PlayerState],
        before: &[Rating],
    ) -> Vec<Change> {
        let Some(leaver) = contest.leaver() else { return Vec::new() };
        let aborts = earlier[leaver].aborts + 1;
        let player = &contest.entrants[leaver].player;
        self.set_aborts(player, aborts);
        if aborts <= MAX_FREE_ABORTS {
            return Vec::new();
        }
        let mut changes: Vec<Change> =
            before.iter().map(|&rating| Change { before: rating, after: rating }).collect();
        let after = before[leaver].met(&[(before[1 - leaver], Ordering::Less)]);
        changes[leaver].after = after;
        let entry = earlier[leaver].entry.unwrap_or_default();
        let (games, last_ms) = (entry.games + 1, contest.ended_ms);
        let mut tally = entry.tally;
        tally.add(Ordering::Less);
        let entry = LadderEntry { rating: after, games, tally, last_ms, ..entry };
        self.players.insert(player.clone(), entry);
        changes
    }

    fn set_aborts(&mut self, player: &Arc<str>, aborts: u32) {
        match aborts {
            0 => self.aborts.remove(player),
            aborts => self.aborts.insert(player.clone(), aborts),
        };
    }
}
