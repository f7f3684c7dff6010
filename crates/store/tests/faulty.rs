//! A store that fails on demand.

use protocol::UnixMs;
use std::{sync::Arc, time::Duration};
use store::{
    Append, GameLog, NewEvent, StoreError,
    testing::{Fault, FaultyStore, MemoryStore, Operation},
};
use tokio::time::timeout;

fn append(expected: u64) -> Append {
    let event = NewEvent {
        kind: "acted",
        seat: None,
        command: None,
        public: expected.to_string(),
        secret: String::new(),
        at_ms: UnixMs(0),
    };
    Append {
        game: "g".into(),
        expected,
        events: vec![event],
        token: None,
        deadline_ms: None,
        is_open: false,
        finished: None,
    }
}

async fn with_a_game() -> Arc<FaultyStore<MemoryStore>> {
    let store = Arc::new(FaultyStore::default());
    store.create(1, append(0)).await.unwrap();
    store
}

/// What a caller hears of an append, and what is committed.
#[tokio::test]
async fn each_fault_has_its_answer_and_its_effect() {
    for (fault, succeeds, is_committed) in [
        (None, true, true),
        (Some(Fault::Fails), false, false),
        (Some(Fault::Lies), false, true),
        (Some(Fault::Forgets), true, false),
    ] {
        let store = with_a_game().await;
        if let Some(fault) = fault {
            store.faults().start(fault, &[Operation::Append]);
        }
        assert_eq!(store.append(append(1)).await.is_ok(), succeeds, "{fault:?}");
        assert_eq!(
            store.inner().log(&"g".into()).len(),
            1 + usize::from(is_committed),
            "{fault:?}"
        );
        // Other operations work.
        store.health().await.unwrap();
        assert!(store.load(&"g".into()).await.unwrap() == store.inner().log(&"g".into()));
        if let Some(fault) = fault {
            store.faults().stop(fault);
        }
        let next = 1 + u64::from(is_committed);
        store.append(append(next)).await.unwrap();
        assert_eq!(store.faults().calls(&[Operation::Create, Operation::Append]), 3);
    }
}

#[tokio::test]
async fn a_log_cannot_be_read_or_is_damaged() {
    let store = with_a_game().await;
    store.faults().start(Fault::Fails, &[Operation::Load]);
    assert!(matches!(store.load(&"g".into()).await, Err(StoreError::Database(_))));
    store.faults().stop_one(Fault::Fails, Operation::Load);
    store.faults().start(Fault::Damaged, &[Operation::Load]);
    let damaged = store.load_since(&"g".into(), 0).await;
    assert!(matches!(damaged, Err(StoreError::Damaged { game, .. }) if game == "g"));
}

/// A write that hangs is executed when the fault ends, even if its caller has gone.
#[tokio::test(start_paused = true)]
async fn a_write_outlives_its_caller() {
    let store = with_a_game().await;
    store.faults().start(Fault::Hangs, &[Operation::Append]);
    let abandoned = timeout(Duration::from_secs(1), store.append(append(1))).await;
    assert!(abandoned.is_err());
    assert_eq!(store.inner().log(&"g".into()).len(), 1);
    store.faults().stop(Fault::Hangs);
    store.append(append(2)).await.unwrap();
    assert_eq!(store.inner().log(&"g".into()).len(), 3);
}
