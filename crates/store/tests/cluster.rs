//! Several stores on one PostgreSQL database, as several servers use them.

use std::{path::Path, time::Duration};
use store::{
    Append, ClusterIdentity, ClusterStore, GameLog, NewEvent, NewSeek, PostgresOptions,
    PostgresStore, SharedBoardChange, SharedBoardState, SmartBoards, StoreError, check_postgres,
    rotate_postgres_key,
};
use test_postgres::PostgresServer;

fn options(address: &str, folder: &Path) -> PostgresOptions {
    PostgresOptions::new(address, &folder.join("store.key")).unwrap()
}

fn stamp(rules: u32, signer: &str) -> ClusterIdentity {
    ClusterIdentity { rules, signer: signer.to_owned(), arbiter: "arbiter".to_owned() }
}

async fn node(address: &str, folder: &Path) -> PostgresStore {
    let options = options(address, folder).node(stamp(1, "signer"));
    PostgresStore::open(options).await.unwrap()
}

fn append(game: &str, expected: u64, count: u64, deadline_ms: Option<u64>) -> Append {
    let event = |n: u64| NewEvent {
        kind: "acted",
        seat: Some(1),
        command: None,
        public: n.to_string(),
        secret: format!("secret {n}"),
        at_ms: 7,
    };
    Append {
        game: game.into(),
        expected,
        events: (expected..expected + count).map(event).collect(),
        token: None,
        deadline_ms,
        is_open: false,
        finished: None,
    }
}

#[tokio::test]
async fn nodes_of_one_version_share_a_database() {
    let server = PostgresServer::shared();
    let folder = tempfile::tempdir().unwrap();
    let address = server.database();
    let options = || options(&address, folder.path());
    let first = node(&address, folder.path()).await;
    let second = node(&address, folder.path()).await;
    assert_eq!(first.cluster().unwrap().cluster_id(), second.cluster().unwrap().cluster_id());
    assert_eq!(first.cluster_id().len(), 32);
    assert!(first.is_first() && !second.is_first());
    let refused = async |options: PostgresOptions| match PostgresStore::open(options).await {
        Ok(_) => panic!("opened"),
        Err(error) => error,
    };
    let error = refused(options().node(stamp(2, "signer"))).await;
    assert!(matches!(error, StoreError::OtherRules { found: 1, known: 2, .. }), "{error}");
    let error = refused(options().node(stamp(1, "another"))).await;
    assert!(matches!(error, StoreError::OtherSigner(_)), "{error}");
    let another = ClusterIdentity { arbiter: "another".to_owned(), ..stamp(1, "signer") };
    let error = refused(options().node(another)).await;
    assert!(matches!(error, StoreError::OtherArbiter(_)), "{error}");
    // Exclusive use is refused, and so is a key that the other servers do not have.
    let error = refused(options().alone()).await;
    assert!(matches!(error, StoreError::InUse(_)), "{error}");
    assert!(matches!(rotate_postgres_key(options()).await, Err(StoreError::InUse(_))));
    let other = tempfile::tempdir().unwrap();
    let other = PostgresOptions::new(&address, &other.path().join("store.key")).unwrap();
    let error = refused(other.node(stamp(1, "signer"))).await;
    assert!(matches!(error, StoreError::NoKey { .. }), "{error}");
    // After all servers have left, the next one may bring a later version but not an earlier one.
    // It waits until PostgreSQL has noticed that the others are gone.
    drop((first, second));
    let earlier = options().node(stamp(0, "another"));
    let error = check_postgres(&earlier).await.unwrap_err();
    assert!(matches!(error, StoreError::OtherRules { found: 1, known: 0, .. }), "{error}");
    for (lost, key) in [
        (ClusterIdentity { signer: String::new(), ..stamp(1, "") }, "sign.key"),
        (ClusterIdentity { arbiter: String::new(), ..stamp(1, "signer") }, "arbiter.key"),
    ] {
        let error = check_postgres(&options().node(lost)).await.unwrap_err();
        assert!(matches!(error, StoreError::LostKey { key: found, .. } if found == key), "{error}");
    }
    let later = PostgresStore::open(options().node(stamp(2, "another"))).await.unwrap();
    drop(later);
    let error = refused(options().node(stamp(1, "another"))).await;
    assert!(matches!(error, StoreError::OtherRules { found: 2, known: 1, .. }), "{error}");
    // A store without a stamp is not one of several servers.
    assert!(PostgresStore::open(options()).await.unwrap().cluster().is_none());
}

#[tokio::test]
async fn news_are_found_and_read_from_where_they_begin() {
    let server = PostgresServer::shared();
    let folder = tempfile::tempdir().unwrap();
    let address = server.database();
    let (here, there) = (node(&address, folder.path()).await, node(&address, folder.path()).await);
    for game in ["a", "b", "c"] {
        here.create(1, append(game, 0, 3, None)).await.unwrap();
    }
    there.append(append("b", 3, 2, None)).await.unwrap();
    let known = ["a", "b", "c", "gone"].map(|game| (game.to_owned(), 3)).to_vec();
    let mut moved = here.changed_logs(known).await.unwrap();
    moved.sort();
    assert_eq!(moved, ["b", "gone"]);
    for known in 0..=5 {
        let news = here.load_since("b", known).await.unwrap();
        let seqs: Vec<u64> = news.iter().map(|event| event.seq).collect();
        assert_eq!(seqs, (known..5).collect::<Vec<u64>>());
        assert!(news.iter().all(|event| event.secret == format!("secret {}", event.seq)));
    }
    assert!(matches!(here.load_since("b", 6).await, Err(StoreError::Damaged { seq: 5, .. })));
    assert!(matches!(here.load_since("gone", 2).await, Err(StoreError::NoGame(_))));
    // An event written by one store makes the other's append stale; the next append continues after
    // it.
    let stale = here.append(append("b", 3, 1, None)).await;
    assert!(matches!(stale, Err(StoreError::Stale { expected: 3, found: 5, .. })), "{stale:?}");
    here.append(append("b", 5, 1, None)).await.unwrap();
    server.sql(&address, "UPDATE game_event SET public = 'x' WHERE game_id = 'b' AND seq = 4");
    assert!(matches!(there.load_since("b", 3).await, Err(StoreError::Damaged { seq: 4, .. })));
    assert_eq!(there.load_since("b", 5).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_deadline_is_claimed_once() {
    let folder = tempfile::tempdir().unwrap();
    let address = PostgresServer::shared().database();
    let (here, there) = (node(&address, folder.path()).await, node(&address, folder.path()).await);
    for n in 0..100 {
        here.create(1, append(&format!("g{n:02}"), 0, 1, Some(n))).await.unwrap();
    }
    let (one, two) = tokio::join!(here.claim_due(49, 500, 100), there.claim_due(49, 500, 100));
    let mut claimed = [one.unwrap(), two.unwrap()].concat();
    claimed.sort();
    let due: Vec<String> = (0..50).map(|n| format!("g{n:02}")).collect();
    assert_eq!(claimed, due);
    assert_eq!(here.claim_due(99, 500, 7).await.unwrap().len(), 7);
    // The claimers did nothing, so the games are due again, except those that were appended to.
    here.append(append("g00", 1, 1, None)).await.unwrap();
    here.append(append("g01", 1, 1, Some(900))).await.unwrap();
    assert_eq!(there.claim_due(500, 600, 1_000).await.unwrap().len(), 98);
}

#[tokio::test]
async fn a_lease_ends_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let address = PostgresServer::shared().database();
    let store = node(&address, folder.path()).await;
    let hour = Duration::from_secs(3_600);
    for (name, holder, term, expected) in [
        ("think", "a", hour, true),
        ("think", "b", hour, false),
        ("other", "b", hour, true),
        ("think", "a", Duration::ZERO, true),
        ("think", "b", hour, true),
        ("think", "a", hour, false),
    ] {
        let taken = store.take_lease(name, holder, term).await.unwrap();
        assert_eq!(taken, expected, "{holder} {name}");
        // The database's clock advances in the meantime.
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    store.release_lease("think", "a").await.unwrap();
    assert!(!store.take_lease("think", "a", hour).await.unwrap(), "another's lease stays");
    store.release_lease("think", "b").await.unwrap();
    assert!(store.take_lease("think", "a", hour).await.unwrap());
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let ahead = store.clock_ms().await.unwrap().abs_diff(now.as_millis() as u64);
    assert!(ahead < 60_000, "the same machine's clock: {ahead} ms");
}

#[tokio::test]
async fn who_is_there_is_known_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let address = PostgresServer::shared().database();
    let store = node(&address, folder.path()).await;
    let seats = |seats: &[(&str, &str)]| {
        seats.iter().map(|(game, seats)| (game.to_string(), seats.to_string())).collect::<Vec<_>>()
    };
    store.set_presence("a", seats(&[("g", "0"), ("h", "1")]), 100).await.unwrap();
    store.set_presence("b", seats(&[("g", "23")]), 200).await.unwrap();
    let games = || vec!["g".to_owned(), "h".to_owned(), "none".to_owned()];
    for (asks, now_ms, expected) in [
        ("a", 50, seats(&[("g", "23")])),
        ("b", 50, seats(&[("g", "0"), ("h", "1")])),
        ("b", 100, seats(&[])),
        ("a", 199, seats(&[("g", "23")])),
    ] {
        let mut found = store.present_elsewhere(asks, games(), now_ms).await.unwrap();
        found.sort();
        assert_eq!(found, expected, "{asks} at {now_ms}");
    }
    store.set_presence("b", seats(&[("g", "")]), 300).await.unwrap();
    let found = store.present_elsewhere("a", games(), 250).await.unwrap();
    assert_eq!(found, seats(&[("g", "")]));
    store.remove_expired(300).await.unwrap();
    assert!(store.present_elsewhere("a", games(), 0).await.unwrap().is_empty());
}

#[tokio::test]
async fn who_plays_where_is_known_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let address = PostgresServer::shared().database();
    let (here, there) = (node(&address, folder.path()).await, node(&address, folder.path()).await);
    let players = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    here.record_players("a", players(&["ada", "bo"])).await.unwrap();
    here.record_players("a", players(&["ada", "bo"])).await.unwrap();
    there.record_players("b", players(&["ada"])).await.unwrap();
    for (player, limit, expected) in
        [("ada", 9, &["b", "a"][..]), ("ada", 1, &["b"]), ("bo", 9, &["a"]), ("cy", 9, &[])]
    {
        assert_eq!(there.games_of_player(player, limit).await.unwrap(), expected, "{player}");
    }
    there.remove_players(players(&["a"])).await.unwrap();
    assert_eq!(here.games_of_player("ada", 9).await.unwrap(), ["b"]);
    assert!(here.games_of_player("bo", 9).await.unwrap().is_empty());
}

fn seek(kind: &str, game: &str, creator: &str) -> NewSeek {
    let (kind, game, creator) = (kind.to_owned(), game.to_owned(), creator.to_owned());
    NewSeek { kind, game, creator, text: "text".to_owned(), since_ms: 5, until_ms: 100 }
}

#[tokio::test]
async fn who_waits_is_taken_once() {
    let folder = tempfile::tempdir().unwrap();
    let address = PostgresServer::shared().database();
    let (here, there) = (node(&address, folder.path()).await, node(&address, folder.path()).await);
    assert_eq!(here.add_seek(seek("x", "a", "ada"), vec![], 9).await.unwrap(), None);
    let own = here.seeks(5).await.unwrap()[0].number;
    // An excluded seek is not taken; the next one is added beside it.
    assert_eq!(there.add_seek(seek("x", "b", "bo"), vec![own], 9).await.unwrap(), None);
    assert_eq!(there.take_seek("y", vec![], 5).await.unwrap(), None);
    assert_eq!(there.take_seek("x", vec![], 100).await.unwrap(), None, "it is over");
    let taken = there.take_seek("x", vec![], 5).await.unwrap().unwrap();
    assert_eq!((taken.number, &taken.seek), (own, &seek("x", "a", "ada")));
    there.restore_seek(taken).await.unwrap();
    here.renew_seeks(vec!["a".to_owned()], 200).await.unwrap();
    let games = |list: Vec<store::ListedSeek>| -> Vec<String> {
        list.into_iter().map(|listed| listed.seek.game).collect()
    };
    assert_eq!(games(here.seeks(5).await.unwrap()), ["a", "b"]);
    assert_eq!(games(here.seeks(150).await.unwrap()), ["a"]);
    here.remove_seeks(vec!["a".to_owned(), "b".to_owned()]).await.unwrap();
    // Of two concurrent seekers on any nodes, one gets the other.
    for round in 0..20 {
        let (a, b) = (format!("a{round}"), format!("b{round}"));
        let (one, two) = tokio::join!(
            here.add_seek(seek("x", &a, "ada"), vec![], 9),
            there.add_seek(seek("x", &b, "bo"), vec![], 9)
        );
        let taken: Vec<_> = [one.unwrap(), two.unwrap()].into_iter().flatten().collect();
        assert_eq!(taken.len(), 1, "round {round}");
        assert!(here.seeks(5).await.unwrap().is_empty());
    }
    for n in 0..5 {
        let added = here.add_seek(seek(&format!("k{n}"), &format!("g{n}"), "ada"), vec![], 3);
        assert_eq!(added.await.unwrap(), None);
    }
    assert_eq!(games(here.seeks(5).await.unwrap()), ["g2", "g3", "g4"], "the oldest give way");
}

/// Exactly the allowed number is admitted, however many ask concurrently.
#[tokio::test]
async fn a_limit_holds_across_nodes() {
    let folder = tempfile::tempdir().unwrap();
    let address = PostgresServer::shared().database();
    let (here, there) = (node(&address, folder.path()).await, node(&address, folder.path()).await);
    let every = Duration::from_secs(1);
    let ask = async |store: &PostgresStore, now_ms| {
        let mut admitted = 0;
        for _ in 0..40 {
            admitted += u32::from(store.admit("ada", now_ms, every, 50).await.unwrap());
        }
        admitted
    };
    let (one, two) = tokio::join!(ask(&here, 10_000), ask(&there, 10_000));
    assert_eq!(one + two, 50);
    assert_eq!(ask(&here, 10_999).await, 0);
    assert_eq!(ask(&here, 13_000).await, 3);
    assert!(here.admit("bo", 13_000, every, 1).await.unwrap());
    assert!(!here.admit("bo", 13_000, every, 1).await.unwrap());
    here.remove_expired(14_000).await.unwrap();
    assert!(here.admit("bo", 13_000, every, 1).await.unwrap(), "what has run out is forgotten");
    assert_eq!(ask(&here, 13_000).await, 0, "what has not is kept");
}

/// One server's record of a board is visible to the others, and a nonce is used up once.
#[tokio::test]
async fn boards_are_noted_for_all() {
    let server = PostgresServer::shared();
    let folder = tempfile::tempdir().unwrap();
    let address = server.database();
    let (one, other) = (node(&address, folder.path()).await, node(&address, folder.path()).await);
    let (here, there) = (one.shared_boards().unwrap(), other.shared_boards().unwrap());
    let begun =
        SharedBoardState { board: "b".into(), nonce: u64::MAX, ..SharedBoardState::default() };
    assert_eq!(here.board_state("b", u64::MAX).await.unwrap(), begun);
    assert_eq!(there.board_state("b", 7).await.unwrap(), begun, "a node that comes first decides");
    let note = |nonce_before, nonce, heard_ms, view: &str| SharedBoardChange {
        board: "b".into(),
        nonce_before,
        nonce,
        heard_ms,
        view: view.into(),
    };
    for (store, noted, expected) in [
        (here, note(u64::MAX, 1, 50, "first"), (1, 1, 50)),
        // A nonce that was used up yields no new one.
        (there, note(u64::MAX, 99, 60, "second"), (2, 1, 60)),
        (there, note(1, 1, 40, "third"), (3, 1, 60)),
        (here, note(1, 2, 70, "fourth"), (4, 2, 70)),
    ] {
        let view = noted.view.clone();
        assert_eq!(store.record_board_change(noted).await.unwrap(), expected.0, "{view}");
        let (changes, nonce, heard_ms) = expected;
        let news = SharedBoardState { board: "b".into(), changes, nonce, heard_ms, view };
        assert_eq!(there.board_state("b", 7).await.unwrap(), news);
        for (known, found) in [(changes, vec![]), (changes - 1, vec![news.clone()])] {
            let known = vec![("b".to_owned(), known), ("nowhere".to_owned(), 0)];
            assert_eq!(here.changed_boards(known).await.unwrap(), found);
        }
    }
    // A store without several servers shares no boards.
    let alone = PostgresStore::open(options(&server.database(), folder.path())).await.unwrap();
    assert!(alone.shared_boards().is_none());
}
