//! The public games of one server, as it shows them to the other servers of its store. They contain
//! what a spectator sees, and nothing else of the game.

use crate::{limits::LIVE_WATCHED, lobby::creator::Creator};
use protocol::{GameId, UnixMs, WatchedTable};
use serde::{Deserialize, Serialize};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap, HashSet},
    iter::once,
};

/// The public games that run at one server.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub(super) struct SharedGames {
    /// Time at which the tables were queried.
    pub(super) at_ms: UnixMs,
    /// The games, the one that began last first.
    pub(super) games: Vec<SharedGame>,
    /// The tables of all games by the names of their players.
    pub(super) players: BTreeMap<String, GameId>,
    /// Public games that no server shows, because a player's presence is hidden.
    pub(super) hidden: Vec<GameId>,
}

/// A public game that runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct SharedGame {
    /// The game as a spectator sees it.
    pub(super) watched: WatchedTable,
    /// The person who opened the table.
    pub(super) creator: Creator,
    /// Time at which its server noticed that it began; 0 if it began before.
    pub(super) begun_ms: UnixMs,
}

impl SharedGames {
    /// The games, with the tables of their players.
    pub(super) fn new(at_ms: UnixMs, games: Vec<SharedGame>, hidden: Vec<GameId>) -> SharedGames {
        let mut players = BTreeMap::new();
        for game in &games {
            let live = &game.watched.live;
            let names = live.seats.iter().map(|seat| &seat.name).filter(|name| !name.is_empty());
            // A player of several games is led to the one that began last.
            for name in names {
                players.entry(name.clone()).or_insert_with(|| live.table.clone());
            }
        }
        SharedGames { at_ms, games, players, hidden }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.games.is_empty() && self.hidden.is_empty()
    }

    /// Whether the other servers show the same with both. They extrapolate running clocks.
    pub(super) fn shows_the_same(&self, other: &SharedGames) -> bool {
        let still = |games: &SharedGames| {
            let mut games = SharedGames { at_ms: UnixMs::default(), ..games.clone() };
            for game in &mut games.games {
                if let Some(clocks) = &mut game.watched.clocks {
                    clocks.left_ms.clear();
                }
            }
            games
        };
        still(self) == still(other)
    }

    /// A line of text for the other servers.
    pub(super) fn text(&self) -> String {
        // Serialisation cannot fail, and JSON has no line breaks inside.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    /// Reads the lines of several servers. Lines of another version are left out.
    pub(super) fn read(texts: &str) -> Vec<SharedGames> {
        texts.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    /// The games of this server and of others, each once, with the clocks at `now_ms`. The game that
    /// began last is first.
    pub(super) fn merged(&self, others: &[SharedGames], now_ms: UnixMs) -> SharedGames {
        let hidden: HashSet<&GameId> =
            once(self).chain(others).flat_map(|server| &server.hidden).collect();
        let mut places: HashMap<&GameId, usize> = HashMap::new();
        let mut games: Vec<SharedGame> = Vec::new();
        for server in once(self).chain(others) {
            for game in &server.games {
                let table = &game.watched.live.table;
                if hidden.contains(table) {
                    continue;
                }
                let game = game.after(now_ms.since(server.at_ms));
                match places.get(table) {
                    Some(&place) => games[place].join(game),
                    None => {
                        places.insert(table, games.len());
                        games.push(game);
                    }
                }
            }
        }
        // The sort is stable: games without a known beginning stay in their order.
        games.sort_by_key(|game| Reverse(game.begun_ms));
        let mut merged = SharedGames::new(now_ms, games, Vec::new());
        let known = once(self).chain(others).flat_map(|server| &server.players);
        for (name, table) in known.filter(|(_, table)| !hidden.contains(table)) {
            merged.players.entry(name.clone()).or_insert_with(|| table.clone());
        }
        merged
    }

    /// The part that the other servers may show: more would find no place in their lists.
    pub(super) fn shared(&self, chosen: &[GameId]) -> SharedGames {
        let is_chosen = |game: &&SharedGame| chosen.contains(&game.watched.live.table);
        let games = self.games.iter().filter(is_chosen).take(2 * LIVE_WATCHED).cloned().collect();
        SharedGames { games, ..self.clone() }
    }
}

impl SharedGame {
    /// The game with its running clock this time later.
    fn after(&self, passed_ms: u64) -> SharedGame {
        let mut later = self.clone();
        if let Some(clocks) = &mut later.watched.clocks
            && let Some(running) = clocks.running
            && let Some(left_ms) = clocks.left_ms.get_mut(usize::from(running))
        {
            *left_ms = left_ms.saturating_sub(passed_ms);
        }
        later
    }

    /// Adds what another server knows of the same game: players and spectators may be connected to
    /// both.
    fn join(&mut self, other: SharedGame) {
        let spectators = self.watched.spectators.saturating_add(other.watched.spectators);
        if other.begun_ms > self.begun_ms {
            (self.begun_ms, self.creator) = (other.begun_ms, other.creator);
        }
        if other.watched.live.plies > self.watched.live.plies {
            self.watched = other.watched;
        }
        self.watched.spectators = spectators;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{ClockState, LiveTable, SeatState};

    fn game(table: &str, begun_ms: u64, plies: usize) -> SharedGame {
        let live = LiveTable {
            table: table.into(),
            variant: "xiangqi".into(),
            seats: vec![SeatState::person('w', format!("host of {table}"))],
            position: String::new(),
            last: None,
            plies,
            on_move: Some(0),
        };
        let clocks = ClockState {
            left_ms: vec![9_000, 9_000],
            periods: vec![0, 0],
            running: Some(1),
            setup_ms: None,
        };
        let watched = WatchedTable {
            live,
            clock: "5+3".into(),
            rated: false,
            clocks: Some(clocks),
            spectators: 2,
        };
        SharedGame { watched, creator: Creator::default(), begun_ms: UnixMs(begun_ms) }
    }

    fn server(at_ms: u64, games: Vec<SharedGame>, hidden: &[&str]) -> SharedGames {
        let hidden = hidden.iter().map(|&table| table.into()).collect();
        SharedGames::new(UnixMs(at_ms), games, hidden)
    }

    fn tables(games: &SharedGames) -> Vec<&str> {
        games.games.iter().map(|game| &*game.watched.live.table).collect()
    }

    /// Every game is listed once, with the later moves and the spectators of both servers.
    #[test]
    fn games_of_several_servers_are_one_list() {
        let own = server(5_000, vec![game("a", 40, 3), game("both", 0, 7)], &[]);
        let others = [
            server(4_000, vec![game("c", 50, 1), game("both", 45, 8)], &[]),
            server(4_500, vec![game("old", 0, 1)], &[]),
        ];
        let merged = own.merged(&others, UnixMs(5_500));
        assert_eq!(tables(&merged), ["c", "both", "a", "old"]);
        let both = &merged.games[1].watched;
        assert_eq!((both.live.plies, both.spectators), (8, 4));
        let left =
            |at: usize| merged.games[at].watched.clocks.as_ref().map(|it| it.left_ms.clone());
        assert_eq!([left(0), left(2)], [Some(vec![9_000, 7_500]), Some(vec![9_000, 8_500])]);
        assert_eq!(merged.players.get("host of c").map(|table| &**table), Some("c"));
        assert_eq!(tables(&own.merged(&[], UnixMs(5_000))), ["a", "both"]);
    }

    /// A player who hides it is known at one server only; no server shows the game.
    #[test]
    fn what_one_server_hides_no_server_shows() {
        let seen = server(5_000, vec![game("a", 1, 1), game("b", 2, 1)], &[]);
        let hiding = server(5_000, vec![game("b", 2, 1)], &["a"]);
        for merged in [
            seen.merged(std::slice::from_ref(&hiding), UnixMs(5_000)),
            hiding.merged(std::slice::from_ref(&seen), UnixMs(5_000)),
        ] {
            assert_eq!(tables(&merged), ["b"]);
            assert_eq!(merged.players.keys().collect::<Vec<_>>(), ["host of b"]);
        }
    }

    #[test]
    fn servers_read_each_others_texts() {
        let (one, two) = (server(1, vec![game("a", 1, 1)], &["x"]), server(2, Vec::new(), &[]));
        assert_eq!(SharedGames::read(&(one.text() + &two.text())), [one.clone(), two]);
        assert_eq!(
            SharedGames::read(&("{}\n".to_owned() + &one.text())),
            std::slice::from_ref(&one)
        );
        assert_eq!(SharedGames::read(""), []);
        // A running clock is no news; a move is.
        let later = SharedGames { games: vec![one.games[0].after(700)], ..one.clone() };
        assert!(one.shows_the_same(&SharedGames { at_ms: UnixMs(701), ..later }));
        assert!(!one.shows_the_same(&server(1, vec![game("a", 1, 2)], &["x"])));
        let table: GameId = "a".into();
        assert_eq!(one.shared(&[]).games, []);
        assert_eq!(one.shared(&[table]), one);
    }
}
