//! The stored ladders equal a fold over all games, whichever servers have folded, in any order.

use super::*;
use protocol::{GameId, UnixMs};
use rating::{Ladder, LadderEntry};
use store::{
    Append, FinishedPlayer, LadderFold, LoginSession, NewEvent, Player, PostgresOptions,
    PostgresStore, SqliteStore,
};
use test_postgres::PostgresServer;

const LADDER: &str = "xiangqi/rapid";
const PLAYERS: u64 = 12;
const GAMES: u64 = 60;
const HOUR_MS: u64 = 3_600_000;

/// Generator of fixed pseudo-random numbers.
struct Draw(u64);

impl Draw {
    fn below(&mut self, below: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

fn drawn(game: u64, draw: &mut Draw) -> Finished {
    let one = draw.below(PLAYERS);
    let players = [one, (one + 1 + draw.below(PLAYERS - 1)) % PLAYERS].map(|n| format!("p{n}"));
    let reason = ["checkmate", "resignation"][draw.below(2) as usize];
    let winner = draw.below(2) as u8;
    // The ends lie hours or days apart, and sometimes coincide.
    let ended_ms = UnixMs(draw.below(20 * 24) * HOUR_MS);
    Finished { rated: draw.below(8) > 0, ..finished(game, players, reason, winner, ended_ms) }
}

fn finished(
    game: u64,
    players: [String; 2],
    reason: &str,
    winner: u8,
    ended_ms: UnixMs,
) -> Finished {
    let row = ArchivedGameRow {
        game: ArchivedGame {
            place: protocol::Place::Table { table: format!("g{game:02}").into() },
            variant: "xiangqi".into(),
            clock: "10m".into(),
            ended_ms: UnixMs(0),
            plies: 3,
            reason: reason.into(),
            winners: vec![winner],
            players: Vec::new(),
        },
        scores: Vec::new(),
    };
    let player = |name: String| FinishedPlayer { id: Some(name.clone().into()), name };
    Finished {
        game: format!("g{game:02}").into(),
        ladder: LADDER.into(),
        ended_ms,
        rated: true,
        players: players.map(player).into(),
        text: serde_json::to_string(&row).expect("json"),
    }
}

async fn add_player(store: &dyn Store, name: &str) {
    let [id, key, name] = [name, name, name].map(str::to_owned);
    let session =
        LoginSession { hash: name.clone(), player: id.clone().into(), until_ms: UnixMs(0) };
    let player = Player {
        id: id.into(),
        key,
        name,
        password: "none".to_owned(),
        since_ms: UnixMs(0),
        standing: store::Standing::default(),
        mail: None,
    };
    store.add_player(player, session).await.expect("an account");
}

async fn write(store: &dyn Store, expected: u64, finished: Finished) {
    let event = NewEvent {
        kind: "ended",
        seat: None,
        command: None,
        public: "{}".into(),
        secret: String::new(),
        at_ms: UnixMs(0),
    };
    let append = Append {
        game: finished.game.clone(),
        expected,
        events: vec![event],
        token: None,
        deadline_ms: None,
        is_open: false,
        finished: Some(finished),
    };
    match expected {
        0 => store.create(1, append).await.expect("stored"),
        _ => store.append(append).await.expect("stored"),
    }
}

/// Compares the stored ladders with a fold over all games.
async fn compare(ladders: &Ladders, games: &BTreeMap<GameId, (u64, Finished)>, when: &str) {
    let mut truth = Ladder::default();
    games.values().filter_map(|(_, game)| contest(game)).for_each(|game| truth.settle(game));
    let now_ms = UnixMs(30 * 24 * HOUR_MS);
    let ranking = ladders.ranking(&LADDER.into(), now_ms, 99).await.expect("a ranking");
    assert_eq!(ranking, truth.ranking(now_ms.0), "{when}");
    assert!(ranking.len() > 3, "{when}: {ranking:?}");
    let all: Vec<Finished> = games.values().map(|(_, game)| game.clone()).collect();
    let changes = ladders.changes(&all).await.expect("changes");
    for game in games.keys() {
        let kept = changes.get(game).map(Vec::as_slice).filter(|changes| !changes.is_empty());
        assert_eq!(kept, truth.changes(game), "{when}: {game}");
    }
}

/// Games end, arrive late, are corrected and struck, while two servers fold.
async fn fold(stores: [Arc<dyn Store>; 2]) {
    let [one, other] = stores;
    for n in 0..PLAYERS {
        add_player(&*one, &format!("p{n}")).await;
    }
    let ladders = [&one, &other].map(|store| Ladders::open(store.clone()));
    let [first, second] = ladders;
    let (first, second) = (first.await.expect("ladders"), second.await.expect("ladders"));
    let mut draw = Draw(11);
    let mut games: BTreeMap<GameId, (u64, Finished)> = BTreeMap::new();
    for n in 0..GAMES {
        // Every fourth is a correction of an earlier game, with that game's end.
        let game = if n > 0 && draw.below(4) == 0 { draw.below(n) } else { n };
        let mut finished = drawn(game, &mut draw);
        let expected = match games.get(&finished.game) {
            Some((events, before)) => {
                finished.ended_ms = before.ended_ms;
                *events
            }
            None => 0,
        };
        write(&*one, expected, finished.clone()).await;
        games.insert(finished.game.clone(), (expected + 1, finished));
        if draw.below(3) == 0 {
            tokio::join!(first.catch_up(), second.catch_up());
        }
    }
    tokio::join!(first.catch_up(), second.catch_up());
    compare(&first, &games, "one server").await;
    compare(&second, &games, "the other").await;

    // A start keeps the stored fold.
    let keeping = one.ladders().expect("ladders");
    let LadderFold { version, step, progress } = keeping.ladder_fold().await.expect("a fold");
    assert_eq!(version, VERSION);
    let third = Ladders::open(other.clone()).await.expect("ladders");
    compare(&third, &games, "a third").await;
    assert_eq!(keeping.ladder_fold().await.expect("a fold").step, step);

    // A fold of an older version is recomputed in pieces.
    let of_old = Advance {
        expected: step,
        version: VERSION - 1,
        progress: progress.clone(),
        players: vec![kept::ladder_player(
            &LADDER.into(),
            &"absent".into(),
            rating::PlayerState {
                entry: Some(LadderEntry { games: 7, last_ms: 1, ..LadderEntry::default() }),
                aborts: 0,
            },
        )],
        ..Advance::default()
    };
    keeping.advance(of_old).await.expect("advanced");
    let fourth = Ladders::open(one.clone()).await.expect("ladders");
    compare(&fourth, &games, "made anew").await;

    // A fold of a newer version is left unchanged.
    let step = keeping.ladder_fold().await.expect("a fold").step;
    let later = Advance { expected: step, version: VERSION + 1, progress, ..Advance::default() };
    keeping.advance(later).await.expect("advanced");
    let refused = Ladders::open(one.clone()).await.err();
    assert!(matches!(refused, Some(StoreError::NewerLadders { .. })), "{refused:?}");
}

#[tokio::test]
async fn a_file_keeps_what_a_fold_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = async || {
        let store = SqliteStore::open(&folder.path().join("chuhe.db")).await;
        Arc::new(store.expect("a store"))
    };
    fold([open().await, open().await]).await;
}

#[tokio::test]
async fn a_database_keeps_what_a_fold_says() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = PostgresServer::shared().database();
    let open = async || {
        let options = PostgresOptions::new(&address, &folder.path().join("store.key"));
        let store = PostgresStore::open(options.expect("an address")).await;
        Arc::new(store.expect("a store"))
    };
    fold([open().await, open().await]).await;
}

/// Fourteen accounts only meet each other and lose to a fifteenth within a second. It has the
/// highest rating but no place in the ranking, next to twelve accounts that have met each other.
#[tokio::test]
async fn a_farm_of_accounts_has_no_place() {
    const DAY_MS: u64 = 24 * HOUR_MS;
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(&folder.path().join("chuhe.db")).await.expect("a store");
    let mut games = Vec::new();
    let mut add = |players: [String; 2], winner: u8, ended_ms: UnixMs| {
        let number = games.len() as u64;
        games.push(finished(number, players, "checkmate", winner, ended_ms));
    };
    // Round robin, one round per day: one account stays, the others rotate.
    for day in 0..44 {
        let mut order: Vec<u64> = (1..PLAYERS).collect();
        order.rotate_left(day as usize % (PLAYERS as usize - 1));
        order.push(0);
        for pair in 0..PLAYERS as usize / 2 {
            let (one, other) = (order[pair], order[order.len() - 1 - pair]);
            let winner = u8::from((one + other + day) % 3 == 0);
            add([format!("p{one}"), format!("p{other}")], winner, UnixMs(day * DAY_MS));
        }
    }
    let mut now_ms = UnixMs(44 * DAY_MS);
    for one in 0..15 {
        for other in 0..one {
            now_ms = now_ms + 1;
            add([format!("farm{one}"), format!("farm{other}")], 0, now_ms);
        }
    }
    let names = (0..PLAYERS).map(|n| format!("p{n}")).chain((0..15).map(|n| format!("farm{n}")));
    for name in names {
        add_player(&store, &name).await;
    }
    let store: Arc<dyn Store> = Arc::new(store);
    for game in games {
        write(&*store, 0, game).await;
    }
    let ladders = Ladders::open(store).await.expect("ladders");
    let ranking = ladders.ranking(&LADDER.into(), now_ms, 99).await.expect("a ranking");
    let ranked: Vec<&Place> = ranking.iter().filter(|place| place.is_ranked).collect();
    assert_eq!(ranked.len(), PLAYERS as usize, "{ranking:?}");
    assert!(ranked.iter().all(|place| place.player.starts_with('p')), "{ranking:?}");
    let best =
        ladders.strength(&LADDER.into(), &"farm14".into(), now_ms).await.expect("a strength");
    assert!(best.provisional && best.deviation <= 110, "{best:?}");
    assert!(best.rating > shown_place(ranked[0]).rating, "{best:?} {ranking:?}");
    let member = ladders.strength(&LADDER.into(), &"p0".into(), now_ms).await.expect("a strength");
    assert!(!member.provisional, "{member:?}");
}
