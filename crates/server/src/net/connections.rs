//! Open connections, and the choice of the one to close when there are too many.

use super::{networks, read_budget::ReadBudget, subnet_key};
use crate::limits::{CONNECTIONS_PER_ADDRESS, SEATS_PER_ADDRESS, SHED_SHARE};
use ipnet::IpNet;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashMap, hash_map::Entry},
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::sync::watch;

/// Use of a connection. Lower ranks are closed first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rank {
    /// No request is running.
    Idle,
    /// Socket without its first message.
    Silent,
    /// A request is running.
    Request,
    /// Socket of a spectator.
    Spectator,
    /// Socket of a seat. It is closed only if its address has very many.
    Seat,
}

/// State of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// The connection continues.
    Open,
    /// The connection has to make space for another.
    Shed,
    /// The server shuts down.
    Closing,
}

/// All connections of a server.
pub(super) struct Connections {
    list: Mutex<ConnectionList>,
    /// Maximum number of connections.
    capacity: usize,
    /// Current number of connections.
    count: watch::Sender<usize>,
}

#[derive(Default)]
struct ConnectionList {
    open: BTreeMap<u64, ConnectionEntry>,
    by_address: HashMap<IpAddr, BTreeSet<u64>>,
    /// Number of connections from each network, the wide ones of IPv6 included.
    by_network: HashMap<IpNet, usize>,
    next: u64,
}

struct ConnectionEntry {
    /// Client network, as far as known; `None` for this machine.
    address: Option<IpAddr>,
    rank: Rank,
    fate: watch::Sender<Fate>,
}

/// Open connection, counted until it is dropped.
pub(crate) struct Connection {
    all: Arc<Connections>,
    number: u64,
    peer: SocketAddr,
    local: SocketAddr,
    fate: watch::Receiver<Fate>,
    budget: Arc<ReadBudget>,
}

impl Connections {
    pub(super) fn new(capacity: usize) -> Arc<Connections> {
        Arc::new(Connections { list: Mutex::default(), capacity, count: watch::Sender::new(0) })
    }

    /// Registers a new connection; another one may have to close for it. `address` is the client's
    /// network, if known yet. Returns `None` if there is no space.
    pub(super) fn admit(
        self: &Arc<Connections>,
        address: Option<IpAddr>,
        peer: SocketAddr,
        local: SocketAddr,
    ) -> Option<Connection> {
        let address = address.map(subnet_key);
        let mut list = self.lock();
        let is_crowd = list.is_crowd(address, 0);
        if is_crowd && !address.is_some_and(|own| list.shed_own(own)) {
            return None;
        }
        // A closing connection counts until it is gone.
        if list.open.len() >= self.capacity && !list.shed() {
            return None;
        }
        let (sender, fate) = watch::channel(Fate::Open);
        let number = list.add(ConnectionEntry { address, rank: Rank::Idle, fate: sender });
        self.count.send_replace(list.open.len());
        let budget = ReadBudget::unlimited();
        Some(Connection { all: self.clone(), number, peer, local, fate, budget })
    }

    /// Closes a connection because the system has no file handles left.
    pub(super) fn shed_one(&self) {
        self.lock().shed();
    }

    /// Tells all connections that the server shuts down.
    pub(super) fn close(&self) {
        for entry in self.lock().open.values() {
            entry.fate.send_replace(Fate::Closing);
        }
    }

    /// Completes when all connections are closed.
    pub(super) async fn closed(&self) {
        // The sender lives as long as `self`.
        let _ = self.count.subscribe().wait_for(|&count| count == 0).await;
    }

    fn lock(&self) -> MutexGuard<'_, ConnectionList> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionList {
    fn count(&self, address: Option<IpAddr>) -> usize {
        address.and_then(|address| self.by_address.get(&address)).map_or(0, BTreeSet::len)
    }

    /// Whether a network of the address has more connections than allowed, beside `own` that are
    /// counted already.
    fn is_crowd(&self, address: Option<IpAddr>, own: usize) -> bool {
        address.into_iter().flat_map(networks).any(|(net, factor)| {
            let count = self.by_network.get(&net).copied().unwrap_or(0);
            count >= CONNECTIONS_PER_ADDRESS * factor as usize + own
        })
    }

    fn add(&mut self, entry: ConnectionEntry) -> u64 {
        let number = self.next;
        self.next += 1;
        self.note(number, entry.address);
        self.open.insert(number, entry);
        number
    }

    fn note(&mut self, number: u64, address: Option<IpAddr>) {
        if let Some(address) = address {
            self.by_address.entry(address).or_default().insert(number);
            for (net, _) in networks(address) {
                *self.by_network.entry(net).or_default() += 1;
            }
        }
    }

    fn strike(&mut self, number: u64, address: Option<IpAddr>) {
        let Some(address) = address else { return };
        for (net, _) in networks(address) {
            if let Entry::Occupied(mut count) = self.by_network.entry(net) {
                *count.get_mut() -= 1;
                if *count.get() == 0 {
                    count.remove();
                }
            }
        }
        if let Some(own) = self.by_address.get_mut(&address) {
            own.remove(&number);
            if own.is_empty() {
                self.by_address.remove(&address);
            }
        }
    }

    /// Closes the oldest idle connection of an address. Returns whether there is one.
    fn shed_own(&mut self, address: IpAddr) -> bool {
        let own = self.by_address.get(&address).into_iter().flatten();
        let idle = own.filter_map(|number| Some((number, self.open.get(number)?)));
        let idle = idle.filter(|(_, entry)| entry.is_open() && entry.rank < Rank::Request);
        let chosen = idle.min_by_key(|(number, entry)| (entry.rank, **number));
        chosen.map(|(_, entry)| entry.fate.send_replace(Fate::Shed)).is_some()
    }

    /// Closes connections of the lowest rank, from the address with the most, oldest first. Of idle
    /// connections several are closed at once, so that a flood does not need a search per
    /// connection. Returns whether there is one to close.
    fn shed(&mut self) -> bool {
        let rank = |(number, entry): (&u64, &ConnectionEntry)| {
            let crowd = self.count(entry.address);
            let may_go = entry.rank < Rank::Seat || crowd > SEATS_PER_ADDRESS;
            (may_go && entry.is_open()).then_some((entry.rank, Reverse(crowd), *number))
        };
        let mut ranked: Vec<_> = self.open.iter().filter_map(rank).collect();
        ranked.sort_unstable();
        let many = 1 + ranked.len() / SHED_SHARE;
        let mut chosen = ranked.iter().take(many);
        let Some(first) = chosen.next() else { return false };
        let idle = chosen.take_while(|(rank, ..)| *rank < Rank::Request);
        for (_, _, number) in std::iter::once(first).chain(idle) {
            if let Some(entry) = self.open.get(number) {
                entry.fate.send_replace(Fate::Shed);
            }
        }
        true
    }
}

impl ConnectionEntry {
    fn is_open(&self) -> bool {
        *self.fate.borrow() == Fate::Open
    }
}

impl Connection {
    /// Address of the remote side, which may be a proxy.
    pub(crate) fn peer(&self) -> IpAddr {
        self.peer.ip().to_canonical()
    }

    /// Local address of the connection.
    pub(crate) fn local(&self) -> IpAddr {
        self.local.ip().to_canonical()
    }

    /// What may still be read of it.
    pub(super) fn budget(&self) -> Arc<ReadBudget> {
        self.budget.clone()
    }

    /// Allows this many bytes until the next call. Reading more fails.
    pub(crate) fn allow_bytes(&self, bytes: u64) {
        self.budget.allow(bytes);
    }

    pub(crate) fn set_rank(&self, rank: Rank) {
        if let Some(entry) = self.all.lock().open.get_mut(&self.number) {
            entry.rank = rank;
        }
    }

    /// Sets the client's network, which behind a proxy only a request tells. Returns whether that
    /// network may have another connection.
    pub(crate) fn speaks_for(&self, address: Option<IpAddr>) -> bool {
        let address = address.map(subnet_key);
        let mut list = self.all.lock();
        let Some(entry) = list.open.get_mut(&self.number) else { return false };
        let before = std::mem::replace(&mut entry.address, address);
        if before != address {
            list.strike(self.number, before);
            list.note(self.number, address);
        }
        !list.is_crowd(address, 1)
    }

    /// Completes when the connection has to close, with the reason.
    pub(crate) async fn ended(&self) -> Fate {
        let ended = self.fate.clone().wait_for(|&fate| fate != Fate::Open).await.map(|fate| *fate);
        ended.unwrap_or(Fate::Closing)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut list = self.all.lock();
        if let Some(entry) = list.open.remove(&self.number) {
            list.strike(self.number, entry.address);
        }
        self.all.count.send_replace(list.open.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANY: SocketAddr = SocketAddr::new(IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 1);

    fn address(last: u8) -> Option<IpAddr> {
        Some(IpAddr::from([192, 0, 2, last]))
    }

    fn fate(connection: &Connection) -> Fate {
        *connection.fate.borrow()
    }

    #[test]
    fn an_address_gives_way_to_itself() {
        let all = Connections::new(10 * CONNECTIONS_PER_ADDRESS);
        let come = |last| all.admit(address(last), ANY, ANY);
        let other = come(2).unwrap();
        let mut crowd: Vec<_> = (0..CONNECTIONS_PER_ADDRESS).map(|_| come(1).unwrap()).collect();
        crowd[0].set_rank(Rank::Spectator);
        let newest = come(1).unwrap();
        assert_eq!(fate(&crowd[1]), Fate::Shed);
        assert_eq!((fate(&crowd[0]), fate(&other)), (Fate::Open, Fate::Open));
        crowd.remove(1);
        crowd.push(newest);
        for connection in &crowd {
            connection.set_rank(Rank::Request);
        }
        assert!(come(1).is_none(), "nothing of it may give way");
        assert!(come(2).is_some() && all.admit(None, ANY, ANY).is_some());
        drop(crowd);
        assert!(!all.lock().by_address.contains_key(&address(1).unwrap()));
        assert!(come(1).is_some());
    }

    /// Many networks of one /56 have four times the connections of one, not 256 times.
    #[test]
    fn a_wide_network_is_a_crowd() {
        let all = Connections::new(100 * CONNECTIONS_PER_ADDRESS);
        let come = |n: usize| {
            let address = [0x2001, 0xdb8, 0, 0x100 | (n % 256) as u16, 0, 0, 0, n as u16];
            let connection = all.admit(Some(address.into()), ANY, ANY)?;
            connection.set_rank(Rank::Request);
            Some(connection)
        };
        let held: Vec<_> = (0..6 * CONNECTIONS_PER_ADDRESS).filter_map(come).collect();
        assert_eq!(held.len(), 4 * CONNECTIONS_PER_ADDRESS);
        assert!(all.admit(address(1), ANY, ANY).is_some(), "another network");
        drop(held);
        assert!(all.lock().by_network.is_empty());
    }

    #[test]
    fn the_least_of_the_largest_crowd_gives_way() {
        let all = Connections::new(6);
        let come = |last, rank| {
            let connection = all.admit(address(last), ANY, ANY).unwrap();
            connection.set_rank(rank);
            connection
        };
        let lonely = come(1, Rank::Idle);
        let mut others = vec![
            come(2, Rank::Seat),
            come(2, Rank::Spectator),
            come(2, Rank::Request),
            come(2, Rank::Idle),
            come(2, Rank::Idle),
        ];
        for _ in 0..2 {
            others.push(come(3, Rank::Seat));
            assert_eq!(fate(&others[3]), Fate::Shed, "the older one that is idle");
            others.remove(3);
        }
        assert_eq!(fate(&lonely), Fate::Open, "its address has the fewest");
        others.push(come(3, Rank::Seat));
        assert_eq!(fate(&lonely), Fate::Shed);
        drop(lonely);
        for rank in [Rank::Request, Rank::Spectator] {
            let shed = if rank == Rank::Request { 2 } else { 1 };
            others.push(come(3, Rank::Seat));
            assert_eq!(fate(&others[shed]), Fate::Shed, "{rank:?}");
            others.remove(shed);
        }
        assert!(all.admit(address(4), ANY, ANY).is_none(), "seats never give way");
        assert_eq!(all.lock().open.len(), 6);
        drop(others);
        assert!(all.lock().by_address.is_empty());
    }

    /// An address with very many seat sockets loses some of them.
    #[test]
    fn a_crowd_of_seats_gives_way_as_well() {
        let all = Connections::new(CONNECTIONS_PER_ADDRESS);
        let come = |last| {
            let connection = all.admit(address(last), ANY, ANY)?;
            connection.set_rank(Rank::Seat);
            Some(connection)
        };
        let few: Vec<_> = (0..SEATS_PER_ADDRESS).map(|_| come(1).unwrap()).collect();
        let rest = CONNECTIONS_PER_ADDRESS - SEATS_PER_ADDRESS;
        let many: Vec<_> = (0..rest).map(|_| come(2).unwrap()).collect();
        let _newcomer = come(3).unwrap();
        let shed = many.iter().filter(|connection| fate(connection) == Fate::Shed).count();
        assert!(shed == 1 && few.iter().all(|connection| fate(connection) == Fate::Open));
    }

    /// A flood of idle connections is closed in batches; connections with a request stay.
    #[test]
    fn many_idle_ones_go_at_once() {
        let all = Connections::new(10 * SHED_SHARE);
        let crowd: Vec<_> =
            (0..10 * SHED_SHARE).map(|_| all.admit(None, ANY, ANY).unwrap()).collect();
        crowd[3..].iter().for_each(|connection| connection.set_rank(Rank::Spectator));
        let _newcomer = all.admit(None, ANY, ANY).unwrap();
        let shed: Vec<usize> =
            (0..crowd.len()).filter(|&i| fate(&crowd[i]) == Fate::Shed).collect();
        assert_eq!(shed, [0, 1, 2]);
    }

    #[tokio::test]
    async fn behind_a_proxy_the_visitor_counts() {
        let all = Connections::new(10 * CONNECTIONS_PER_ADDRESS);
        let held: Vec<_> =
            (0..=CONNECTIONS_PER_ADDRESS).map(|_| all.admit(None, ANY, ANY).unwrap()).collect();
        let admitted = held.iter().filter(|connection| connection.speaks_for(address(1))).count();
        assert_eq!(admitted, CONNECTIONS_PER_ADDRESS);
        // A proxy uses one connection for several clients in turn.
        assert!(
            held[0].speaks_for(address(2)) && held[CONNECTIONS_PER_ADDRESS].speaks_for(address(1))
        );
        all.close();
        assert_eq!(held[0].ended().await, Fate::Closing);
        drop(held);
        all.closed().await;
        assert!(all.lock().by_address.is_empty());
    }
}
