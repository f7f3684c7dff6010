//! The writer of logs: drains a bounded queue and commits waiting appends in one statement.

use super::{
    PostgresOptions,
    append_connection::{AppendConnection, Failure, Outcome},
    group::Prepared,
    group_commit::{GroupCommit, MAX_GROUP},
};
use crate::{Append, StoreError, hash_chain::Head, inspection::check_size, keyring::Keyring};
use protocol::GameId;
use sqlx::PgConnection;
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
    time::Duration,
};
use tokio::sync::{Notify, mpsc, oneshot, watch};
use tokio::time::Instant;

/// Maximum number of appends in one statement.
const GROUP: usize = 500;
/// Maximum number of queued appends.
const QUEUE: usize = 2_000;
/// Maximum number of cached log heads. A cached head makes an append a single round trip. A full
/// cache is cleared.
const HEADS: usize = 50_000;
/// How often the size of a limited database is queried.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// An append, or the first append of a game with its rules version.
pub(super) struct Job {
    pub(super) rules: Option<u32>,
    pub(super) append: Append,
}

type Reply = oneshot::Sender<Result<(), StoreError>>;
type Results = Vec<Option<Result<(), StoreError>>>;

/// The writer's queue, as seen by its users.
#[derive(Clone)]
pub(super) struct WriterHandle {
    queue: mpsc::Sender<(Job, Reply)>,
    /// Notified when enough appends are waiting.
    enough: Arc<Notify>,
    finished: Arc<watch::Sender<u64>>,
}

impl WriterHandle {
    /// Changes after every commit that finishes a game.
    pub(super) fn finished(&self) -> watch::Receiver<u64> {
        self.finished.subscribe()
    }

    /// Makes readers of finished games look again.
    pub(super) fn hint(&self) {
        self.finished.send_modify(|count| *count += 1);
    }

    pub(super) async fn ask(&self, job: Job) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send((job, reply)).await.map_err(|_| StoreError::Closed)?;
        if self.queue.max_capacity() - self.queue.capacity() >= MAX_GROUP {
            self.enough.notify_one();
        }
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// Creates the handle and the writer's task, which runs until every handle is dropped.
pub(super) fn channel(
    options: PostgresOptions,
    connection: PgConnection,
    keys: Arc<Keyring>,
) -> (WriterHandle, impl Future<Output = ()>) {
    let (queue, mut jobs) = mpsc::channel(QUEUE);
    let finished = Arc::new(watch::channel(0).0);
    let enough = Arc::new(Notify::new());
    let handle = WriterHandle { queue, enough: enough.clone(), finished: finished.clone() };
    let mut writer = Writer {
        max_bytes: options.max(),
        size: None,
        connection: AppendConnection::new(options, connection),
        keys,
        heads: HashMap::new(),
        finished,
    };
    let actor = async move {
        let mut waiting = Vec::with_capacity(GROUP);
        let mut group_commit = GroupCommit::new(enough);
        while !waiting.is_empty() || jobs.recv_many(&mut waiting, GROUP).await > 0 {
            let group = first_of_each_game(&mut waiting);
            group_commit.note(group.iter().map(|(job, _)| job.append.game.as_str()));
            writer.carry_out(group).await;
            if waiting.is_empty() {
                group_commit.gather(|| jobs.len()).await;
            }
        }
    };
    (handle, actor)
}

/// Takes the first append of each game; a second one must see the head after the first.
fn first_of_each_game(waiting: &mut Vec<(Job, Reply)>) -> Vec<(Job, Reply)> {
    let mut games = HashSet::new();
    let is_first = waiting.iter().map(|(job, _)| games.insert(job.append.game.clone())).collect();
    let mut is_first = Vec::into_iter(is_first);
    waiting.extract_if(.., |_| is_first.next().unwrap_or(false)).collect()
}

struct Writer {
    connection: AppendConnection,
    keys: Arc<Keyring>,
    /// Cached log heads. They may be stale.
    heads: HashMap<GameId, Head>,
    finished: Arc<watch::Sender<u64>>,
    max_bytes: Option<u64>,
    /// Size of the database when last queried, plus the bytes appended since.
    size: Option<(Instant, u64)>,
}

impl Writer {
    /// Commits a group and replies to each caller.
    async fn carry_out(&mut self, group: Vec<(Job, Reply)>) {
        let (jobs, replies): (Vec<Job>, Vec<Reply>) = group.into_iter().unzip();
        let results = self.commit(&jobs).await;
        let is_end = |(job, result): (&Job, &Option<Result<(), StoreError>>)| {
            job.append.finished.is_some() && matches!(result, Some(Ok(())))
        };
        if jobs.iter().zip(&results).any(is_end) {
            self.finished.send_modify(|count| *count += 1);
        }
        for (reply, result) in replies.into_iter().zip(results) {
            // The caller may be gone; what is committed stays committed.
            let _ = reply.send(result.unwrap_or(Err(StoreError::Closed)));
        }
    }

    async fn commit(&mut self, jobs: &[Job]) -> Results {
        let mut results: Results = jobs.iter().map(|_| None).collect();
        let can_write = match self.find_room().await {
            Ok(()) => self.look_up(jobs).await.map_err(StoreError::from),
            Err(error) => Err(error),
        };
        if let Err(error) = can_write {
            return jobs.iter().map(|_| Some(Err(error.for_another_append()))).collect();
        }
        let mut prepared = Vec::with_capacity(jobs.len());
        for (at, job) in jobs.iter().enumerate() {
            match self.prepare(job) {
                Ok(append) => prepared.push((at, append)),
                Err(error) => results[at] = Some(Err(error)),
            }
        }
        let group: Vec<&Prepared<'_>> = prepared.iter().map(|(_, append)| append).collect();
        let outcomes = self.write(&group).await;
        for ((at, append), outcome) in prepared.iter().zip(outcomes) {
            results[*at] = Some(self.settle(append, outcome));
        }
        results
    }

    /// Fails if the database has reached its size limit.
    async fn find_room(&mut self) -> Result<(), StoreError> {
        let Some(max_bytes) = self.max_bytes else { return Ok(()) };
        // A full database is queried each time, because it may have space again.
        let is_known = |(at, size): &(Instant, u64)| at.elapsed() < LOOK_EVERY && *size < max_bytes;
        let size = match self.size.filter(is_known) {
            Some((_, size)) => size,
            None => {
                let size = self.connection.size().await?;
                self.size = Some((Instant::now(), size));
                size
            }
        };
        check_size(size, max_bytes)
    }

    /// Commits all appends together, or each alone if one of them violates a constraint.
    async fn write(&mut self, group: &[&Prepared<'_>]) -> Vec<Outcome> {
        match self.connection.write(group).await {
            Ok(outcomes) => outcomes,
            Err(Failure::NotAllowed(_)) if group.len() > 1 => {
                let mut outcomes = Vec::with_capacity(group.len());
                for append in group.chunks(1) {
                    match self.connection.write(append).await {
                        Ok(outcome) => outcomes.extend(outcome),
                        Err(failure) => outcomes.push(Outcome::Failed(failure.into())),
                    }
                }
                outcomes
            }
            Err(failure) => {
                let error = StoreError::from(failure);
                group.iter().map(|_| Outcome::Failed(error.for_another_append())).collect()
            }
        }
    }

    /// Reads the heads that are unknown or differ from what the writers expect.
    async fn look_up(&mut self, jobs: &[Job]) -> Result<(), Failure> {
        if self.heads.len() > HEADS {
            self.heads.clear();
        }
        let is_known = |job: &Job| match self.heads.get(&job.append.game) {
            Some(head) => head.events == job.append.expected,
            None => job.rules.is_some(),
        };
        let unknown = jobs.iter().filter(|job| !is_known(job));
        let games: Vec<GameId> = unknown.map(|job| job.append.game.clone()).collect();
        if games.is_empty() {
            return Ok(());
        }
        for game in &games {
            self.heads.remove(game);
        }
        let heads = self.connection.heads(&games).await?;
        self.heads.extend(heads);
        Ok(())
    }

    fn prepare<'a>(&self, job: &'a Job) -> Result<Prepared<'a>, StoreError> {
        let append = &job.append;
        let head = match (job.rules, self.heads.get(&append.game)) {
            (Some(_), _) => Head::default(),
            (None, None) => return Err(StoreError::NoGame(append.game.clone())),
            (None, Some(head)) if head.events != append.expected => {
                let (game, expected, found) = (append.game.clone(), append.expected, head.events);
                return Err(StoreError::Stale { game, expected, found });
            }
            (None, Some(head)) => head.clone(),
        };
        Prepared::new(append, job.rules, head, &self.keys)
    }

    /// Computes the caller's result and updates the cached head.
    fn settle(&mut self, prepared: &Prepared<'_>, outcome: Outcome) -> Result<(), StoreError> {
        let (game, expected) = (prepared.append.game.clone(), prepared.append.expected);
        self.heads.remove(&game);
        Err(match outcome {
            Outcome::Committed => {
                if let Some((_, size)) = &mut self.size {
                    *size += prepared.text_bytes();
                }
                self.heads.insert(game, prepared.after.clone());
                return Ok(());
            }
            Outcome::Failed(error) => error,
            Outcome::Elsewhere(_) if prepared.is_new() => {
                StoreError::Database(format!("there is a game `{game}` already"))
            }
            Outcome::Elsewhere(None) => StoreError::NoGame(game),
            Outcome::Elsewhere(Some(found)) => StoreError::Stale { game, expected, found },
        })
    }
}
