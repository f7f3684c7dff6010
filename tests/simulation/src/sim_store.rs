//! A server's connection to the simulated disk: writes are executed in the order of the calls, even
//! if the caller has stopped waiting.

use crate::{
    disk::{Disk, Fate},
    mutants::AnyMutant,
    script::DiskFault,
};
use async_trait::async_trait;
use server::Env;
use std::{collections::HashMap, sync::Arc, time::Duration};
use store::{
    Accounts, Append, Archive, ArchiveFilter, Board, ClusterStore, Cursor, Finished, GameLog,
    ListedSeek, LoggedEvent, NewPassword, NewSeek, Player, SeatToken, Session, SmartBoards,
    StoreError, Usage,
};
use tokio::{
    sync::{mpsc, oneshot, watch},
    time::sleep,
};

/// A store on the simulated disk.
pub(crate) struct SimStore {
    disk: Arc<Disk>,
    /// Number of this server if several share the disk.
    number: Option<usize>,
    queue: mpsc::Sender<(Write, oneshot::Sender<Result<(), StoreError>>)>,
}

enum Write {
    Create(Append),
    Append(Append),
    Delete { game: String, expected: u64 },
    Board(Board),
    Alive(u64),
    Probe,
}

impl SimStore {
    /// Opens the disk; must be called within the runtime of a life.
    pub(crate) fn open(
        disk: Arc<Disk>,
        number: Option<usize>,
        mutant: Option<AnyMutant>,
    ) -> SimStore {
        let (queue, mut writes) = mpsc::channel::<(Write, oneshot::Sender<_>)>(2_000);
        let written = disk.clone();
        tokio::spawn(async move {
            let mut has_failed = false;
            while let Some((write, reply)) = writes.recv().await {
                let mut result = carry_out(&written, write).await;
                if mutant == Some(AnyMutant::WedgedWriter) {
                    if has_failed {
                        result = Err(StoreError::Database("non-zero transaction depth".into()));
                    }
                    has_failed |= matches!(result, Err(StoreError::Database(_)));
                }
                // The caller may have stopped waiting.
                let _ = reply.send(result);
            }
        });
        SimStore { disk, number, queue }
    }

    async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send((write, reply)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    async fn read<T>(&self, read: impl FnOnce(&Disk) -> T) -> Result<T, StoreError> {
        pause(self.disk.delay_ms() / 2).await;
        if self.disk.is_readable() { Ok(read(&self.disk)) } else { Err(broken()) }
    }
}

/// Executes a write, with a pause before and after in which a crash can happen.
async fn carry_out(disk: &Disk, write: Write) -> Result<(), StoreError> {
    let ms = disk.delay_ms();
    pause(ms).await;
    while disk.fault() == Some(DiskFault::Hangs) {
        sleep(Duration::from_millis(50)).await;
    }
    let fate = disk.fate();
    let result = match (fate, write) {
        (Fate::Failed, _) => Err(broken()),
        (Fate::Forgotten, Write::Create(_)) => Err(broken()),
        (Fate::Forgotten, Write::Append(append)) => {
            disk.mark_lied(&append.game);
            Ok(())
        }
        (_, Write::Create(append)) => disk.commit(append, true),
        (_, Write::Append(append)) => disk.commit(append, false),
        (_, Write::Delete { game, expected }) => disk.delete_open(&game, expected),
        (_, Write::Board(board)) => {
            disk.put_board(board);
            Ok(())
        }
        (_, Write::Alive(now_ms)) => {
            disk.mark_alive(now_ms);
            Ok(())
        }
        (_, Write::Probe) => Ok(()),
    };
    pause(ms / 2).await;
    if fate == Fate::Denied { result.and(Err(broken())) } else { result }
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

#[async_trait]
impl GameLog for SimStore {
    async fn create(&self, _rules: u32, append: Append) -> Result<(), StoreError> {
        self.write(Write::Create(append)).await
    }

    async fn append(&self, append: Append) -> Result<(), StoreError> {
        self.write(Write::Append(append)).await
    }

    async fn load(&self, game: &str) -> Result<Vec<LoggedEvent>, StoreError> {
        self.read(|disk| disk.load(game)).await?
    }

    async fn tokens(&self, game: &str) -> Result<Vec<SeatToken>, StoreError> {
        self.read(|disk| disk.tokens(game)).await
    }

    async fn open_before(&self, before_ms: u64, limit: u32) -> Result<Vec<String>, StoreError> {
        self.read(|disk| disk.open_before(before_ms, limit)).await
    }

    async fn delete_open(&self, game: &str, expected: u64) -> Result<(), StoreError> {
        self.write(Write::Delete { game: game.to_owned(), expected }).await
    }

    async fn usage(&self) -> Result<Usage, StoreError> {
        Ok(Usage { used_bytes: 0, max_bytes: None })
    }

    async fn games_with_deadline(&self) -> Result<Vec<String>, StoreError> {
        self.read(Disk::games_with_deadline).await
    }

    async fn games_with_prefix(&self, beginning: &str) -> Result<Vec<String>, StoreError> {
        self.read(|disk| disk.games_with_prefix(beginning)).await
    }

    async fn mark_alive(&self, now_ms: u64) -> Result<(), StoreError> {
        self.write(Write::Alive(now_ms)).await
    }

    async fn last_alive(&self) -> Result<Option<u64>, StoreError> {
        self.read(Disk::alive_ms).await
    }

    async fn health(&self) -> Result<(), StoreError> {
        self.write(Write::Probe).await
    }

    fn cluster(&self) -> Option<&dyn ClusterStore> {
        self.number.is_some().then_some(self)
    }
}

#[async_trait]
impl ClusterStore for SimStore {
    fn cluster_id(&self) -> &str {
        "simulated"
    }

    fn is_first(&self) -> bool {
        self.number == Some(0)
    }

    async fn clock_ms(&self) -> Result<u64, StoreError> {
        self.read(|disk| disk.clock.now_ms()).await
    }

    async fn changed_logs(&self, known: Vec<(String, u64)>) -> Result<Vec<String>, StoreError> {
        self.read(|disk| {
            let moved = known.into_iter().filter(|(game, events)| {
                disk.load(game).map_or(0, |log| log.len() as u64) != *events
            });
            moved.map(|(game, _)| game).collect()
        })
        .await
    }

    /// There are no accounts in the simulation.
    async fn record_players(&self, _: &str, _: Vec<String>) -> Result<(), StoreError> {
        self.read(|_| ()).await
    }

    async fn games_of_player(&self, _: &str, _: u32) -> Result<Vec<String>, StoreError> {
        self.read(|_| Vec::new()).await
    }

    async fn remove_players(&self, _: Vec<String>) -> Result<(), StoreError> {
        self.read(|_| ()).await
    }

    async fn claim_due(
        &self,
        now_ms: u64,
        until_ms: u64,
        limit: u32,
    ) -> Result<Vec<String>, StoreError> {
        if self.disk.fate() != Fate::Done {
            return Err(broken());
        }
        self.read(|disk| disk.claim_due(now_ms, until_ms, limit)).await
    }

    async fn take_lease(
        &self,
        name: &str,
        holder: &str,
        term: Duration,
    ) -> Result<bool, StoreError> {
        if self.disk.fate() != Fate::Done {
            return Err(broken());
        }
        self.read(|disk| disk.take_lease(name, holder, term.as_millis() as u64)).await
    }

    async fn release_lease(&self, name: &str, holder: &str) -> Result<(), StoreError> {
        self.read(|disk| disk.release_lease(name, holder)).await
    }

    async fn set_presence(
        &self,
        node: &str,
        seats: Vec<(String, String)>,
        until_ms: u64,
    ) -> Result<(), StoreError> {
        self.read(|disk| disk.lobby().set_presence(node, seats, until_ms)).await
    }

    async fn present_elsewhere(
        &self,
        node: &str,
        games: Vec<String>,
        now_ms: u64,
    ) -> Result<Vec<(String, String)>, StoreError> {
        self.read(|disk| disk.lobby().present_elsewhere(node, &games, now_ms)).await
    }

    async fn seeks(&self, now_ms: u64) -> Result<Vec<ListedSeek>, StoreError> {
        self.read(|disk| disk.lobby().seeks(now_ms)).await
    }

    async fn take_seek(
        &self,
        kind: &str,
        excluded: Vec<i64>,
        now_ms: u64,
    ) -> Result<Option<ListedSeek>, StoreError> {
        self.read(|disk| disk.lobby().take_seek(kind, &excluded, now_ms)).await
    }

    async fn add_seek(
        &self,
        seek: NewSeek,
        excluded: Vec<i64>,
        _most: u32,
    ) -> Result<Option<ListedSeek>, StoreError> {
        self.read(|disk| disk.lobby().add_seek(seek, &excluded)).await
    }

    async fn restore_seek(&self, seek: ListedSeek) -> Result<(), StoreError> {
        self.read(|disk| disk.lobby().restore_seek(seek)).await
    }

    async fn renew_seeks(&self, games: Vec<String>, until_ms: u64) -> Result<(), StoreError> {
        self.read(|disk| disk.lobby().renew_seeks(&games, until_ms)).await
    }

    async fn remove_seeks(&self, games: Vec<String>) -> Result<(), StoreError> {
        self.read(|disk| disk.lobby().remove_seeks(&games)).await
    }

    /// Without accounts there are no limits.
    async fn admit(
        &self,
        _key: &str,
        _now_ms: u64,
        _every: Duration,
        _at_once: u32,
    ) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn would_admit(
        &self,
        _key: &str,
        _now_ms: u64,
        _every: Duration,
        _at_once: u32,
    ) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn remove_expired(&self, now_ms: u64) -> Result<(), StoreError> {
        self.read(|disk| disk.lobby().remove_expired(now_ms)).await
    }
}

#[async_trait]
impl SmartBoards for SimStore {
    async fn put_board(&self, board: Board) -> Result<(), StoreError> {
        self.write(Write::Board(board)).await
    }

    async fn boards(&self) -> Result<Vec<Board>, StoreError> {
        self.read(Disk::boards).await
    }
}

/// Accounts are not supported, because password hashing uses other threads.
#[async_trait]
impl Accounts for SimStore {
    async fn add_player(&self, _player: Player, _session: Session) -> Result<(), StoreError> {
        Err(StoreError::Closed)
    }

    async fn player_by_key(&self, _key: &str) -> Result<Option<Player>, StoreError> {
        Ok(None)
    }

    async fn names_of(&self, _ids: Vec<String>) -> Result<HashMap<String, String>, StoreError> {
        Ok(HashMap::new())
    }

    async fn names_with_prefix(&self, _key: &str, _limit: u32) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    async fn player_names(&self) -> Result<Vec<String>, StoreError> {
        Ok(Vec::new())
    }

    async fn add_session(
        &self,
        _session: Session,
        _proven: String,
        _instead: Option<String>,
        _now_ms: u64,
    ) -> Result<(), StoreError> {
        Err(StoreError::Closed)
    }

    async fn session(&self, _hash: &str, _now_ms: u64) -> Result<Option<Player>, StoreError> {
        Ok(None)
    }

    async fn end_session(&self, _hash: &str) -> Result<(), StoreError> {
        Ok(())
    }

    async fn set_password(&self, _new: NewPassword) -> Result<(), StoreError> {
        Err(StoreError::Closed)
    }
}

/// Without accounts no game is rated or archived.
#[async_trait]
impl Archive for SimStore {
    async fn archive(&self, _question: ArchiveFilter) -> Result<Vec<Finished>, StoreError> {
        Ok(Vec::new())
    }

    async fn finished_since(
        &self,
        cursor: Cursor,
        _limit: u32,
    ) -> Result<(Vec<Finished>, Cursor), StoreError> {
        Ok((Vec::new(), cursor))
    }

    fn finished_hint(&self) -> watch::Receiver<u64> {
        watch::channel(0).1
    }
}
