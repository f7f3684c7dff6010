//! What every store must keep to, shown on SQLite.

use store::{Append, NewEvent, SeatToken, SqliteStore, Store, StoreError};

fn event(public: &str, secret: &str, command: Option<&str>) -> NewEvent {
    NewEvent {
        kind: "acted",
        seat: Some(1),
        command: command.map(str::to_owned),
        public: public.into(),
        secret: secret.into(),
        at_ms: 7,
    }
}

fn append(game: &str, expected: u64, events: Vec<NewEvent>) -> Append {
    Append { game: game.into(), expected, events, token: None, deadline_ms: None, finished: None }
}

async fn fresh() -> (tempfile::TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("deep/er/games.db")).await.unwrap();
    (folder, store)
}

#[tokio::test]
async fn what_is_appended_is_read_back() {
    let (folder, store) = fresh().await;
    let token = SeatToken { hash: "ab".into(), seats: vec![0, 1] };
    let first = Append {
        token: Some(token.clone()),
        deadline_ms: Some(99),
        ..append("g", 0, vec![event("open", "sealed", None)])
    };
    store.create(1, first).await.unwrap();
    store
        .append(append("g", 1, vec![event("a", "", Some("id1")), event("b", "", None)]))
        .await
        .unwrap();
    let reopened = SqliteStore::open(&folder.path().join("deep/er/games.db")).await.unwrap();
    for store in [&store, &reopened] {
        let log = store.load("g").await.unwrap();
        let seen: Vec<_> = log
            .iter()
            .map(|e| (e.seq, e.public.as_str(), e.secret.as_str(), e.command.as_deref()))
            .collect();
        assert_eq!(
            seen,
            [(0, "open", "sealed", None), (1, "a", "", Some("id1")), (2, "b", "", None)]
        );
        assert_eq!(store.tokens("g").await.unwrap(), std::slice::from_ref(&token));
    }
    // The second append ended the deadline.
    assert!(store.with_deadline().await.unwrap().is_empty());
}

#[tokio::test]
async fn of_two_writers_one_is_refused() {
    let (_folder, store) = fresh().await;
    store.create(1, append("g", 0, vec![event("open", "", None)])).await.unwrap();
    let one = store.append(append("g", 1, vec![event("a", "", None)]));
    let other = store.append(append("g", 1, vec![event("b", "", None)]));
    let (one, other) = tokio::join!(one, other);
    assert!(one.is_ok() != other.is_ok());
    assert_eq!(store.load("g").await.unwrap().len(), 2);
    let missing = store.append(append("nowhere", 0, Vec::new())).await;
    assert!(matches!(missing, Err(StoreError::NoGame(_))));
    assert!(matches!(store.load("nowhere").await, Err(StoreError::NoGame(_))));
}

#[tokio::test]
async fn a_command_is_stored_once() {
    let (_folder, store) = fresh().await;
    store.create(1, append("g", 0, vec![event("open", "", None)])).await.unwrap();
    store.append(append("g", 1, vec![event("a", "", Some("id"))])).await.unwrap();
    let again = store.append(append("g", 2, vec![event("a", "", Some("id"))])).await;
    assert!(matches!(again, Err(StoreError::Database(_))), "{again:?}");
    assert_eq!(store.load("g").await.unwrap().len(), 2);
}

#[tokio::test]
async fn many_appends_share_commits_and_keep_their_order() {
    let (_folder, store) = fresh().await;
    let store = std::sync::Arc::new(store);
    let mut games = Vec::new();
    for game in 0..40 {
        let store = store.clone();
        games.push(tokio::spawn(async move {
            let id = format!("g{game}");
            store.create(1, append(&id, 0, vec![event("open", "", None)])).await.unwrap();
            for seq in 1..20 {
                store
                    .append(append(&id, seq, vec![event(&seq.to_string(), "", None)]))
                    .await
                    .unwrap();
            }
        }));
    }
    for game in games {
        game.await.unwrap();
    }
    for game in 0..40 {
        let log = store.load(&format!("g{game}")).await.unwrap();
        assert!(log.iter().skip(1).all(|event| event.public == event.seq.to_string()));
        assert_eq!(log.len(), 20);
    }
}

#[tokio::test]
async fn a_doctored_log_is_noticed() {
    let (folder, store) = fresh().await;
    store
        .create(1, append("g", 0, vec![event("open", "", None), event("h2e2", "", None)]))
        .await
        .unwrap();
    let file = folder.path().join("deep/er/games.db");
    let pool = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    sqlx::query("UPDATE game_event SET public = 'b2e2' WHERE seq = 1")
        .execute(&pool)
        .await
        .unwrap();
    assert!(matches!(store.load("g").await, Err(StoreError::Damaged { seq: 1, .. })));
}

#[tokio::test]
async fn alive_is_one_row() {
    let (_folder, store) = fresh().await;
    assert_eq!(store.last_alive().await.unwrap(), None);
    store.mark_alive(5).await.unwrap();
    store.mark_alive(6).await.unwrap();
    assert_eq!(store.last_alive().await.unwrap(), Some(6));
}
