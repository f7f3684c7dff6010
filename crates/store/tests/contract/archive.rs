//! The contract of [`Archive`].

use crate::backend::{Backend, append, event, with_players};
use protocol::{GameId, UnixMs};
use store::{
    Append, Archive, ArchiveFilter, ClaimingPlayer, Cursor, Finished, FinishedPlayer, GameLog,
    StoreError,
};

fn finished(game: &str, ended_ms: u64, players: &[&str]) -> Finished {
    let players = players
        .iter()
        .map(|name| FinishedPlayer {
            id: (*name != "stranger").then(|| format!("id-{name}").into()),
            name: (*name).into(),
        })
        .collect();
    Finished {
        game: game.into(),
        ladder: "xiangqi/blitz".into(),
        ended_ms: UnixMs(ended_ms),
        rated: true,
        players,
        text: format!("text of {game}"),
    }
}

/// One more event, which may end its game.
fn one(game: &str, expected: u64, finished: Option<Finished>) -> Append {
    Append { finished, ..append(game, expected, vec![event("{}", "", None)]) }
}

/// All finished games in commit order.
async fn all(store: &impl Archive) -> Vec<Finished> {
    store.finished_since(Cursor::default(), 99).await.unwrap().0
}

pub(crate) async fn a_game_is_in_the_archive_with_the_event_that_ends_it<B: Backend>() {
    let backend = with_players::<B>(&["ada", "bo"]).await;
    let store = backend.store();
    let mut hint = store.finished_hint();
    store.create(1, one("g", 0, None)).await.unwrap();
    let end = finished("g", 9, &["ada", "bo"]);
    let stale = store.append(one("g", 7, Some(end.clone()))).await;
    assert!(matches!(stale, Err(StoreError::Stale { .. })), "{stale:?}");
    assert!(all(store).await.is_empty(), "finished without its event");
    // If the archive rejects a game, its event is not committed; a concurrent append is.
    let nowhere = store.append(one("g", 1, Some(finished("nowhere", 9, &["ada", "bo"]))));
    let beside = store.create(1, one("beside", 0, None));
    let (nowhere, beside) = tokio::join!(nowhere, beside);
    assert!(matches!(nowhere, Err(StoreError::Database(_))), "{nowhere:?}");
    beside.unwrap();
    assert_eq!(store.load(&"g".into()).await.unwrap().len(), 1);
    assert_eq!(store.load(&"beside".into()).await.unwrap().len(), 1);
    assert!(!hint.has_changed().unwrap(), "told what was not committed");

    store.append(one("g", 1, Some(end.clone()))).await.unwrap();
    assert!(hint.has_changed().unwrap(), "told before the answer");
    hint.mark_unchanged();
    assert_eq!(all(store).await, std::slice::from_ref(&end));
    // A correction replaces the row and its players.
    let corrected = Finished { players: finished("g", 9, &["bo", "stranger"]).players, ..end };
    store.append(one("g", 2, Some(corrected.clone()))).await.unwrap();
    assert!(hint.has_changed().unwrap());
    assert_eq!(all(store).await, std::slice::from_ref(&corrected));
    let unrated = Finished { rated: false, ..corrected };
    store.append(one("g", 3, Some(unrated.clone()))).await.unwrap();
    assert_eq!(all(store).await, std::slice::from_ref(&unrated));
    let question = ArchiveFilter { limit: 10, ..ArchiveFilter::default() };
    assert_eq!(store.archive(question).await.unwrap(), [unrated]);
}

/// Reads `count` games after a cursor. A page may have fewer games, but is empty only at the end.
async fn follow(store: &impl Archive, mut cursor: Cursor, count: usize) -> (Vec<Finished>, Cursor) {
    let mut found = Vec::new();
    while found.len() < count {
        let left = (count - found.len()) as u32;
        let (page, next) = store.finished_since(cursor, left).await.unwrap();
        assert!(!page.is_empty(), "after {} of {count}", found.len());
        found.extend(page);
        cursor = next;
    }
    (found, cursor)
}

pub(crate) async fn a_follower_misses_nothing<B: Backend>() {
    let backend = with_players::<B>(&["ada", "bo"]).await;
    let (store, other) = (backend.store(), backend.reopened().await);
    // In commit order, independent of when the games ended.
    let ended = [("a", 30), ("b", 10), ("c", 20), ("d", 20), ("e", 5)];
    for (game, ended_ms) in ended {
        let end = finished(game, ended_ms, &["ada", "bo"]);
        store.create(1, one(game, 0, Some(end))).await.unwrap();
    }
    let names =
        |games: &[Finished]| games.iter().map(|game| game.game.as_str()).collect::<String>();
    let (first, cursor) = follow(store, Cursor::default(), 2).await;
    let (second, cursor) = follow(&other, cursor, 2).await;
    assert_eq!((names(&first), names(&second)), ("ab".to_owned(), "cd".to_owned()));
    // A corrected game comes after all others, in its corrected form, whether it was read before or
    // not.
    for (game, name) in [("b", "bo"), ("e", "ada"), ("b", "ada")] {
        let expected = store.load(&game.into()).await.unwrap().len() as u64;
        let right = Some(finished(game, 10, &[name]));
        store.append(one(game, expected, right)).await.unwrap();
    }
    let (third, cursor) = follow(&other, cursor, 2).await;
    assert_eq!(names(&third), "eb");
    assert_eq!(third[1].players[0].name, "ada");
    assert_eq!(store.finished_since(cursor.clone(), 9).await.unwrap(), (Vec::new(), cursor));
}

pub(crate) async fn the_archive_is_read_in_pages<B: Backend>() {
    let backend = with_players::<B>(&["ada", "bo", "cy", "di"]).await;
    let store = backend.store();
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
        store.create(1, one(&game.game, 0, Some(game.clone()))).await.unwrap();
    }
    let asked = ["d", "nowhere", "c"].map(GameId::from).to_vec();
    let mut found = store.finished_games(asked).await.unwrap();
    found.sort_by(|one, other| one.game.cmp(&other.game));
    assert_eq!(found, games[2..4]);
    assert_eq!(store.finished_games(Vec::new()).await.unwrap(), []);
    let question = |player: Option<&str>, variant: Option<&str>, limit| ArchiveFilter {
        player: player.map(|name| format!("id-{name}").into()),
        variant: variant.map(str::to_owned),
        id_prefix: None,
        before: None,
        limit,
    };
    for (question, expected) in [
        (question(None, None, 9), "e c b d a"),
        (question(None, None, 2), "e c"),
        (question(Some("ada"), None, 9), "c d a"),
        (question(Some("cy"), Some("xiangqi"), 9), "b"),
        (question(None, Some("sifang"), 9), "c"),
        (question(None, Some("xiangqi"), 9), "e b d a"),
        (question(None, Some("xiang"), 9), ""),
        (question(Some("absent"), None, 9), ""),
        (question(None, None, 0), ""),
    ] {
        let page = store.archive(question.clone()).await.unwrap();
        let names: Vec<&str> = page.iter().map(|game| game.game.as_str()).collect();
        assert_eq!(names.join(" "), expected, "{question:?}");
        assert!(page.iter().all(|game| games.contains(game)), "{page:?}");
    }
    for (prefix, expected) in [("", "e c b d a"), ("b", "b"), ("ba", ""), ("f", "")] {
        let question = ArchiveFilter { id_prefix: Some(prefix.into()), ..question(None, None, 9) };
        let page = store.archive(question).await.unwrap();
        let names: Vec<&str> = page.iter().map(|game| game.game.as_str()).collect();
        assert_eq!(names.join(" "), expected, "{prefix}");
    }
    for (prefix, player, variant, expected) in
        [("c", "ada", "sifang", "c"), ("c", "ada", "xiangqi", ""), ("b", "ada", "xiangqi", "")]
    {
        let question = question(Some(player), Some(variant), 9);
        let question = ArchiveFilter { id_prefix: Some(prefix.into()), ..question };
        let page = store.archive(question.clone()).await.unwrap();
        let names: Vec<&str> = page.iter().map(|game| game.game.as_str()).collect();
        assert_eq!(names.join(" "), expected, "{question:?}");
    }
    // Page by page, no game is repeated or missing.
    let mut asked = question(None, None, 2);
    let mut seen = Vec::new();
    loop {
        let page = store.archive(asked.clone()).await.unwrap();
        let Some(last) = page.last() else { break };
        asked.before = Some(last.position());
        seen.extend(page.into_iter().map(|game| game.game));
    }
    assert_eq!(seen, ["e", "c", "b", "d", "a"]);
}

/// Players without an account claim their seats of a game that the archive may not have yet.
pub(crate) async fn a_seat_without_an_account_is_claimed_once<B: Backend>() {
    let backend = with_players::<B>(&["ada", "bo"]).await;
    let store = backend.store();
    store.create(1, one("g", 0, None)).await.unwrap();
    let game = Finished { rated: false, ..finished("g", 9, &["stranger", "stranger"]) };
    let claim = async |seat, name: &str| {
        let player = ClaimingPlayer { id: format!("id-{name}").into(), name: name.into() };
        match store.claim_seat(game.clone(), seat, player).await {
            Ok(()) => true,
            Err(StoreError::SeatClaimed) => false,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(!claim(2, "ada").await, "no such seat");
    assert!(all(store).await.is_empty());
    let mut cursor = Cursor::default();
    // Followers see the game again when another seat is claimed, and only then.
    for (seat, name, is_taken, is_news) in [
        (0, "ada", true, true),
        (0, "bo", false, false),
        (0, "ada", true, false),
        (1, "bo", true, true),
        (1, "ada", false, false),
    ] {
        assert_eq!(claim(seat, name).await, is_taken, "{seat} {name}");
        let (news, next) = store.finished_since(cursor, 9).await.unwrap();
        assert_eq!(news, if is_news { all(store).await } else { Vec::new() }, "{seat} {name}");
        cursor = next;
    }
    let expected = Finished { rated: false, ..finished("g", 9, &["ada", "bo"]) };
    assert_eq!(all(store).await, std::slice::from_ref(&expected));
    for name in ["ada", "bo"] {
        let filter = ArchiveFilter {
            player: Some(format!("id-{name}").into()),
            limit: 9,
            ..ArchiveFilter::default()
        };
        assert_eq!(store.archive(filter).await.unwrap(), std::slice::from_ref(&expected));
    }
}
