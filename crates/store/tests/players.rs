//! Accounts, sessions and the archive, shown on SQLite.

use store::{
    Append, ArchiveQuestion, Ended, Finished, FinishedPlayer, NewEvent, NewPassword, Player,
    Session, SqliteStore, Store, StoreError,
};

fn player(key: &str) -> Player {
    Player {
        id: format!("id-{key}"),
        key: key.into(),
        name: key.to_uppercase(),
        password: format!("hash-{key}"),
        since_ms: 5,
    }
}

fn session(hash: &str, player: &str, until_ms: u64) -> Session {
    Session { hash: hash.into(), player: format!("id-{player}"), until_ms }
}

/// Ada's next password.
fn new_password(proven: &str, password: &str, kept: &str) -> NewPassword {
    NewPassword {
        player: "id-ada".into(),
        proven: proven.into(),
        password: password.into(),
        kept: kept.into(),
    }
}

fn finished(game: &str, ended_ms: u64, players: &[&str]) -> Finished {
    let players = players
        .iter()
        .map(|name| FinishedPlayer {
            id: (*name != "stranger").then(|| format!("id-{name}")),
            name: (*name).into(),
        })
        .collect();
    Finished {
        game: game.into(),
        ladder: "xiangqi/blitz".into(),
        ended_ms,
        rated: true,
        players,
        text: format!("text of {game}"),
    }
}

fn append(game: &str, expected: u64, finished: Option<Finished>) -> Append {
    let event = NewEvent {
        kind: "acted",
        seat: None,
        command: None,
        public: "{}".into(),
        secret: String::new(),
        at_ms: 7,
    };
    Append {
        game: game.into(),
        expected,
        events: vec![event],
        token: None,
        deadline_ms: None,
        finished,
    }
}

async fn fresh() -> (tempfile::TempDir, SqliteStore) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("games.db")).await.unwrap();
    (folder, store)
}

async fn with_players(names: &[&str]) -> (tempfile::TempDir, SqliteStore) {
    let (folder, store) = fresh().await;
    for name in names {
        store.add_player(player(name), session(&format!("s-{name}"), name, 100)).await.unwrap();
    }
    (folder, store)
}

async fn signed_in(store: &SqliteStore, hash: &str, now_ms: u64) -> Option<String> {
    store.session(hash, now_ms).await.unwrap().map(|player| player.key)
}

#[tokio::test]
async fn a_name_belongs_to_one_player() {
    let (folder, store) = with_players(&["ada"]).await;
    let other = Player { id: "other".into(), ..player("ada") };
    let taken = store.add_player(other, session("s-other", "ada", 100)).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "{taken:?}");
    assert_eq!(signed_in(&store, "s-other", 6).await, None, "refused, and yet signed in");
    let reopened = SqliteStore::open(&folder.path().join("games.db")).await.unwrap();
    assert_eq!(reopened.player_by_key("ada").await.unwrap(), Some(player("ada")));
    assert_eq!(reopened.player_by_key("ADA").await.unwrap(), None);
    assert_eq!(reopened.player_by_id("id-ada").await.unwrap(), Some(player("ada")));
    assert_eq!(reopened.player_by_id("ada").await.unwrap(), None);
}

/// A file that an earlier version made is brought up to date, and what is in it stays.
#[tokio::test]
async fn a_file_from_before_accounts_is_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let old = sqlx::SqlitePool::connect_with(options).await.unwrap();
    for script in [
        include_str!("../migrations/0001_games.sql"),
        include_str!("../migrations/0002_boards.sql"),
    ] {
        sqlx::raw_sql(script).execute(&old).await.unwrap();
    }
    sqlx::query("INSERT INTO board (id, name, key) VALUES ('b', 'Table 7', zeroblob(32))")
        .execute(&old)
        .await
        .unwrap();
    old.close().await;
    let store = SqliteStore::open(&file).await.unwrap();
    assert_eq!(store.boards().await.unwrap()[0].name, "Table 7");
    store.add_player(player("ada"), session("s-ada", "ada", 100)).await.unwrap();
    assert_eq!(signed_in(&store, "s-ada", 6).await.as_deref(), Some("ada"));
}

#[test]
fn a_player_in_a_log_has_no_password() {
    let shown = format!("{:?}", player("ada"));
    assert!(shown.contains("ADA") && !shown.contains("hash-ada"), "{shown}");
}

#[tokio::test]
async fn a_session_ends() {
    let (_folder, store) = with_players(&["ada", "bo"]).await;
    for (now_ms, expected) in [(6, Some("ada")), (99, Some("ada")), (100, None)] {
        assert_eq!(signed_in(&store, "s-ada", now_ms).await.as_deref(), expected, "at {now_ms}");
    }
    // Signing in again takes the old session's place.
    let hash = || "hash-ada".to_owned();
    store.add_session(session("s2", "ada", 300), hash(), Some("s-ada".into()), 50).await.unwrap();
    assert_eq!(signed_in(&store, "s-ada", 50).await, None);
    assert_eq!(signed_in(&store, "s2", 50).await.as_deref(), Some("ada"));
    assert_eq!(signed_in(&store, "s-bo", 50).await.as_deref(), Some("bo"), "another's");
    store.add_session(session("s3", "ada", 300), hash(), None, 50).await.unwrap();
    store.set_password(new_password("hash-ada", "new", "s3")).await.unwrap();
    assert_eq!(store.player_by_key("ada").await.unwrap().unwrap().password, "new");
    for (hash, expected) in [("s2", None), ("s3", Some("ada")), ("s-bo", Some("bo"))] {
        assert_eq!(signed_in(&store, hash, 50).await.as_deref(), expected, "{hash}");
    }
    store.end_session("s3").await.unwrap();
    store.end_session("nobody's").await.unwrap();
    assert_eq!(signed_in(&store, "s3", 50).await, None);
}

/// What was proven by a password that is another by now changes nothing.
#[tokio::test]
async fn a_password_of_before_opens_nothing() {
    let (_folder, store) = with_players(&["ada", "bo"]).await;
    store.set_password(new_password("hash-ada", "new", "s-ada")).await.unwrap();
    for (session, proven) in [
        (session("late", "ada", 300), "hash-ada"),
        (session("late", "ada", 300), "hash-bo"),
        (session("late", "nobody", 300), "new"),
    ] {
        // The session that would have ended stays, too.
        let late = store.add_session(session, proven.into(), Some("s-ada".into()), 50).await;
        assert!(matches!(late, Err(StoreError::PasswordChanged)), "{proven}: {late:?}");
    }
    let late = store.set_password(new_password("hash-ada", "newer", "late")).await;
    assert!(matches!(late, Err(StoreError::PasswordChanged)), "{late:?}");
    assert_eq!(store.player_by_key("ada").await.unwrap().unwrap().password, "new");
    for (hash, expected) in [("late", None), ("s-ada", Some("ada")), ("s-bo", Some("bo"))] {
        assert_eq!(signed_in(&store, hash, 50).await.as_deref(), expected, "{hash}");
    }
}

#[tokio::test]
async fn a_game_is_in_the_archive_with_the_event_that_ends_it() {
    let (_folder, store) = with_players(&["ada", "bo"]).await;
    let mut told = store.finished();
    store.create(1, append("g", 0, None)).await.unwrap();
    let end = finished("g", 9, &["ada", "bo"]);
    let stale = store.append(append("g", 7, Some(end.clone()))).await;
    assert!(matches!(stale, Err(StoreError::Stale { .. })), "{stale:?}");
    assert!(store.rated(None, 9).await.unwrap().is_empty(), "rated without its event");
    // What the archive cannot take is not in the log either; whoever waits beside it is.
    let nowhere = store.append(append("g", 1, Some(finished("nowhere", 9, &["ada", "bo"]))));
    let beside = store.create(1, append("beside", 0, None));
    let (nowhere, beside) = tokio::join!(nowhere, beside);
    assert!(matches!(nowhere, Err(StoreError::Database(_))), "{nowhere:?}");
    beside.unwrap();
    assert_eq!(store.load("g").await.unwrap().len(), 1);
    assert_eq!(store.load("beside").await.unwrap().len(), 1);
    assert!(told.try_recv().is_err(), "told what was not committed");

    store.append(append("g", 1, Some(end.clone()))).await.unwrap();
    assert_eq!(store.rated(None, 9).await.unwrap(), std::slice::from_ref(&end));
    assert_eq!(told.try_recv().ok().as_ref(), Some(&end), "told before the answer");
    // A correction writes over it, players and all.
    let corrected = Finished { players: finished("g", 9, &["bo", "stranger"]).players, ..end };
    store.append(append("g", 2, Some(corrected.clone()))).await.unwrap();
    assert_eq!(store.rated(None, 9).await.unwrap(), std::slice::from_ref(&corrected));
    let unrated = Finished { rated: false, ..corrected.clone() };
    store.append(append("g", 3, Some(unrated.clone()))).await.unwrap();
    assert!(store.rated(None, 9).await.unwrap().is_empty());
    assert_eq!(told.try_recv().ok(), Some(corrected));
    assert_eq!(told.try_recv().ok().as_ref(), Some(&unrated));
    let all = ArchiveQuestion { limit: 10, ..ArchiveQuestion::default() };
    assert_eq!(store.archive(all).await.unwrap(), [unrated]);
}

#[tokio::test]
async fn the_archive_is_read_in_pages() {
    let (_folder, store) = with_players(&["ada", "bo", "cy", "di"]).await;
    let mut games = vec![
        finished("a", 10, &["ada", "bo"]),
        finished("b", 20, &["bo", "cy"]),
        finished("c", 20, &["ada", "bo", "cy", "di"]),
        finished("d", 15, &["ada", "stranger"]),
        finished("e", 30, &[]),
    ];
    games[2].ladder = "sifang/rapid".into();
    games[3].rated = false;
    for game in &games {
        store.create(1, append(&game.game, 0, Some(game.clone()))).await.unwrap();
    }
    let question = |player: Option<&str>, ladder: Option<&str>, limit| ArchiveQuestion {
        player: player.map(|name| format!("id-{name}")),
        ladder: ladder.map(str::to_owned),
        place: None,
        before: None,
        limit,
    };
    for (question, expected) in [
        (question(None, None, 9), "e c b d a"),
        (question(None, None, 2), "e c"),
        (question(Some("ada"), None, 9), "c d a"),
        (question(Some("cy"), Some("xiangqi/"), 9), "b"),
        (question(None, Some("sifang/"), 9), "c"),
        (question(None, Some("xiang"), 9), "e b d a"),
        (question(Some("nobody"), None, 9), ""),
        (question(None, None, 0), ""),
    ] {
        let page = store.archive(question.clone()).await.unwrap();
        let names: Vec<&str> = page.iter().map(|game| game.game.as_str()).collect();
        assert_eq!(names.join(" "), expected, "{question:?}");
        assert!(page.iter().all(|game| games.contains(game)), "{page:?}");
    }
    for (place, expected) in [("", "e c b d a"), ("b", "b"), ("ba", ""), ("f", "")] {
        let question = ArchiveQuestion { place: Some(place.into()), ..question(None, None, 9) };
        let page = store.archive(question).await.unwrap();
        let names: Vec<&str> = page.iter().map(|game| game.game.as_str()).collect();
        assert_eq!(names.join(" "), expected, "{place}");
    }
    // Page after page: nothing comes twice, and nothing is missing.
    let mut asked = question(None, None, 2);
    let mut seen = Vec::new();
    loop {
        let page = store.archive(asked.clone()).await.unwrap();
        let Some(last) = page.last() else { break };
        asked.before = Some(last.place());
        seen.extend(page.into_iter().map(|game| game.game));
    }
    assert_eq!(seen, ["e", "c", "b", "d", "a"]);
    // And rated games from the first on.
    let mut seen = Vec::new();
    let mut after: Option<Ended> = None;
    loop {
        let page = store.rated(after, 3).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.place());
        seen.extend(page.into_iter().map(|game| game.game));
    }
    assert_eq!(seen, ["a", "b", "c", "e"]);
}
