//! The contract of [`ClusterStore`]: several stores on the same data, as several servers use them.

use crate::backend::{Cluster, append, event};
use protocol::{GameId, UnixMs};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use store::{
    Append, ClusterStore, GameLog, ListedSeek, NewEvent, NewSeek, SEEK_PAUSE_MS, SeatedPlayers,
    StoreError,
};

/// An append of this number of events, each with a secret.
fn events(game: &str, expected: u64, count: u64) -> Append {
    let event = |n: u64| event(&n.to_string(), &format!("secret {n}"), None);
    append(game, expected, (expected..expected + count).map(event).collect())
}

fn ids(ids: &[&str]) -> Vec<GameId> {
    ids.iter().map(|&id| id.into()).collect()
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

pub(crate) async fn servers_find_each_other<C: Cluster>() {
    let cluster = C::fresh().await;
    let (first, second) = (cluster.node().await, cluster.node().await);
    assert_eq!(first.cluster().unwrap().cluster_id(), second.cluster().unwrap().cluster_id());
    assert_eq!(first.cluster_id().len(), 32);
    assert!(first.is_first() && !second.is_first());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let ahead_ms = first.clock_ms().await.unwrap().0.abs_diff(now.as_millis() as u64);
    assert!(ahead_ms < 60_000, "the same machine's clock: {ahead_ms} ms");
}

pub(crate) async fn changed_logs_are_found_and_read_from_a_position<C: Cluster>() {
    let cluster = C::fresh().await;
    let (here, there) = (cluster.node().await, cluster.node().await);
    for game in ["a", "b", "c"] {
        here.create(1, events(game, 0, 3)).await.unwrap();
    }
    there.append(events("b", 3, 2)).await.unwrap();
    let known = ["a", "b", "c", "gone"].map(|game| (game.into(), 3)).to_vec();
    let mut changed = here.changed_logs(known).await.unwrap();
    changed.sort();
    assert_eq!(changed, ["b", "gone"]);
    for known in 0..=5 {
        let news = here.load_since(&"b".into(), known).await.unwrap();
        let seqs: Vec<u64> = news.iter().map(|event| event.seq).collect();
        assert_eq!(seqs, (known..5).collect::<Vec<u64>>());
        assert!(news.iter().all(|event| event.secret == format!("secret {}", event.seq)));
    }
    assert!(matches!(
        here.load_since(&"b".into(), 6).await,
        Err(StoreError::Damaged { seq: 5, .. })
    ));
    assert!(matches!(here.load_since(&"gone".into(), 2).await, Err(StoreError::NoGame(_))));
    // An event written by one store makes the other's append stale; the next append continues after
    // it.
    let stale = here.append(events("b", 3, 1)).await;
    assert!(matches!(stale, Err(StoreError::Stale { expected: 3, found: 5, .. })), "{stale:?}");
    here.append(events("b", 5, 1)).await.unwrap();
    assert_eq!(there.load_since(&"b".into(), 5).await.unwrap().len(), 1);
}

pub(crate) async fn a_deadline_is_claimed_once<C: Cluster>() {
    let cluster = C::fresh().await;
    let (here, there) = (cluster.node().await, cluster.node().await);
    let due = |game: &str, expected, deadline_ms: Option<u64>| Append {
        deadline_ms: deadline_ms.map(UnixMs),
        ..append(game, expected, vec![NewEvent { at_ms: UnixMs(7), ..event("x", "", None) }])
    };
    for n in 0..100 {
        here.create(1, due(&format!("g{n:02}"), 0, Some(n))).await.unwrap();
    }
    let (one, two) = tokio::join!(
        here.claim_due(UnixMs(49), UnixMs(500), 100),
        there.claim_due(UnixMs(49), UnixMs(500), 100)
    );
    let mut claimed = [one.unwrap(), two.unwrap()].concat();
    claimed.sort();
    let expected: Vec<GameId> = (0..50).map(|n| format!("g{n:02}").into()).collect();
    assert_eq!(claimed, expected);
    assert_eq!(here.claim_due(UnixMs(99), UnixMs(500), 7).await.unwrap().len(), 7);
    // The claimers did nothing, so the games are due again, except those that were appended to.
    here.append(due("g00", 1, None)).await.unwrap();
    here.append(due("g01", 1, Some(900))).await.unwrap();
    assert_eq!(there.claim_due(UnixMs(500), UnixMs(600), 1_000).await.unwrap().len(), 98);
}

pub(crate) async fn a_lease_ends_by_itself<C: Cluster>() {
    let cluster = C::fresh().await;
    let store = cluster.node().await;
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
}

pub(crate) async fn presence_is_known_elsewhere<C: Cluster>() {
    let cluster = C::fresh().await;
    let store = cluster.node().await;
    let seats = |seats: &[(&str, &str)]| {
        seats
            .iter()
            .map(|&(game, seats)| (game.into(), seats.to_owned()))
            .collect::<Vec<(GameId, _)>>()
    };
    store.set_presence("a", seats(&[("g", "0"), ("h", "1")]), UnixMs(100)).await.unwrap();
    store.set_presence("b", seats(&[("g", "23")]), UnixMs(200)).await.unwrap();
    let games = || ids(&["g", "h", "none"]);
    for (asks, now_ms, expected) in [
        ("a", 50, seats(&[("g", "23")])),
        ("b", 50, seats(&[("g", "0"), ("h", "1")])),
        ("b", 100, seats(&[])),
        ("a", 199, seats(&[("g", "23")])),
    ] {
        let mut found = store.present_elsewhere(asks, games(), UnixMs(now_ms)).await.unwrap();
        found.sort();
        assert_eq!(found, expected, "{asks} at {now_ms}");
    }
    store.set_presence("b", seats(&[("g", "")]), UnixMs(300)).await.unwrap();
    let found = store.present_elsewhere("a", games(), UnixMs(250)).await.unwrap();
    assert_eq!(found, seats(&[("g", "")]));
    store.remove_expired(UnixMs(300)).await.unwrap();
    assert!(store.present_elsewhere("a", games(), UnixMs(0)).await.unwrap().is_empty());
}

pub(crate) async fn chat_lines_are_read_in_order_until_they_expire<C: Cluster>() {
    let cluster = C::fresh().await;
    let (here, there) = (cluster.node().await, cluster.node().await);
    let start = here.last_chat_number().await.unwrap();
    let lines = |names: &[&str]| {
        names.iter().map(|name| ((*name).into(), format!("{name}!"))).collect::<Vec<(GameId, _)>>()
    };
    here.add_chat_lines(lines(&["a", "b"]), UnixMs(100)).await.unwrap();
    // Readers never miss a line: concurrent writers commit their numbers in order.
    let (mut seen, mut number) = (Vec::new(), start);
    let write = async |store: &dyn ClusterStore, name: &str| {
        for _ in 0..20 {
            store.add_chat_lines(lines(&[name, name]), UnixMs(200)).await.unwrap();
        }
    };
    let read = async {
        while seen.len() < 82 {
            for line in there.chat_lines_after(number, 7).await.unwrap() {
                assert!(line.number > number, "{line:?}");
                assert_eq!(line.text, format!("{}!", line.game));
                number = line.number;
                seen.push(line.game);
            }
        }
    };
    tokio::join!(write(&here, "c"), write(&there, "d"), read);
    assert_eq!(seen[..2], ["a", "b"]);
    assert_eq!(here.last_chat_number().await.unwrap(), number);
    here.remove_expired(UnixMs(100)).await.unwrap();
    let left = there.chat_lines_after(start, 1_000).await.unwrap();
    assert_eq!(left.len(), 80, "the first two have expired");
    here.remove_expired(UnixMs(200)).await.unwrap();
    here.add_chat_lines(lines(&["e"]), UnixMs(300)).await.unwrap();
    assert!(there.last_chat_number().await.unwrap() > number, "numbers are never used again");
}

pub(crate) async fn players_are_found_elsewhere<C: Cluster>() {
    let cluster = C::fresh().await;
    let (here, there) = (cluster.node().await, cluster.node().await);
    here.record_players(&"a".into(), texts(&["ada", "bo"])).await.unwrap();
    here.record_players(&"a".into(), texts(&["ada", "bo"])).await.unwrap();
    there.record_players(&"b".into(), texts(&["ada"])).await.unwrap();
    for (player, limit, expected) in
        [("ada", 9, &["b", "a"][..]), ("ada", 1, &["b"]), ("bo", 9, &["a"]), ("cy", 9, &[])]
    {
        assert_eq!(there.games_of_player(player, limit).await.unwrap(), expected, "{player}");
    }
    there.remove_players(ids(&["a"])).await.unwrap();
    assert_eq!(here.games_of_player("ada", 9).await.unwrap(), ["b"]);
    assert!(here.games_of_player("bo", 9).await.unwrap().is_empty());
}

fn seek(kind: &str, game: &str, creator: &str) -> NewSeek {
    let (kind, game, creator) = (kind.to_owned(), game.into(), creator.to_owned());
    NewSeek {
        kind,
        game,
        creator,
        text: "text".to_owned(),
        since_ms: UnixMs(5),
        until_ms: UnixMs(100),
    }
}

pub(crate) async fn a_seek_is_taken_once<C: Cluster>() {
    let cluster = C::fresh().await;
    let (here, there) = (cluster.node().await, cluster.node().await);
    here.add_seek(seek("x", "a", "ada"), 9).await.unwrap();
    there.add_seek(seek("x", "b", "bo"), 9).await.unwrap();
    let own = here.seeks(UnixMs(5), UnixMs(5)).await.unwrap()[0].number;
    let (now, until) = (UnixMs(5), UnixMs(50));
    assert_eq!(there.take_seek(own + 99, now, until).await.unwrap(), None);
    assert_eq!(there.take_seek(own, UnixMs(100), UnixMs(150)).await.unwrap(), None, "it is over");
    let taken = there.take_seek(own, now, until).await.unwrap().unwrap();
    assert_eq!((taken.number, &taken.seek), (own, &seek("x", "a", "ada")));
    assert_eq!(here.take_seek(own, now, until).await.unwrap(), None, "it is taken");
    here.add_seek(seek("x", "a", "ada"), 9).await.unwrap();
    assert_eq!(here.seeks(now, now).await.unwrap().len(), 1, "a taken seek is not added again");
    there.return_seek(own, until).await.unwrap();
    assert_eq!(here.seeks(now, now).await.unwrap().len(), 2);
    // A node that took the seek and died holds it no longer than it said.
    assert!(there.take_seek(own, now, until).await.unwrap().is_some());
    let later = UnixMs(60);
    assert!(here.take_seek(own, until, later).await.unwrap().is_some());
    there.return_seek(own, until).await.unwrap();
    assert_eq!(here.seeks(until, until).await.unwrap().len(), 1, "the second caller has it");
    assert_eq!(here.seeks(later, UnixMs(5)).await.unwrap().len(), 2, "it had it until then");
    here.return_seek(own, later).await.unwrap();
    here.renew_seeks(ids(&["a"]), UnixMs(200)).await.unwrap();
    let games = |list: Vec<ListedSeek>| -> Vec<GameId> {
        list.into_iter().map(|listed| listed.seek.game).collect()
    };
    assert_eq!(games(here.seeks(UnixMs(5), UnixMs(5)).await.unwrap()), ["a", "b"]);
    assert_eq!(games(here.seeks(UnixMs(150), UnixMs(150)).await.unwrap()), ["a"]);
    // A host who comes back within the pause is listed again.
    let back = UnixMs(200 + SEEK_PAUSE_MS - 1);
    here.remove_expired(back).await.unwrap();
    assert_eq!(games(here.seeks(back, back).await.unwrap()), [""; 0]);
    here.renew_seeks(ids(&["a"]), back + 100).await.unwrap();
    assert_eq!(games(here.seeks(back, back).await.unwrap()), ["a"]);
    here.remove_expired(back + 100 + SEEK_PAUSE_MS).await.unwrap();
    assert_eq!(games(here.seeks(UnixMs(5), UnixMs(5)).await.unwrap()), [""; 0]);
    here.remove_seeks(ids(&["a", "b"])).await.unwrap();
    // Of two concurrent callers on any nodes, one gets the seek.
    for round in 0..20 {
        here.add_seek(seek("x", &format!("a{round}"), "ada"), 9).await.unwrap();
        let number = there.seeks(UnixMs(5), UnixMs(5)).await.unwrap()[0].number;
        let (one, two) = tokio::join!(
            here.take_seek(number, UnixMs(5), until),
            there.take_seek(number, UnixMs(5), until)
        );
        let taken: Vec<_> = [one.unwrap(), two.unwrap()].into_iter().flatten().collect();
        assert_eq!(taken.len(), 1, "round {round}");
        assert!(here.seeks(UnixMs(5), UnixMs(5)).await.unwrap().is_empty());
        here.remove_seeks(vec![taken[0].seek.game.clone()]).await.unwrap();
    }
    for n in 0..5 {
        here.add_seek(seek(&format!("k{n}"), &format!("g{n}"), "ada"), 3).await.unwrap();
    }
    assert_eq!(
        games(here.seeks(UnixMs(5), UnixMs(5)).await.unwrap()),
        ["g2", "g3", "g4"],
        "the oldest give way"
    );
}

/// Exactly the allowed number is admitted, however many ask concurrently.
pub(crate) async fn a_limit_holds_across_nodes<C: Cluster>() {
    let cluster = C::fresh().await;
    let (here, there) = (cluster.node().await, cluster.node().await);
    let every = Duration::from_secs(1);
    let ask = async |store: &C::Node, now_ms| {
        let mut admitted = 0;
        for _ in 0..40 {
            let would = store.would_admit("ada", UnixMs(now_ms), every, 50).await.unwrap();
            let is_admitted = store.admit("ada", UnixMs(now_ms), every, 50).await.unwrap();
            // Another node may use up the last one in between.
            assert!(would || !is_admitted);
            admitted += u32::from(is_admitted);
        }
        admitted
    };
    let (one, two) = tokio::join!(ask(&here, 10_000), ask(&there, 10_000));
    assert_eq!(one + two, 50);
    assert_eq!(ask(&here, 10_999).await, 0);
    assert_eq!(ask(&here, 13_000).await, 3);
    assert!(here.admit("bo", UnixMs(13_000), every, 1).await.unwrap());
    assert!(!here.admit("bo", UnixMs(13_000), every, 1).await.unwrap());
    here.remove_expired(UnixMs(14_000)).await.unwrap();
    assert!(
        here.admit("bo", UnixMs(13_000), every, 1).await.unwrap(),
        "what has run out is forgotten"
    );
    assert_eq!(ask(&here, 13_000).await, 0, "what has not is kept");
}
