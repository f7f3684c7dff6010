//! How the simulated disk treats a server's operations: delays, faults, and the order of writes.

use crate::{
    disk::{Disk, Fate},
    mutants::AnyMutant,
    script::DiskFault,
};
use async_trait::async_trait;
use protocol::GameId;
use std::{sync::Arc, time::Duration};
use store::{
    StoreError,
    testing::{FaultPlan, FaultyStore, MemoryStore, Operation, WholeStore, Write},
};
use tokio::{sync::Mutex, time::sleep};

/// One server's store.
pub(crate) type SimStore = FaultyStore<MemoryStore, DiskFaults>;

/// The faults of the disk, as one server meets them.
pub(crate) struct DiskFaults {
    disk: Arc<Disk>,
    mutant: Option<AnyMutant>,
    /// Held by the write under way, so that writes are executed one after the other in the order of
    /// the calls. The value says whether a write has failed.
    turn: Mutex<bool>,
}

impl DiskFaults {
    /// Opens the disk for a server, which has a number if several share the disk.
    pub(crate) fn open(
        disk: Arc<Disk>,
        number: Option<usize>,
        mutant: Option<AnyMutant>,
    ) -> SimStore {
        let store = match number {
            Some(number) => disk.store.node(number == 0),
            None => disk.store.clone(),
        };
        FaultyStore::new(store, DiskFaults { disk, mutant, turn: Mutex::new(false) })
    }

    /// Executes a write, with a pause before and after in which a crash can happen.
    async fn carry_out(&self, write: Write, store: &dyn WholeStore) -> Result<(), StoreError> {
        let disk = &self.disk;
        let ms = disk.delay_ms();
        pause(ms).await;
        while disk.fault() == Some(DiskFault::Hangs) {
            sleep(Duration::from_millis(50)).await;
        }
        let fate = disk.fate();
        let result = match (fate, write) {
            (Fate::Failed, _) => Err(broken()),
            (Fate::Forgotten, Write::Create { .. }) => Err(broken()),
            (Fate::Forgotten, Write::Append(append)) => {
                disk.mark_lied(&append.game);
                Ok(())
            }
            (_, write) => self.commit(write, store).await,
        };
        pause(ms / 2).await;
        if fate == Fate::Denied { result.and(Err(broken())) } else { result }
    }

    /// Commits a write and tells the disk's oracles at the same moment: the store in memory never
    /// waits.
    async fn commit(&self, mut write: Write, store: &dyn WholeStore) -> Result<(), StoreError> {
        let (game, known, is_new) = match &mut write {
            Write::Create { append, .. } => (append.game.clone(), 0, true),
            Write::Append(append) => {
                if self.mutant == Some(AnyMutant::StaleWriter) {
                    append.expected = self.disk.store.log(&append.game).len() as u64;
                }
                (append.game.clone(), append.expected, false)
            }
            Write::Delete { game, .. } => {
                let game = game.clone();
                write.commit(store).await?;
                self.disk.deleted(&game);
                return Ok(());
            }
            _ => return write.commit(store).await,
        };
        write.commit(store).await?;
        self.disk.committed(&game, is_new, &self.disk.store.log_since(&game, known));
        Ok(())
    }

    async fn wait_for_read(&self) -> Result<(), StoreError> {
        pause(self.disk.delay_ms() / 2).await;
        if self.disk.is_readable() { Ok(()) } else { Err(broken()) }
    }
}

#[async_trait]
impl FaultPlan for DiskFaults {
    async fn write(&self, write: Write, store: &dyn WholeStore) -> Result<(), StoreError> {
        if matches!(write.operation(), Operation::ChangeAccount | Operation::AdvanceLadders) {
            return write.commit(store).await;
        }
        let mut has_failed = self.turn.lock().await;
        let mut result = self.carry_out(write, store).await;
        if self.mutant == Some(AnyMutant::WedgedWriter) {
            if *has_failed {
                result = Err(StoreError::Database("non-zero transaction depth".into()));
            }
            *has_failed |= matches!(result, Err(StoreError::Database(_)));
        }
        result
    }

    /// Accounts, the archive and the ladders do not fail: the simulated players have no accounts.
    async fn read(&self, operation: Operation, _game: &GameId) -> Result<(), StoreError> {
        match operation {
            Operation::Claim if self.disk.fate() != Fate::Done => Err(broken()),
            Operation::Load
            | Operation::ReadGames
            | Operation::ReadBoards
            | Operation::Claim
            | Operation::Share => self.wait_for_read().await,
            _ => Ok(()),
        }
    }
}

/// Yields at least once.
async fn pause(ms: u64) {
    if ms == 0 {
        tokio::task::yield_now().await;
    } else {
        sleep(Duration::from_millis(ms)).await;
    }
}

fn broken() -> StoreError {
    StoreError::Database("the disk fails".into())
}
