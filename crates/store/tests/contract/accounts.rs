//! The contract of [`Accounts`].

use crate::backend::{Backend, player, session, with_players};
use protocol::UnixMs;
use store::{Accounts, NewPassword, Player, StoreError};

/// A change of Ada's password.
fn new_password(proven: &str, password: &str, kept: &str) -> NewPassword {
    NewPassword {
        player: "id-ada".into(),
        verified: proven.into(),
        password: password.into(),
        kept_session: kept.into(),
    }
}

async fn signed_in(store: &impl Accounts, hash: &str, now_ms: u64) -> Option<String> {
    store.session(hash, UnixMs(now_ms)).await.unwrap().map(|player| player.key)
}

pub(crate) async fn a_name_belongs_to_one_player<B: Backend>() {
    let backend = with_players::<B>(&["ada"]).await;
    let store = backend.store();
    let other = Player { id: "other".into(), ..player("ada") };
    let taken = store.add_player(other, session("s-other", "ada", 100)).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "{taken:?}");
    assert_eq!(signed_in(store, "s-other", 6).await, None, "refused, and yet signed in");
    let reopened = backend.reopened().await;
    assert_eq!(reopened.player_by_key("ada").await.unwrap(), Some(player("ada")));
    assert_eq!(reopened.player_by_key("ADA").await.unwrap(), None);
    let ids = ["id-ada", "ada", "id-ada"].map(Into::into).to_vec();
    let names = [("id-ada".into(), player("ada").name)].into();
    assert_eq!(reopened.names_of(ids).await.unwrap(), names);
    assert_eq!(reopened.names_of(Vec::new()).await.unwrap(), [].into());
    assert_eq!(reopened.player_names().await.unwrap(), [player("ada").name]);
}

pub(crate) async fn names_are_found_by_how_they_begin<B: Backend>() {
    let backend = with_players::<B>(&["wu", "wu song", "wv", "吴用", "吴"]).await;
    for (begins, limit, expected) in [
        ("wu", 9, &["wu", "wu song"][..]),
        ("w", 2, &["wu", "wu song"]),
        ("吴", 9, &["吴", "吴用"]),
        ("wu s", 9, &["wu song"]),
        ("x", 9, &[]),
        // No character is a wildcard.
        ("%", 9, &[]),
        ("w_", 9, &[]),
    ] {
        let found = backend.store().names_with_prefix(begins, limit).await.unwrap();
        let expected: Vec<String> = expected.iter().map(|key| player(key).name).collect();
        assert_eq!(found, expected, "{begins}");
    }
}

pub(crate) async fn a_session_ends<B: Backend>() {
    let backend = with_players::<B>(&["ada", "bo"]).await;
    let store = backend.store();
    for (now_ms, expected) in [(6, Some("ada")), (99, Some("ada")), (100, None)] {
        assert_eq!(signed_in(store, "s-ada", now_ms).await.as_deref(), expected, "at {now_ms}");
    }
    // Signing in again replaces the old session.
    let hash = || "hash-ada".to_owned();
    store
        .add_session(session("s2", "ada", 300), hash(), Some("s-ada".into()), UnixMs(50))
        .await
        .unwrap();
    assert_eq!(signed_in(store, "s-ada", 50).await, None);
    assert_eq!(signed_in(store, "s2", 50).await.as_deref(), Some("ada"));
    assert_eq!(signed_in(store, "s-bo", 50).await.as_deref(), Some("bo"), "another's");
    store.add_session(session("s3", "ada", 400), hash(), None, UnixMs(50)).await.unwrap();
    for (name, now_ms, expected) in [
        ("ada", 50, vec![("s3", 400), ("s2", 300)]),
        ("ada", 300, vec![("s3", 400)]),
        ("bo", 50, vec![("s-bo", 100)]),
        ("absent", 50, vec![]),
    ] {
        let found = store.sessions_of(&player(name).id, UnixMs(now_ms)).await.unwrap();
        let expected: Vec<_> =
            expected.into_iter().map(|(hash, until_ms)| session(hash, name, until_ms)).collect();
        assert!(found == expected, "{name} at {now_ms}");
    }
    store.set_password(new_password("hash-ada", "new", "s3")).await.unwrap();
    assert_eq!(store.player_by_key("ada").await.unwrap().unwrap().password, "new");
    for (hash, expected) in [("s2", None), ("s3", Some("ada")), ("s-bo", Some("bo"))] {
        assert_eq!(signed_in(store, hash, 50).await.as_deref(), expected, "{hash}");
    }
    store.end_session("s3").await.unwrap();
    store.end_session("absent's").await.unwrap();
    assert_eq!(signed_in(store, "s3", 50).await, None);
}

/// A sign-in whose password was verified before the password changed has no effect.
pub(crate) async fn an_old_password_is_rejected<B: Backend>() {
    let backend = with_players::<B>(&["ada", "bo"]).await;
    let store = backend.store();
    store.set_password(new_password("hash-ada", "new", "s-ada")).await.unwrap();
    for (session, proven) in [
        (session("late", "ada", 300), "hash-ada"),
        (session("late", "ada", 300), "hash-bo"),
        (session("late", "absent", 300), "new"),
    ] {
        // The session that would have been replaced remains.
        let late =
            store.add_session(session, proven.into(), Some("s-ada".into()), UnixMs(50)).await;
        assert!(matches!(late, Err(StoreError::PasswordChanged)), "{proven}: {late:?}");
    }
    let late = store.set_password(new_password("hash-ada", "newer", "late")).await;
    assert!(matches!(late, Err(StoreError::PasswordChanged)), "{late:?}");
    assert_eq!(store.player_by_key("ada").await.unwrap().unwrap().password, "new");
    for (hash, expected) in [("late", None), ("s-ada", Some("ada")), ("s-bo", Some("bo"))] {
        assert_eq!(signed_in(store, hash, 50).await.as_deref(), expected, "{hash}");
    }
}

#[test]
fn a_player_in_a_log_has_no_password() {
    let shown = format!("{:?}", player("ada"));
    assert!(shown.contains("ADA") && !shown.contains("hash-ada"), "{shown}");
}
