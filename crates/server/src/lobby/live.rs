//! The public games in play, for the start page and for the page of games to watch.
//!
//! Servers that share a store publish the public games that run there, as they publish the accounts
//! that are online. Each server shows its own games and those of the others.

use crate::{
    limits::{
        FEED_EVERY, LIVE_KEPT, LIVE_PER_ADDRESS, LIVE_PER_CREATOR, LIVE_SHARED_EVERY, LIVE_SHOWN,
        LIVE_WATCHED, LIVE_WATCHED_PER_ADDRESS, PRESENCE_MS, REFRESH_EVERY, SEEKS_PER_ADDRESS,
        UNHINTED_FEED_EVERY,
    },
    lobby::{
        Lobby,
        creator::Creator,
        refresh_timer::RefreshTimer,
        shared_games::{SharedGame, SharedGames},
    },
    tables::Standing,
};
use protocol::{AccountId, GameId, LiveTable, UnixMs, WatchedGames, WatchedTable};
use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Duration,
};

/// The tables that were in the list of seeks, and those of rated challenges: their players sat down
/// in public. A table that was opened for an invitation or a casual challenge is known only to those
/// with its link. The plans of the tables tell which are public, so the list is made anew after a
/// restart.
#[derive(Default)]
pub(crate) struct Live {
    list: Mutex<LiveList>,
    /// Whether another server has announced other games since they were read.
    is_hinted: AtomicBool,
}

#[derive(Default)]
struct LiveList {
    /// The latest first. A table moves to the front when its game begins.
    tables: VecDeque<ListedTable>,
    /// The games that ran here at the last look.
    own: SharedGames,
    /// The games at the other servers.
    elsewhere: Vec<SharedGames>,
    /// Time at which they were read.
    read_ms: Option<UnixMs>,
    shown: Arc<Shown>,
    /// Whether games were read since `shown` was made.
    is_stale: bool,
    refreshed: RefreshTimer,
}

/// The games as they stood at the last look.
#[derive(Default)]
pub(super) struct Shown {
    /// Time of that look.
    at_ms: UnixMs,
    /// The latest games, for the start page.
    latest: Vec<LiveTable>,
    /// The strongest game of each variant, and the latest others.
    watched: Vec<WatchedTable>,
    /// The tables of all public games by the names of their players.
    pub(super) players: BTreeMap<String, GameId>,
}

/// A table that may be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ListedTable {
    id: GameId,
    creator: Creator,
    /// Time at which a look found the game running; 0 if it began before, `None` while the host
    /// waits.
    begun_ms: Option<UnixMs>,
}

impl Live {
    /// Adds a table whose host waits. It is shown when its game begins. A creator with too many
    /// waiting tables loses the oldest; in a full list the network with most tables does.
    pub(super) fn add(&self, id: GameId, creator: Creator) {
        let mut list = self.lock();
        list.make_room(&creator);
        list.tables.push_front(ListedTable { id, creator, begun_ms: None });
    }

    /// Adds games that run here and are not listed: they began before this server started, or their
    /// seek was at another server. In a full list they take the places of tables that wait.
    fn adopt(&self, games: Vec<(GameId, Vec<AccountId>)>) {
        let mut list = self.lock();
        for (id, players) in games {
            if list.tables.iter().any(|table| table.id == id) {
                continue;
            }
            if list.tables.len() >= LIVE_KEPT {
                // The oldest table that waits makes room: its host may be gone.
                let waiting = list.tables.iter().rposition(|table| table.begun_ms.is_none());
                let Some(place) = waiting else { break };
                list.tables.remove(place);
            }
            let (creator, begun_ms) = (Creator::among(players), Some(UnixMs::default()));
            list.tables.push_back(ListedTable { id, creator, begun_ms });
        }
    }

    /// The tables, if they are to be queried.
    fn due(&self, now_ms: UnixMs) -> Option<Vec<ListedTable>> {
        let mut list = self.lock();
        list.refreshed.is_due(now_ms).then(|| list.tables.iter().cloned().collect())
    }

    /// Whether the games at the other servers are to be read: after a hint, and otherwise at an
    /// interval.
    fn is_reading_due(&self, now_ms: UnixMs, every: Duration) -> bool {
        let mut list = self.lock();
        let every = if self.is_hinted.load(Relaxed) { FEED_EVERY } else { every };
        let is_due = list.read_ms.is_none_or(|read_ms| {
            now_ms.since(read_ms) >= every.as_millis() as u64 || now_ms < read_ms
        });
        if is_due {
            list.read_ms = Some(now_ms);
            self.is_hinted.store(false, Relaxed);
        }
        is_due
    }

    /// Has the games at the other servers read soon.
    pub(super) fn mark_stale(&self) {
        self.is_hinted.store(true, Relaxed);
    }

    fn set_elsewhere(&self, elsewhere: Vec<SharedGames>) {
        let mut list = self.lock();
        (list.elsewhere, list.is_stale) = (elsewhere, true);
    }

    /// Takes in what a look has found. A game with nothing found does not run here; it is adopted
    /// again when it does. `hidden` lists the tables of players whose presence is hidden.
    fn note(&self, found: Vec<(GameId, Option<Standing>)>, hidden: Vec<GameId>, at_ms: UnixMs) {
        let mut list = self.lock();
        let mut now = HashMap::new();
        for (id, standing) in found.into_iter().rev() {
            let Some(place) = list.tables.iter().position(|table| table.id == id) else { continue };
            match standing {
                None if list.tables[place].begun_ms.is_some() => _ = list.tables.remove(place),
                None | Some(Standing::NotYet) => {}
                Some(Standing::Over) => _ = list.tables.remove(place),
                Some(Standing::Now(live)) => {
                    let is_new = list.tables[place].begun_ms.is_none();
                    if is_new && let Some(table) = list.tables.remove(place) {
                        list.tables.push_front(ListedTable { begun_ms: Some(at_ms), ..table });
                    }
                    now.insert(id, *live);
                }
            }
        }
        let running = |table: &ListedTable| {
            let (watched, creator) = (now.remove(&table.id)?, table.creator.clone());
            Some(SharedGame { watched, creator, begun_ms: table.begun_ms? })
        };
        let games = list.tables.iter().filter_map(running).collect();
        (list.own, list.is_stale) = (SharedGames::new(at_ms, games, hidden), true);
    }

    /// The games of all servers within the shares of their creators.
    fn show(&self, now_ms: UnixMs) -> Arc<Shown> {
        let mut list = self.lock();
        if !list.is_stale {
            return list.shown.clone();
        }
        let all = list.own.merged(&list.elsewhere, now_ms);
        let Chosen { latest, watched } = chosen(&all.games);
        let shown = Arc::new(Shown {
            at_ms: now_ms,
            latest: latest.into_iter().map(|game| game.watched.live.clone()).collect(),
            watched: watched.into_iter().map(|game| game.watched.clone()).collect(),
            players: all.players,
        });
        (list.shown, list.is_stale) = (shown.clone(), false);
        shown
    }

    /// The games that run here and that the other servers may show.
    fn shared(&self) -> SharedGames {
        let list = self.lock();
        let Chosen { latest, watched } = chosen(&list.own.games);
        let tables = latest.into_iter().chain(watched).map(|it| it.watched.live.table.clone());
        list.own.shared(&tables.collect::<Vec<_>>())
    }

    fn lock(&self) -> MutexGuard<'_, LiveList> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The games of the lists.
struct Chosen<'a> {
    latest: Vec<&'a SharedGame>,
    watched: Vec<&'a SharedGame>,
}

/// Chooses from games, of which the one that began last is first.
fn chosen(games: &[SharedGame]) -> Chosen<'_> {
    let mut strongest: BTreeMap<&str, &SharedGame> = BTreeMap::new();
    for game in games {
        let live = &game.watched.live;
        let best = strongest.entry(&live.variant).or_insert(game);
        if live.strength() > best.watched.live.strength() {
            *best = game;
        }
    }
    let is_strongest = |game: &SharedGame| {
        let live = &game.watched.live;
        strongest.get(&*live.variant).is_some_and(|best| best.watched.live.table == live.table)
    };
    let others = games.iter().filter(|game| !is_strongest(game));
    let ordered: Vec<&SharedGame> = strongest.values().copied().chain(others).collect();
    Chosen {
        latest: within_shares(&games.iter().collect::<Vec<_>>(), LIVE_SHOWN, LIVE_PER_ADDRESS),
        watched: within_shares(&ordered, LIVE_WATCHED, LIVE_WATCHED_PER_ADDRESS),
    }
}

/// The first games, at most `most`, of which no creator has more than a share. Places that are left
/// go to other games of the same addresses: a club whose members share one fills the lists.
fn within_shares<'a>(
    games: &[&'a SharedGame],
    most: usize,
    per_address: usize,
) -> Vec<&'a SharedGame> {
    let mut places: Vec<usize> = Vec::new();
    for per_address in [per_address, usize::MAX] {
        for (place, game) in games.iter().enumerate() {
            let others = || places.iter().map(|&place| &games[place].creator);
            let same = others().filter(|other| other.is_same_person(&game.creator)).count();
            let near = others().filter(|other| other.network == game.creator.network).count();
            let is_free = places.len() < most && !places.contains(&place);
            if is_free && same < LIVE_PER_CREATOR && near < per_address {
                places.push(place);
            }
        }
    }
    places.sort_unstable();
    places.into_iter().map(|place| games[place]).collect()
}

impl LiveList {
    fn make_room(&mut self, creator: &Creator) {
        let waits = |table: &&ListedTable| table.begun_ms.is_none() && table.creator == *creator;
        if self.tables.iter().filter(waits).count() >= SEEKS_PER_ADDRESS {
            let oldest = self.tables.iter().rposition(|table| waits(&table));
            oldest.and_then(|place| self.tables.remove(place));
        }
        if self.tables.len() >= LIVE_KEPT {
            let mut counts: HashMap<Option<String>, usize> = HashMap::new();
            for table in &self.tables {
                *counts.entry(table.creator.network.clone()).or_default() += 1;
            }
            let most = counts.values().max().copied();
            let crowd = |table: &ListedTable| counts.get(&table.creator.network).copied() == most;
            let is_waiting = |table: &ListedTable| crowd(table) && table.begun_ms.is_none();
            let waiting = self.tables.iter().rposition(is_waiting);
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

    /// The public games at this server and at the others.
    pub(super) async fn look(&self) -> Arc<Shown> {
        let now_ms = self.tables.app.now_ms();
        self.read_elsewhere(now_ms).await;
        self.look_here(now_ms).await;
        self.live.show(now_ms)
    }

    /// Asks the tables at most once a second, and starts no actor for it.
    async fn look_here(&self, now_ms: UnixMs) {
        let Some(tables) = self.live.due(now_ms) else { return };
        let standings = self.accounts.standings();
        let (mut found, mut hidden) = (Vec::new(), Vec::new());
        for ListedTable { id, .. } in tables {
            let standing = match self.tables.running(&id) {
                // The players' presence is hidden.
                Some(handle) if handle.accounts().iter().any(|id| standings.is_hidden(id)) => {
                    hidden.push(id.clone());
                    Some(Standing::NotYet)
                }
                Some(handle) => Some(handle.live().await.unwrap_or(Standing::NotYet)),
                None => None,
            };
            found.push((id, standing));
        }
        self.live.adopt(self.tables.public_games());
        self.live.note(found, hidden, now_ms);
    }

    /// Reads the games at the other servers, if that is due. While the store is away, the known ones
    /// stay.
    async fn read_elsewhere(&self, now_ms: UnixMs) {
        let app = &self.tables.app;
        let Some(nodes) = app.store.cluster() else { return };
        let are_heard = app.config.hints.as_ref().is_some_and(|hints| hints.are_heard());
        let every = if are_heard { REFRESH_EVERY } else { UNHINTED_FEED_EVERY };
        if !self.live.is_reading_due(now_ms, every) {
            return;
        }
        match nodes.present_elsewhere(&app.node, vec![LIVE.into()], now_ms).await {
            Ok(rows) => {
                let texts: String = rows.into_iter().map(|(_, text)| text).collect();
                self.live.set_elsewhere(SharedGames::read(&texts));
            }
            Err(error) => {
                tracing::debug!(%error, "failed to read the public games of other servers");
            }
        }
    }

    /// Publishes the public games that run here for the other servers, forever. A game's moves are
    /// published at most once a second.
    pub(crate) async fn share_live(self: Arc<Lobby>) {
        let app = self.tables.app.clone();
        let mut ticks = tokio::time::interval(LIVE_SHARED_EVERY);
        let mut sent: Option<SharedGames> = None;
        loop {
            ticks.tick().await;
            let Some(nodes) = app.store.cluster() else { return };
            let now_ms = app.now_ms();
            self.look_here(now_ms).await;
            let shared = self.live.shared();
            let is_news = match &sent {
                None => !shared.is_empty(),
                Some(sent) => !sent.shows_the_same(&shared),
            };
            let is_old = sent.as_ref().is_some_and(|sent| {
                !sent.is_empty() && now_ms.since(sent.at_ms) >= PRESENCE_MS / 3
            });
            if !is_news && !is_old {
                continue;
            }
            let row = vec![(GameId::from(LIVE), shared.text())];
            match nodes.set_presence(&app.node, row, now_ms + PRESENCE_MS).await {
                Ok(()) => sent = Some(shared),
                // The next tick tries again.
                Err(error) => {
                    tracing::debug!(%error, "failed to publish the public games");
                    continue;
                }
            }
            if is_news {
                app.hint(&LIVE.into(), 0);
            }
        }
    }
}

/// Name of the list of public games. No table and no board has it.
pub(super) const LIVE: &str = "lobby-live";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        accounts::{Member, Visitor},
        limits::REFRESH_MS,
    };
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

    /// Shows what a look has found here.
    fn look(live: &Live, found: Vec<(GameId, Option<Standing>)>, at_ms: u64) -> Arc<Shown> {
        live.note(found, Vec::new(), UnixMs(at_ms));
        live.show(UnixMs(at_ms))
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
        let looks = |now_ms| {
            let asked = live.due(UnixMs(now_ms)).expect("a look");
            look(&live, asked.iter().map(|table| standing(&table.id)).collect(), 0)
        };
        let of_one_address = |shown: &Shown| {
            let games = shown.watched.iter();
            games.filter(|game| game.live.table.starts_with("accounts")).count()
        };
        let shown = looks(5_000);
        assert_eq!(of_one_address(&shown), 30, "a club gets the places that are left");
        let shown = ids(&shown);
        let of = |word: &str| shown.iter().filter(|id| id.starts_with(word)).count();
        assert_eq!((of("flood"), of("accounts")), (LIVE_PER_CREATOR, LIVE_PER_ADDRESS));
        assert!(shown.contains(&"a") && shown.contains(&"b"), "{shown:?}");
        for n in 0..16 {
            live.add(format!("other {n}").into(), creator(100 + n, None));
        }
        assert_eq!(of_one_address(&looks(10_000)), LIVE_WATCHED_PER_ADDRESS);
    }

    /// A game moves to the front when it begins, and waiting tables displace no game.
    #[test]
    fn a_table_is_listed_when_its_game_begins() {
        let live = Live::default();
        for n in 1..=6 {
            live.add(n.to_string().into(), creator(n, None));
        }
        let shown = look(&live, vec![standing(&"2".into()), standing(&"5".into())], 0);
        assert_eq!(ids(&shown), ["2", "5"]);
        let shown = look(
            &live,
            vec![standing(&"2".into()), standing(&"5".into()), standing(&"1".into())],
            0,
        );
        assert_eq!(ids(&shown), ["1", "2", "5"]);
        let over = ("2".into(), Some(Standing::Over));
        assert_eq!(
            ids(&look(&live, vec![standing(&"1".into()), over, standing(&"5".into())], 0)),
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
        let shown = look(&live, asked.iter().map(|table| standing(&table.id)).collect(), 0);
        assert_eq!(ids(&shown), ["new", "old 0", "old 1", "old 2"]);
        live.adopt((0..2 * LIVE_KEPT as u32).map(game).collect());
        let asked = live.due(UnixMs(10_000)).expect("a later look");
        assert!(asked.len() == LIVE_KEPT && asked.iter().any(|table| table.id == "new"));
    }

    /// Tables whose hosts have left without a game displace none that runs.
    #[test]
    fn waiting_tables_make_room_for_adopted_games() {
        let live = Live::default();
        for network in 0..LIVE_KEPT {
            let creator = creator(network as u8, None);
            live.add(format!("waits {network}").into(), creator);
        }
        let waiting = live.due(UnixMs(5_000)).expect("the first look").len();
        live.adopt(vec![("runs".into(), Vec::new())]);
        let asked = live.due(UnixMs(10_000)).expect("a later look");
        assert!(asked.iter().any(|table| table.id == "runs"), "{waiting} tables waited");
        assert!(asked.len() <= LIVE_KEPT);
    }

    /// A game that does not run here any more leaves the list; a table whose host waits stays.
    #[test]
    fn unloaded_games_make_room() {
        let live = Live::default();
        let game = |n: u32| (GameId::from(format!("game {n}")), Vec::new());
        live.adopt((0..LIVE_KEPT as u32).map(game).collect());
        live.add("waits".into(), creator(1, None));
        let asked = live.due(UnixMs(5_000)).expect("the first look");
        look(&live, asked.into_iter().map(|table| (table.id, None)).collect(), 0);
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
        let shown = look(&live, found, 0);
        let order: Vec<&str> = shown.watched.iter().map(|game| &*game.live.table).collect();
        assert_eq!(order.len(), LIVE_WATCHED);
        assert_eq!(order[..2], ["2", "0"]);
        assert_eq!(shown.latest.len(), LIVE_SHOWN);
    }
}
