//! The contract of [`Challenges`].

use crate::backend::Backend;
use protocol::UnixMs;
use store::{ACCEPTED, Challenge, ChallengeKey, Challenges, StoreError};

fn challenge(game: &str, pair: [&str; 2], since_ms: UnixMs) -> Challenge {
    Challenge {
        game: game.into(),
        challenger: pair[0].into(),
        recipient: pair[1].into(),
        seat: None,
        text: "text".to_owned(),
        answer: None,
        since_ms,
        until_ms: since_ms + 100,
    }
}

fn key(game: &str, recipient: &str) -> ChallengeKey {
    ChallengeKey { game: game.into(), recipient: recipient.into() }
}

pub(crate) async fn a_challenge_has_one_answer<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    let add = async |game: &str, pair, since_ms| {
        let added = store.add_challenge(challenge(game, pair, UnixMs(since_ms)), 2).await;
        assert!(added.is_ok() || matches!(added, Err(StoreError::TooManyChallenges)), "{added:?}");
        added.is_ok()
    };
    for (game, pair, is_added) in [
        ("a", ["ada", "bo"], true),
        // One to the same account, and too many.
        ("b", ["ada", "bo"], false),
        ("c", ["ada", "cy"], true),
        ("d", ["ada", "di"], false),
        ("e", ["bo", "ada"], true),
    ] {
        assert_eq!(add(game, pair, 5).await, is_added, "{game}");
    }
    for (game, recipient, answer, now_ms, counts) in [
        ("a", "cy", "later", 6, false),
        ("x", "bo", "later", 6, false),
        ("a", "bo", "later", 105, false),
        ("a", "bo", "later", 6, true),
        // An answer may be repeated, and not changed.
        ("a", "bo", "later", 6, true),
        ("a", "bo", "no", 6, false),
        ("a", "bo", ACCEPTED, 6, false),
    ] {
        let now_ms = UnixMs(now_ms);
        let given = store.answer_challenge(&game.into(), &recipient.into(), answer, now_ms).await;
        assert!(given.is_ok() || matches!(given, Err(StoreError::NoChallenge)));
        assert_eq!(given.is_ok(), counts, "{game} {recipient} {answer} {now_ms}");
    }
    // A declined challenge is no longer open.
    assert!(add("f", ["ada", "bo"], 6).await);
    // Neither an expired nor a declined challenge is renewed.
    let renew = async |games: &[&str], now_ms| {
        let games = games.iter().map(|&game| game.into()).collect();
        store.renew_challenges(games, UnixMs(now_ms), UnixMs(300)).await.unwrap();
    };
    renew(&["a", "c", "e", "f"], 200).await;
    renew(&["a", "c"], 6).await;
    let games = async |now_ms| -> Vec<(String, Option<String>)> {
        let found = backend.store().challenges(UnixMs(now_ms)).await.unwrap();
        found.into_iter().map(|it| (it.game.to_string(), it.answer)).collect()
    };
    let open = |game: &str| (game.to_owned(), None);
    let declined = ("a".to_owned(), Some("later".to_owned()));
    assert_eq!(games(6).await, [declined, open("c"), open("e"), open("f")]);
    assert_eq!(games(150).await, [open("c")]);
    // A declined or expired challenge is still known at its table.
    for (game, expected) in [("a", Some(Some("later"))), ("e", Some(None)), ("x", None)] {
        let found = store.challenges_at(&game.into()).await.unwrap();
        assert_eq!(found.first().map(|it| it.answer.as_deref()), expected, "{game}");
    }
    let ended = vec![key("c", "cy"), key("e", "ada"), key("x", "ada"), key("f", "ada")];
    store.end_challenges(ended, UnixMs(150)).await.unwrap();
    renew(&["c"], 150).await;
    assert!(games(150).await.is_empty());
    assert_eq!(games(6).await.len(), 4);
    store.remove_challenges(vec![key("c", "cy"), key("x", "cy")]).await.unwrap();
    assert!(store.challenges_at(&"c".into()).await.unwrap().is_empty());
    let stored = backend.reopened().await.challenges(UnixMs(6)).await.unwrap();
    assert_eq!(stored[1], challenge("e", ["bo", "ada"], UnixMs(5)));
    // Expired ones do not count.
    assert!(add("g", ["ada", "bo"], 400).await);
}

/// A table waits for several recipients, each of whom answers for one seat.
pub(crate) async fn a_table_has_several_recipients<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    for (recipient, seat) in [("bo", 1), ("cy", 3)] {
        let reserved =
            Challenge { seat: Some(seat), ..challenge("a", ["ada", recipient], UnixMs(5)) };
        store.add_challenge(reserved, 2).await.unwrap();
    }
    // Reserved seats and other challenges have a limit each.
    for (game, recipient, seat, is_added) in
        [("b", "di", Some(1), false), ("c", "bo", None, true), ("d", "bo", None, false)]
    {
        let next = Challenge { seat, ..challenge(game, ["ada", recipient], UnixMs(5)) };
        let added = store.add_challenge(next, 2).await;
        assert_eq!(added.is_ok(), is_added, "{game}: {added:?}");
    }
    store.remove_challenges(vec![key("c", "bo")]).await.unwrap();
    let no = |it: &str| (it.to_owned(), Some("no".to_owned()));
    let open = |it: &str| (it.to_owned(), None);
    let answers = async || -> Vec<(String, Option<String>)> {
        let there = store.challenges_at(&"a".into()).await.unwrap();
        there.into_iter().map(|it| (it.recipient.to_string(), it.answer)).collect()
    };
    store.answer_challenge(&"a".into(), &"cy".into(), "no", UnixMs(6)).await.unwrap();
    assert_eq!(answers().await, [open("bo"), no("cy")]);
    store.end_challenges(vec![key("a", "cy")], UnixMs(6)).await.unwrap();
    let running = store.challenges(UnixMs(6)).await.unwrap();
    assert_eq!(running.iter().map(|it| it.seat).collect::<Vec<_>>(), [Some(1)]);
    store.remove_challenges(vec![key("a", "bo")]).await.unwrap();
    assert_eq!(answers().await, [no("cy")]);
}
