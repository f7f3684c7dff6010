//! The public games in play, for the start page and for the page of games to watch.

use crate::{
    accounts::{Person, Visitor},
    limits::{
        LIVE_KEPT, LIVE_PER_ADDRESS, LIVE_PER_CREATOR, LIVE_SHOWN, LIVE_WATCHED,
        LIVE_WATCHED_PER_ADDRESS, SEEKS_PER_ADDRESS,
    },
    lobby::{Lobby, refresh_timer::RefreshTimer},
    net::networks,
    tables::Standing,
};
use ipnet::IpNet;
use protocol::{AccountId, GameId, LiveTable, UnixMs, WatchedGames, WatchedTable};
use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The tables that were in the list of seeks: their players sat down in public. A table that was
/// opened for an invitation is known only to those with its link. The plans of the tables tell which
/// are public, so the list is made anew after a restart.
#[derive(Default)]
pub(crate) struct Live(Mutex<LiveList>);

#[derive(Default)]
struct LiveList {
    /// The latest first. A table moves to the front when its game begins.
    tables: VecDeque<ListedTable>,
    shown: Arc<Shown>,
    refreshed: RefreshTimer,
}

/// The games as they stood at the last look.
#[derive(Default)]
struct Shown {
    /// Time of that look.
    at_ms: UnixMs,
    /// The latest games, for the start page.
    latest: Vec<LiveTable>,
    /// The strongest game of each variant, and the latest others.
    watched: Vec<WatchedTable>,
}

/// A table that may be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ListedTable {
    id: GameId,
    creator: Creator,
    has_begun: bool,
}

/// The person who opened a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Creator {
    /// `None` if it is not known.
    person: Option<Person>,
    /// The widest network; `None` for this machine, and if it is not known.
    network: Option<IpNet>,
}

impl Creator {
    pub(crate) fn of(visitor: &Visitor) -> Creator {
        Creator { person: Some(Person::of(visitor)), network: visitor.address.and_then(widest) }
    }
}

fn widest(address: IpAddr) -> Option<IpNet> {
    networks(address).last().map(|(net, _)| net)
}

impl Live {
    /// Adds a table whose host waits. It is shown when its game begins. A creator with too many
    /// waiting tables loses the oldest; in a full list the network with most tables does.
    pub(crate) fn add(&self, id: GameId, creator: Creator) {
        let mut list = self.lock();
        list.make_room(&creator);
        list.tables.push_front(ListedTable { id, creator, has_begun: false });
    }

    /// Adds games that began before this server started, or at another server, while there is room.
    fn adopt(&self, games: Vec<(GameId, Vec<AccountId>)>) {
        let mut list = self.lock();
        for (id, players) in games {
            let is_listed = list.tables.iter().any(|table| table.id == id);
            if !is_listed && list.tables.len() < LIVE_KEPT {
                let person = players.into_iter().next().map(Person::Account);
                let creator = Creator { person, network: None };
                list.tables.push_back(ListedTable { id, creator, has_begun: true });
            }
        }
    }

    fn shown(&self) -> Arc<Shown> {
        self.lock().shown.clone()
    }

    /// The tables, if they are to be queried.
    fn due(&self, now_ms: UnixMs) -> Option<Vec<ListedTable>> {
        let mut list = self.lock();
        list.refreshed.is_due(now_ms).then(|| list.tables.iter().cloned().collect())
    }

    /// Takes in what a look has found, and shows games within the shares of their creators. A game
    /// with nothing found does not run here; it is adopted again when it does.
    fn show(&self, found: Vec<(GameId, Option<Standing>)>, at_ms: UnixMs) -> Arc<Shown> {
        let mut list = self.lock();
        let mut now = HashMap::new();
        for (id, standing) in found.into_iter().rev() {
            let Some(place) = list.tables.iter().position(|table| table.id == id) else { continue };
            match standing {
                None if list.tables[place].has_begun => _ = list.tables.remove(place),
                None | Some(Standing::NotYet) => {}
                Some(Standing::Over) => _ = list.tables.remove(place),
                Some(Standing::Now(live)) => {
                    let is_new = !list.tables[place].has_begun;
                    if is_new && let Some(table) = list.tables.remove(place) {
                        list.tables.push_front(ListedTable { has_begun: true, ..table });
                    }
                    now.insert(id, *live);
                }
            }
        }
        let running: Vec<(&Creator, &WatchedTable)> = list
            .tables
            .iter()
            .filter_map(|table| Some((&table.creator, now.get(&table.id)?)))
            .collect();
        let latest = within_shares(running.iter().copied(), LIVE_SHOWN, LIVE_PER_ADDRESS);
        let mut strongest: BTreeMap<&str, (&Creator, &WatchedTable)> = BTreeMap::new();
        for &(creator, game) in &running {
            let best = strongest.entry(&game.live.variant).or_insert((creator, game));
            if game.live.strength() > best.1.live.strength() {
                *best = (creator, game);
            }
        }
        let is_strongest = |game: &WatchedTable| {
            strongest
                .get(&*game.live.variant)
                .is_some_and(|best| best.1.live.table == game.live.table)
        };
        let others = running.iter().copied().filter(|(_, game)| !is_strongest(game));
        let ordered = strongest.values().copied().chain(others);
        let watched = within_shares(ordered, LIVE_WATCHED, LIVE_WATCHED_PER_ADDRESS);
        let latest = latest.into_iter().map(|game| game.live.clone()).collect();
        let watched = watched.into_iter().cloned().collect();
        let shown = Arc::new(Shown { at_ms, latest, watched });
        list.shown = shown.clone();
        shown
    }

    fn lock(&self) -> MutexGuard<'_, LiveList> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Creator {
    /// Whether one more game may be shown beside those of these creators.
    fn has_share(&self, shown: &[&Creator], per_address: usize) -> bool {
        let is_same = |other: &&&Creator| self.person.is_some() && other.person == self.person;
        let same = shown.iter().filter(is_same).count();
        let near = shown.iter().filter(|other| other.network == self.network).count();
        same < LIVE_PER_CREATOR && near < per_address
    }
}

/// The first games, at most `most`, of which no creator has more than a share.
fn within_shares<'a>(
    games: impl Iterator<Item = (&'a Creator, &'a WatchedTable)>,
    most: usize,
    per_address: usize,
) -> Vec<&'a WatchedTable> {
    let mut creators: Vec<&Creator> = Vec::new();
    let mut shown = Vec::new();
    for (creator, game) in games {
        if shown.len() < most && creator.has_share(&creators, per_address) {
            creators.push(creator);
            shown.push(game);
        }
    }
    shown
}

impl LiveList {
    fn make_room(&mut self, creator: &Creator) {
        let waits = |table: &&ListedTable| !table.has_begun && table.creator == *creator;
        if self.tables.iter().filter(waits).count() >= SEEKS_PER_ADDRESS {
            let oldest = self.tables.iter().rposition(|table| waits(&table));
            oldest.and_then(|place| self.tables.remove(place));
        }
        if self.tables.len() >= LIVE_KEPT {
            let mut counts: HashMap<Option<IpNet>, usize> = HashMap::new();
            for table in &self.tables {
                *counts.entry(table.creator.network).or_default() += 1;
            }
            let most = counts.values().max().copied();
            let crowd = |table: &ListedTable| counts.get(&table.creator.network).copied() == most;
            let waiting = self.tables.iter().rposition(|table| crowd(table) && !table.has_begun);
            let place = waiting.or_else(|| self.tables.iter().rposition(crowd));
            place.and_then(|place| self.tables.remove(place));
        }
    }
}

impl Lobby {
    /// The latest public games that go on, the one that began last first.
    pub(crate) async fn live(&self) -> Vec<LiveTable> {
        self.look().await.latest.clone()
    }

    /// The public games that go on, the strongest of each variant first.
    pub(crate) async fn watched(&self) -> WatchedGames {
        let shown = self.look().await;
        let age_ms = self.tables.app.now_ms().since(shown.at_ms);
        WatchedGames { age_ms, games: shown.watched.clone() }
    }

    /// Asks the tables at most once a second, and starts no actor for it.
    async fn look(&self) -> Arc<Shown> {
        let now_ms = self.tables.app.now_ms();
        let Some(tables) = self.live.due(now_ms) else {
            return self.live.shown();
        };
        let standings = self.accounts.standings();
        let mut found = Vec::new();
        for ListedTable { id, .. } in tables {
            let standing = match self.tables.running(&id) {
                // The players' presence is hidden.
                Some(handle) if handle.accounts().iter().any(|id| standings.is_hidden(id)) => {
                    Some(Standing::NotYet)
                }
                Some(handle) => Some(handle.live().await.unwrap_or(Standing::NotYet)),
                None => None,
            };
            found.push((id, standing));
        }
        self.live.adopt(self.tables.public_games());
        self.live.show(found, now_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{accounts::Member, limits::REFRESH_MS};
    use protocol::{LiveTable, SeatState, Strength};

    fn creator(address: u8, account: Option<&str>) -> Creator {
        let account = account.map(|id| Member { id: id.into(), name: id.into() });
        Creator::of(&Visitor { address: Some([192, 0, 2, address].into()), account })
    }

    fn standing(id: &GameId) -> (GameId, Option<Standing>) {
        let live = LiveTable {
            table: id.to_owned(),
            variant: "xiangqi".into(),
            seats: Vec::new(),
            position: String::new(),
            last: None,
            plies: 0,
            on_move: Some(0),
        };
        let watched =
            WatchedTable { live, clock: String::new(), rated: false, clocks: None, spectators: 0 };
        (id.to_owned(), Some(Standing::Now(Box::new(watched))))
    }

    fn ids(shown: &Shown) -> Vec<&str> {
        shown.latest.iter().map(|live| &*live.table).collect()
    }

    #[test]
    fn each_creator_has_a_share() {
        let live = Live::default();
        live.add("a".into(), creator(1, None));
        live.add("b".into(), creator(2, Some("ada")));
        for n in 0..30 {
            live.add(format!("flood {n}").into(), creator(9, None));
        }
        for n in 0..30 {
            live.add(format!("accounts {n}").into(), creator(8, Some(&format!("account {n}"))));
        }
        let asked = live.due(UnixMs(5_000)).expect("the first look");
        let shown = live.show(asked.iter().map(|table| standing(&table.id)).collect(), UnixMs(0));
        let watched = shown.watched.iter().filter(|game| game.live.table.starts_with("accounts"));
        assert_eq!(watched.count(), LIVE_WATCHED_PER_ADDRESS);
        let shown = ids(&shown);
        let of = |word: &str| shown.iter().filter(|id| id.starts_with(word)).count();
        assert_eq!((of("flood"), of("accounts")), (LIVE_PER_CREATOR, LIVE_PER_ADDRESS));
        assert!(shown.contains(&"a") && shown.contains(&"b"), "{shown:?}");
    }

    /// A game moves to the front when it begins, and waiting tables displace no game.
    #[test]
    fn a_table_is_listed_when_its_game_begins() {
        let live = Live::default();
        for n in 1..=6 {
            live.add(n.to_string().into(), creator(n, None));
        }
        let shown = live.show(vec![standing(&"2".into()), standing(&"5".into())], UnixMs(0));
        assert_eq!(ids(&shown), ["2", "5"]);
        let shown = live.show(
            vec![standing(&"2".into()), standing(&"5".into()), standing(&"1".into())],
            UnixMs(0),
        );
        assert_eq!(ids(&shown), ["1", "2", "5"]);
        let over = ("2".into(), Some(Standing::Over));
        assert_eq!(
            ids(&live.show(vec![standing(&"1".into()), over, standing(&"5".into())], UnixMs(0))),
            ["1", "5"]
        );
        for network in 10..200 {
            for n in 0..5 {
                live.add(format!("{network} {n}").into(), creator(network, None));
            }
        }
        let asked = live.due(UnixMs(5_000)).expect("the first look");
        assert_eq!(asked.len(), LIVE_KEPT);
        assert!(live.due(UnixMs(5_000 + REFRESH_MS - 1)).is_none());
        assert!(live.due(UnixMs(5_000 + REFRESH_MS)).is_some(), "a second has gone by");
        assert!(["1", "5"].iter().all(|id| asked.iter().any(|table| table.id == *id)));
    }

    /// Games that began before the server started are shown behind the others, each once, and do
    /// not displace them.
    #[test]
    fn games_of_an_earlier_life_are_adopted() {
        let live = Live::default();
        live.add("new".into(), creator(1, None));
        let game = |n: u32| (GameId::from(format!("old {n}")), Vec::new());
        for _ in 0..2 {
            live.adopt((0..3).map(game).collect());
        }
        let asked = live.due(UnixMs(5_000)).expect("the first look");
        assert_eq!(asked.len(), 4);
        let shown = live.show(asked.iter().map(|table| standing(&table.id)).collect(), UnixMs(0));
        assert_eq!(ids(&shown), ["new", "old 0", "old 1", "old 2"]);
        live.adopt((0..2 * LIVE_KEPT as u32).map(game).collect());
        let asked = live.due(UnixMs(10_000)).expect("a later look");
        assert!(asked.len() == LIVE_KEPT && asked.iter().any(|table| table.id == "new"));
    }

    /// A game that does not run here any more leaves the list; a table whose host waits stays.
    #[test]
    fn unloaded_games_make_room() {
        let live = Live::default();
        let game = |n: u32| (GameId::from(format!("game {n}")), Vec::new());
        live.adopt((0..LIVE_KEPT as u32).map(game).collect());
        live.add("waits".into(), creator(1, None));
        let asked = live.due(UnixMs(5_000)).expect("the first look");
        live.show(asked.into_iter().map(|table| (table.id, None)).collect(), UnixMs(0));
        live.adopt(vec![game(0), game(1_000)]);
        let asked = live.due(UnixMs(10_000)).expect("a later look");
        let listed: Vec<&str> = asked.iter().map(|table| &*table.id).collect();
        assert_eq!(listed, ["waits", "game 0", "game 1000"]);
    }

    /// However many games began later, the strongest of each variant is shown first.
    #[test]
    fn the_strongest_game_of_each_variant_is_watched() {
        let live = Live::default();
        let game = |id: u32, variant: &str, rating: Option<(i32, bool)>| {
            let (id, standing) = standing(&id.to_string().into());
            let Some(Standing::Now(mut game)) = standing else { unreachable!() };
            game.live.variant = variant.into();
            let mut seat = SeatState::person('w', "An");
            seat.strength =
                rating.map(|(rating, provisional)| Strength { rating, deviation: 50, provisional });
            game.live.seats.push(seat);
            (id, Some(Standing::Now(game)))
        };
        let mut found = vec![
            game(0, "xiangqi", Some((1_700, false))),
            game(1, "xiangqi", Some((1_900, true))),
            game(2, "banqi", None),
            game(3, "xiangqi", Some((1_600, false))),
        ];
        found.extend((4..100).map(|id| game(id, "xiangqi", None)));
        for id in 0..100_u32 {
            live.add(id.to_string().into(), creator(id as u8, Some(&id.to_string())));
        }
        found.reverse();
        let shown = live.show(found, UnixMs(0));
        let order: Vec<&str> = shown.watched.iter().map(|game| &*game.live.table).collect();
        assert_eq!(order.len(), LIVE_WATCHED);
        assert_eq!(order[..2], ["2", "0"]);
        assert_eq!(shown.latest.len(), LIVE_SHOWN);
    }
}
