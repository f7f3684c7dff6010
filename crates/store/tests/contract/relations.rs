//! The contract of [`Relations`].

use crate::backend::Backend;
use protocol::{AccountId, UnixMs};
use store::{Relation, RelationKind, Relations, StoreError};

use RelationKind::{Block, Follow};

fn relation(account: &str, other: &str, kind: RelationKind, since_ms: u64) -> Relation {
    let since_ms = UnixMs(since_ms);
    Relation { account: account.into(), other: other.into(), kind, since_ms }
}

pub(crate) async fn an_account_has_one_relation_to_another<B: Backend>() {
    let backend = B::fresh().await;
    let store = backend.store();
    for (account, other, kind, since_ms, is_set) in [
        ("ada", "bo", Follow, 5, true),
        ("ada", "cy", Block, 6, true),
        // Too many others; a change of a known one is none more.
        ("ada", "di", Follow, 7, false),
        ("ada", "bo", Block, 8, true),
        ("bo", "ada", Follow, 9, true),
        ("cy", "bo", Block, 9, true),
    ] {
        let set = store.set_relation(relation(account, other, kind, since_ms), 2).await;
        assert!(set.is_ok() || matches!(set, Err(StoreError::TooManyRelations)), "{set:?}");
        assert_eq!(set.is_ok(), is_set, "{account} {other}");
    }
    let found = store.relations(&"ada".into()).await.unwrap();
    assert_eq!(found, [relation("ada", "cy", Block, 6), relation("ada", "bo", Block, 8)]);
    assert!(store.relations(&"di".into()).await.unwrap().is_empty());
    for (accounts, expected) in [
        (&["ada", "bo", "cy"][..], &[("ada", "bo"), ("ada", "cy"), ("cy", "bo")][..]),
        (&["cy"], &[("cy", "bo")]),
        // A follower blocks no other account.
        (&["bo", "di"], &[]),
        (&[], &[]),
    ] {
        let accounts = accounts.iter().map(|&id| id.into()).collect();
        let mut found = store.blocked_by(accounts).await.unwrap();
        found.sort();
        let expected: Vec<(AccountId, AccountId)> =
            expected.iter().map(|&(account, other)| (account.into(), other.into())).collect();
        assert_eq!(found, expected);
    }
    for (other, accounts, expected) in [
        // In either direction.
        ("ada", &["bo", "cy", "di"][..], &["bo", "cy"][..]),
        ("bo", &["ada", "cy", "di"], &["ada", "cy"]),
        ("cy", &["ada"], &["ada"]),
        ("di", &["ada", "bo", "cy"], &[]),
        ("ada", &[], &[]),
    ] {
        let accounts = accounts.iter().map(|&id| id.into()).collect();
        let mut found: Vec<String> = store
            .blocked_among(&other.into(), accounts)
            .await
            .unwrap()
            .into_iter()
            .map(|id| id.to_string())
            .collect();
        found.sort();
        assert_eq!(found, expected, "{other}");
    }
    for other in ["bo", "di"] {
        store.remove_relation(&"ada".into(), &other.into()).await.unwrap();
    }
    let stored = backend.reopened().await.relations(&"ada".into()).await.unwrap();
    assert_eq!(stored, [relation("ada", "cy", Block, 6)]);
    assert!(store.blocked_among(&"bo".into(), vec!["ada".into()]).await.unwrap().is_empty());
}
