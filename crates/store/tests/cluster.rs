//! Several stores on one PostgreSQL database, as several servers use them.

use protocol::UnixMs;
use std::path::Path;
use store::{
    Append, ClusterIdentity, GameLog, NewEvent, PostgresOptions, PostgresStore, SmartBoards,
    StoreError, check_postgres, rotate_postgres_key,
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

fn append(game: &str, expected: u64, count: u64) -> Append {
    let event = |n: u64| NewEvent {
        kind: "acted",
        seat: Some(1),
        command: None,
        public: n.to_string(),
        secret: format!("secret {n}"),
        at_ms: UnixMs(7),
    };
    Append {
        game: game.into(),
        expected,
        events: (expected..expected + count).map(event).collect(),
        token: None,
        deadline_ms: None,
        is_open: false,
        finished: None,
    }
}

/// A node also notices damage in the part of a log that it reads.
#[tokio::test]
async fn a_damaged_event_is_found_by_a_node_that_reads_it() {
    let server = PostgresServer::shared();
    let folder = tempfile::tempdir().unwrap();
    let address = server.database();
    let store = node(&address, folder.path()).await;
    store.create(1, append("b", 0, 6)).await.unwrap();
    server.sql(&address, "UPDATE game_event SET public = 'x' WHERE game_id = 'b' AND seq = 4");
    assert!(matches!(
        store.load_since(&"b".into(), 3).await,
        Err(StoreError::Damaged { seq: 4, .. })
    ));
    assert_eq!(store.load_since(&"b".into(), 5).await.unwrap().len(), 1);
}

#[tokio::test]
async fn nodes_of_one_version_share_a_database() {
    let server = PostgresServer::shared();
    let folder = tempfile::tempdir().unwrap();
    let address = server.database();
    let options = || options(&address, folder.path());
    let first = node(&address, folder.path()).await;
    let second = node(&address, folder.path()).await;
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
    let alone = PostgresStore::open(options()).await.unwrap();
    assert!(alone.cluster().is_none() && alone.shared_boards().is_none());
}
