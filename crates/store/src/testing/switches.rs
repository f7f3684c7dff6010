use super::{FaultPlan, Operation, WholeStore, Write};
use crate::StoreError;
use async_trait::async_trait;
use protocol::GameId;
use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, PoisonError},
};
use tokio::sync::watch;

/// How an operation fails.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// The operation fails without effect.
    Fails,
    /// A write is committed and reported as failed, as if its answer were lost.
    Lies,
    /// A write is lost and reported as committed.
    Forgets,
    /// The operation waits until the fault ends.
    Hangs,
    /// A log that is read is damaged.
    Damaged,
}

/// Faults that a test starts and stops, and the number of calls of each operation.
#[derive(Default)]
pub struct Switches {
    faults: watch::Sender<HashSet<(Fault, Operation)>>,
    calls: Mutex<HashMap<Operation, usize>>,
}

impl Switches {
    /// Starts a fault of these operations.
    pub fn start(&self, fault: Fault, operations: &[Operation]) {
        let pairs = operations.iter().map(|&operation| (fault, operation));
        self.faults.send_modify(|faults| faults.extend(pairs));
    }

    /// Stops a fault of all operations.
    pub fn stop(&self, fault: Fault) {
        self.faults.send_modify(|faults| faults.retain(|(other, _)| *other != fault));
    }

    /// Stops a fault of one operation.
    pub fn stop_one(&self, fault: Fault, operation: Operation) {
        self.faults.send_modify(|faults| _ = faults.remove(&(fault, operation)));
    }

    /// Number of calls of these operations, whatever became of them.
    pub fn calls(&self, operations: &[Operation]) -> usize {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        operations.iter().filter_map(|operation| calls.get(operation)).sum()
    }

    fn has(&self, fault: Fault, operation: Operation) -> bool {
        self.faults.borrow().contains(&(fault, operation))
    }

    /// Counts a call, waits while it hangs, and fails if it is to fail.
    async fn begin(&self, operation: Operation) -> Result<(), StoreError> {
        *self.calls.lock().unwrap_or_else(PoisonError::into_inner).entry(operation).or_default() +=
            1;
        if self.has(Fault::Hangs, operation) {
            let mut faults = self.faults.subscribe();
            // The sender lives as long as this borrow of it.
            _ = faults.wait_for(|faults| !faults.contains(&(Fault::Hangs, operation))).await;
        }
        if self.has(Fault::Fails, operation) { Err(failed()) } else { Ok(()) }
    }
}

#[async_trait]
impl FaultPlan for Switches {
    async fn write(&self, write: Write, store: &dyn WholeStore) -> Result<(), StoreError> {
        let operation = write.operation();
        self.begin(operation).await?;
        if self.has(Fault::Forgets, operation) {
            return Ok(());
        }
        write.commit(store).await?;
        if self.has(Fault::Lies, operation) { Err(failed()) } else { Ok(()) }
    }

    async fn read(&self, operation: Operation, game: &GameId) -> Result<(), StoreError> {
        self.begin(operation).await?;
        if self.has(Fault::Damaged, operation) {
            Err(StoreError::Damaged { game: game.to_owned(), seq: 1 })
        } else {
            Ok(())
        }
    }
}

fn failed() -> StoreError {
    StoreError::Database("a test made it fail".to_owned())
}
