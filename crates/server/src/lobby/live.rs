//! The public games in play, for the start page.

use crate::{
    accounts::{Person, Visitor},
    limits::{LIVE_KEPT, LIVE_PER_ADDRESS, LIVE_PER_CREATOR, LIVE_SHOWN, SEEKS_PER_ADDRESS},
    lobby::{Lobby, refresh_timer::RefreshTimer},
    net::networks,
    tables::Standing,
};
use ipnet::IpNet;
use protocol::{GameId, LiveTable, UnixMs};
use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The tables that were in the list of seeks: their players sat down in public. A table that was
/// opened for an invitation is known only to those with its link. A restart empties the list.
#[derive(Default)]
pub(crate) struct Live(Mutex<LiveList>);

#[derive(Default)]
struct LiveList {
    /// The latest first. A table moves to the front when its game begins.
    tables: VecDeque<ListedTable>,
    /// The games as they stood at the last look.
    shown: Arc<[LiveTable]>,
    refreshed: RefreshTimer,
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
    person: Person,
    /// The widest network; `None` for this machine.
    network: Option<IpNet>,
}

impl Creator {
    pub(crate) fn of(visitor: &Visitor) -> Creator {
        Creator { person: Person::of(visitor), network: visitor.address.and_then(widest) }
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

    fn shown(&self) -> Arc<[LiveTable]> {
        self.lock().shown.clone()
    }

    /// The tables, if they are to be queried.
    fn due(&self, now_ms: UnixMs) -> Option<Vec<ListedTable>> {
        let mut list = self.lock();
        list.refreshed.is_due(now_ms).then(|| list.tables.iter().cloned().collect())
    }

    /// Takes in what a look has found, and shows the latest games within the shares.
    fn show(&self, found: Vec<(GameId, Standing)>) -> Arc<[LiveTable]> {
        let mut list = self.lock();
        let mut now = HashMap::new();
        for (id, standing) in found.into_iter().rev() {
            let Some(place) = list.tables.iter().position(|table| table.id == id) else { continue };
            match standing {
                Standing::NotYet => {}
                Standing::Over => _ = list.tables.remove(place),
                Standing::Now(live) => {
                    let is_new = !list.tables[place].has_begun;
                    if is_new && let Some(table) = list.tables.remove(place) {
                        list.tables.push_front(ListedTable { has_begun: true, ..table });
                    }
                    now.insert(id, *live);
                }
            }
        }
        let mut shown: Vec<LiveTable> = Vec::new();
        let mut creators: Vec<&Creator> = Vec::new();
        for ListedTable { id, creator, .. } in &list.tables {
            if shown.len() == LIVE_SHOWN || !creator.has_share(&creators) {
                continue;
            }
            if let Some(live) = now.remove(id) {
                shown.push(live);
                creators.push(creator);
            }
        }
        list.shown = shown.into();
        list.shown.clone()
    }

    fn lock(&self) -> MutexGuard<'_, LiveList> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Creator {
    /// Whether one more game may be shown beside those of these creators.
    fn has_share(&self, shown: &[&Creator]) -> bool {
        let same = shown.iter().filter(|other| other.person == self.person).count();
        let near = shown.iter().filter(|other| other.network == self.network).count();
        same < LIVE_PER_CREATOR && near < LIVE_PER_ADDRESS
    }
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
    /// The public games that go on, the one that began last first. Tables are asked at most once a
    /// second, and no actor is started for it.
    pub(crate) async fn live(&self) -> Arc<[LiveTable]> {
        let Some(tables) = self.live.due(self.tables.app.now_ms()) else {
            return self.live.shown();
        };
        let mut found = Vec::new();
        for ListedTable { id, .. } in tables {
            let standing = match self.tables.running(&id) {
                Some(handle) => handle.live().await.unwrap_or(Standing::NotYet),
                None => Standing::NotYet,
            };
            found.push((id, standing));
        }
        self.live.show(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{accounts::Member, limits::REFRESH_MS};
    use protocol::LiveTable;

    fn creator(address: u8, account: Option<&str>) -> Creator {
        let account = account.map(|id| Member { id: id.into(), name: id.into() });
        Creator::of(&Visitor { address: Some([192, 0, 2, address].into()), account })
    }

    fn standing(id: &GameId) -> (GameId, Standing) {
        let live = LiveTable {
            table: id.to_owned(),
            variant: "xiangqi".into(),
            seats: Vec::new(),
            position: String::new(),
            last: None,
            plies: 0,
            on_move: Some(0),
        };
        (id.to_owned(), Standing::Now(Box::new(live)))
    }

    fn ids(shown: &[LiveTable]) -> Vec<&str> {
        shown.iter().map(|live| &*live.table).collect()
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
        let shown = live.show(asked.iter().map(|table| standing(&table.id)).collect());
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
        let shown = live.show(vec![standing(&"2".into()), standing(&"5".into())]);
        assert_eq!(ids(&shown), ["2", "5"]);
        let shown =
            live.show(vec![standing(&"2".into()), standing(&"5".into()), standing(&"1".into())]);
        assert_eq!(ids(&shown), ["1", "2", "5"]);
        let over = ("2".into(), Standing::Over);
        assert_eq!(
            ids(&live.show(vec![standing(&"1".into()), over, standing(&"5".into())])),
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
}
