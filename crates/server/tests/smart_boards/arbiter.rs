//! The arbiter's key.

use crate::{
    bridge::BOARD,
    common::{ARBITER, TestEnv, TestServer},
};
use commit_reveal::SigningKey;
use server::{Config, Hub};
use std::sync::{Arc, atomic::Ordering};
use store::SqliteStore;

/// After some wrong guesses, even the right key is rejected.
#[tokio::test]
async fn guesses_of_the_arbiters_key_are_throttled() {
    let folder = tempfile::tempdir().unwrap();
    let env = TestEnv::new();
    let server = TestServer::start(folder.path(), env.clone()).await;
    let body = format!(r#"{{"id":"{BOARD}","name":"Table 7"}}"#);
    let guess = async |key: &str| {
        let header = format!("authorization: Bearer {key}\r\n");
        server.http("POST", "/api/boards", &body, &header).await.0
    };
    let mut told = Vec::new();
    for number in 0..20 {
        told.push(guess(&format!("guess {number}")).await);
    }
    assert_eq!(told, [vec![401; 10], vec![429; 10]].concat());
    assert_eq!(guess(ARBITER).await, 429);
    env.now.fetch_add(60_000, Ordering::SeqCst);
    assert_eq!(guess(ARBITER).await, 201);
}

/// A short key is rejected at the start.
#[tokio::test]
async fn a_short_key_of_the_arbiter_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("chuhe.db")).await.unwrap();
    let key = SigningKey::from_bytes([5; 32]);
    let config = Config { env: TestEnv::new(), ..Config::system(Vec::new(), "k".to_owned(), key) };
    let error = Hub::start(config, Arc::new(store)).await.err().expect("refused");
    let said = error.to_string();
    assert!(said.contains("the arbiter's key") && said.contains("16"), "{said}");
}
