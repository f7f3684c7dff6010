//! The contract of [`Accounts`].

use crate::backend::{Backend, player, session, with_players};
use protocol::UnixMs;
use store::{
    Accounts, Moderation, NewMailAddress, NewPassword, Player, StandingChange, StoreError,
};

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

/// A change of a player's mail address.
fn new_mail(name: &str, verified: &str, mail: Option<&str>) -> NewMailAddress {
    let (verified, mail) = (verified.to_owned(), mail.map(str::to_owned));
    NewMailAddress { player: player(name).id, verified, mail }
}

async fn names_by_mail(store: &impl Accounts, mail: &str, limit: u32) -> Vec<String> {
    let found = store.players_by_mail(mail, limit).await.unwrap();
    found.into_iter().map(|player| player.key).collect()
}

pub(crate) async fn a_mail_address_is_set_and_removed<B: Backend>() {
    let backend = with_players::<B>(&["bo", "ada", "cy"]).await;
    let store = backend.store();
    let mail = Some("Club+Ada@Club.example");
    for (name, verified, mail, is_set) in [
        ("ada", "hash-ada", mail, true),
        ("bo", "hash-bo", Some("club+ada@club.example"), true),
        ("cy", "hash-cy", Some("cy@club.example"), true),
        // The password has changed meanwhile, or the account does not exist.
        ("ada", "hash-bo", None, false),
        ("absent", "hash-absent", mail, false),
    ] {
        let set = store.set_mail(new_mail(name, verified, mail)).await;
        assert_eq!(set.is_ok(), is_set, "{name}: {set:?}");
        assert!(is_set || matches!(set, Err(StoreError::PasswordChanged)), "{name}: {set:?}");
    }
    for (mail, limit, expected) in [
        ("CLUB+ADA@club.example", 9, &["ada", "bo"][..]),
        ("club+ada@club.example", 1, &["ada"]),
        ("cy@club.example", 9, &["cy"]),
        ("@club.example", 9, &[]),
        ("%@club.example", 9, &[]),
        ("", 9, &[]),
    ] {
        assert_eq!(names_by_mail(store, mail, limit).await, expected, "{mail}");
    }
    let reopened = backend.reopened().await;
    let ada = reopened.player_by_key("ada").await.unwrap().unwrap();
    assert_eq!(ada.mail.as_deref(), mail);
    assert_eq!(reopened.session("s-ada", UnixMs(6)).await.unwrap(), Some(ada));
    // A removed address and that of a closed account are gone, also when it is opened again.
    reopened.set_mail(new_mail("bo", "hash-bo", None)).await.unwrap();
    assert_eq!(reopened.player_by_key("bo").await.unwrap(), Some(player("bo")));
    let id = player("ada").id;
    reopened.change_standing(&id, None, StandingChange::Close(UnixMs(7))).await.unwrap();
    assert_eq!(reopened.player_by_key("ada").await.unwrap().unwrap().mail, None);
    let late = reopened.set_mail(new_mail("ada", "hash-ada", mail)).await;
    assert!(matches!(late, Err(StoreError::PasswordChanged)), "{late:?}");
    reopened.change_standing(&id, None, StandingChange::Reopen).await.unwrap();
    assert_eq!(reopened.player_by_key("ada").await.unwrap(), Some(player("ada")));
    assert_eq!(names_by_mail(&reopened, "club+ada@club.example", 9).await, [""; 0]);
}

#[test]
fn a_player_in_a_log_has_no_password_and_no_mail_address() {
    let mail = Some("ada@club.example".to_owned());
    let shown = format!("{:?}", Player { mail, ..player("ada") });
    assert!(shown.contains("ADA") && !shown.contains("hash-ada"), "{shown}");
    assert!(!shown.contains("club.example"), "{shown}");
}
