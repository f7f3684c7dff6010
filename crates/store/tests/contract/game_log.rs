//! The contract of [`GameLog`].

use crate::backend::{Backend, append, event};
use protocol::{GameId, UnixMs};
use store::{Append, GameLog, NewEvent, SeatToken, StoreError};

pub(crate) async fn what_is_appended_is_read_back<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    let token = SeatToken { hash: "ab".into(), seats: vec![0, 1] };
    let first = Append {
        token: Some(token.clone()),
        deadline_ms: Some(UnixMs(99)),
        ..append("g", 0, vec![event("open", "sealed", None)])
    };
    store.create(1, first).await.unwrap();
    store
        .append(append("g", 1, vec![event("a", "", Some("id1")), event("b", "", None)]))
        .await
        .unwrap();
    let reopened = backend.reopened().await;
    for store in [store, &reopened] {
        let log = store.load(&"g".into()).await.unwrap();
        let seen: Vec<_> = log
            .iter()
            .map(|e| (e.seq, e.public.as_str(), e.secret.as_str(), e.command.as_deref()))
            .collect();
        assert_eq!(
            seen,
            [(0, "open", "sealed", None), (1, "a", "", Some("id1")), (2, "b", "", None)]
        );
        assert_eq!(store.tokens(&"g".into()).await.unwrap(), std::slice::from_ref(&token));
    }
    // The second append removed the deadline.
    assert!(store.games_with_deadline().await.unwrap().is_empty());
}

pub(crate) async fn of_two_writers_one_is_refused<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    store.create(1, append("g", 0, vec![event("open", "", None)])).await.unwrap();
    assert!(store.tokens(&"g".into()).await.unwrap().is_empty());
    let one = store.append(append("g", 1, vec![event("a", "", None)]));
    let other = store.append(append("g", 1, vec![event("b", "", None)]));
    let (one, other) = tokio::join!(one, other);
    assert!(one.is_ok() != other.is_ok());
    assert_eq!(store.load(&"g".into()).await.unwrap().len(), 2);
    let missing = store.append(append("nowhere", 0, Vec::new())).await;
    assert!(matches!(missing, Err(StoreError::NoGame(_))));
    assert!(matches!(store.load(&"nowhere".into()).await, Err(StoreError::NoGame(_))));
}

pub(crate) async fn several_logs_are_read_together<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    for game in ["g", "h", "i"] {
        store.create(1, append(game, 0, vec![event("open", game, None)])).await.unwrap();
    }
    store.append(append("g", 1, vec![event("a", "", Some("id1"))])).await.unwrap();
    let asked = ["h", "nowhere", "g"].map(GameId::from).to_vec();
    let mut logs = store.load_logs(asked).await.unwrap();
    logs.sort_by(|one, other| one.game.cmp(&other.game));
    let [g, h, nowhere] = &logs[..] else { panic!("{} logs", logs.len()) };
    for found in [g, h] {
        let alone = store.load(&found.game).await.unwrap();
        assert!(found.log.as_ref().is_ok_and(|log| *log == alone), "{}", found.game);
    }
    assert_eq!((g.game.as_str(), h.game.as_str()), ("g", "h"));
    assert!(matches!(&nowhere.log, Err(StoreError::NoGame(game)) if *game == "nowhere"));
    assert!(store.load_logs(Vec::new()).await.unwrap().is_empty());
}

/// Neither by id nor by time: clocks can be set back.
pub(crate) async fn games_are_listed_as_they_began<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    for (game, at_ms) in [("b:7", 50), ("b:9", 90), ("c:1", 91), ("b:8", 10)] {
        let first = NewEvent { at_ms: UnixMs(at_ms), ..event("open", "", None) };
        store.create(1, append(game, 0, vec![first])).await.unwrap();
    }
    store.append(append("b:7", 1, vec![event("a", "", None)])).await.unwrap();
    for store in [store, &backend.reopened().await] {
        assert_eq!(store.games_with_prefix("b:").await.unwrap(), ["b:7", "b:9", "b:8"]);
    }
}

pub(crate) async fn a_command_is_stored_once<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    store.create(1, append("g", 0, vec![event("open", "", None)])).await.unwrap();
    store.append(append("g", 1, vec![event("a", "", Some("id"))])).await.unwrap();
    let again = store.append(append("g", 2, vec![event("a", "", Some("id"))])).await;
    assert!(matches!(again, Err(StoreError::Database(_))), "{again:?}");
    assert_eq!(store.load(&"g".into()).await.unwrap().len(), 2);
}

pub(crate) async fn many_appends_share_commits_and_keep_their_order<B: Backend>() {
    let backend = std::sync::Arc::new(B::fresh().await);
    let mut games = Vec::new();
    for game in 0..40 {
        let backend = backend.clone();
        games.push(tokio::spawn(async move {
            let (store, id) = (backend.store(), format!("g{game}"));
            store.create(1, append(&id, 0, vec![event("open", "", None)])).await.unwrap();
            for seq in 1..20 {
                let next = vec![event(&seq.to_string(), "", None)];
                store.append(append(&id, seq, next)).await.unwrap();
            }
        }));
    }
    for game in games {
        game.await.unwrap();
    }
    for game in 0..40 {
        let log = backend.store().load(&format!("g{game}").into()).await.unwrap();
        assert!(log.iter().skip(1).all(|event| event.public == event.seq.to_string()));
        assert_eq!(log.len(), 20);
    }
}

pub(crate) async fn alive_is_one_row<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    assert_eq!(store.last_alive().await.unwrap(), None);
    store.mark_alive(UnixMs(5)).await.unwrap();
    store.mark_alive(UnixMs(6)).await.unwrap();
    assert_eq!(store.last_alive().await.unwrap(), Some(UnixMs(6)));
}

pub(crate) async fn a_store_that_can_commit_is_healthy<B: Backend>() {
    let backend = B::fresh().await;
    for _ in 0..3 {
        backend.store().health().await.unwrap();
    }
}

/// Only a game that has never begun can be deleted, completely.
pub(crate) async fn what_has_begun_is_never_deleted<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    let token = Some(SeatToken { hash: "ab".into(), seats: vec![0] });
    let open = |game: &str, expected: u64| Append {
        is_open: true,
        ..append(game, expected, vec![event("open", "sealed", None)])
    };
    for game in ["waits", "joined", "begins", "begun", "ended"] {
        let first = Append { token: token.clone(), ..open(game, 0) };
        store.create(1, Append { is_open: game != "begun", ..first }).await.unwrap();
    }
    store.append(open("joined", 1)).await.unwrap();
    store.append(append("begins", 1, vec![event("a", "", None)])).await.unwrap();
    store.append(append("ended", 1, vec![event("end", "", None)])).await.unwrap();
    // A started game stays started, regardless of later appends.
    store.append(open("begins", 2)).await.unwrap();
    assert_eq!(store.open_before(UnixMs(8), 9).await.unwrap(), ["joined", "waits"]);
    assert_eq!(store.open_before(UnixMs(8), 1).await.unwrap(), ["joined"]);
    assert!(store.open_before(UnixMs(7), 9).await.unwrap().is_empty(), "made at 7");
    for (game, expected) in [("begins", 3), ("begun", 1), ("ended", 2)] {
        let refused = store.delete_open(&game.into(), expected).await;
        assert!(matches!(refused, Err(StoreError::Begun(_))), "{game}: {refused:?}");
        assert_eq!(store.load(&game.into()).await.unwrap().len() as u64, expected);
        assert_eq!(store.tokens(&game.into()).await.unwrap().len(), 1);
    }
    let stale = store.delete_open(&"joined".into(), 1).await;
    assert!(matches!(stale, Err(StoreError::Stale { found: 2, .. })), "{stale:?}");
    assert_eq!(store.load(&"joined".into()).await.unwrap().len(), 2);
    store.delete_open(&"waits".into(), 1).await.unwrap();
    assert!(matches!(store.load(&"waits".into()).await, Err(StoreError::NoGame(_))));
    assert!(store.tokens(&"waits".into()).await.unwrap().is_empty());
    let gone = store.append(open("waits", 1)).await;
    assert!(matches!(gone, Err(StoreError::NoGame(_))), "{gone:?}");
    assert!(matches!(store.delete_open(&"waits".into(), 1).await, Err(StoreError::NoGame(_))));
    assert_eq!(store.open_before(UnixMs(8), 9).await.unwrap(), ["joined"]);
}

pub(crate) async fn room_that_is_given_back_can_be_used_again<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    // Space that the database reserves for its tables is not the game's.
    backend.tidy();
    let before = store.usage().await.unwrap().used_bytes;
    let text = incompressible(1_000_000);
    let large = Append { is_open: true, ..append("large", 0, vec![event(&text, "", None)]) };
    store.create(1, large).await.unwrap();
    assert!(store.usage().await.unwrap().used_bytes > before + 900_000);
    store.delete_open(&"large".into(), 1).await.unwrap();
    backend.tidy();
    assert!(store.usage().await.unwrap().used_bytes < before + 100_000);
}

/// A text of this length that databases cannot compress.
fn incompressible(length: usize) -> String {
    let mut state = 1_u32;
    let letter = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from(b' ' + (state >> 24) as u8 % 95)
    };
    (0..length).map(letter).collect()
}
