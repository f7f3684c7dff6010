//! The writer: one thread that drains a bounded queue and commits waiting jobs together.
//!
//! It calls SQLite directly, so a group costs no more thread switches than a single job. It never
//! reuses a connection after an error: on a full disk SQLite ends the transaction by itself, and
//! later statements would be committed partially or not at all.

use super::{
    SqliteOptions, accounts, archive, challenges, game_log,
    job::{Job, JobError, MAX_GROUP, Reply, WriterHandle},
    kept_seeks, ladders, moderation, puzzles, relations, seated_players, smart_boards, studies,
};
use crate::{Append, StoreError, keyring::Keyring};
use rusqlite::{Connection, ErrorCode};
use std::{
    io, mem,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
use tokio::sync::{mpsc, watch};

/// Maximum number of jobs in one transaction.
const GROUP: usize = 500;
/// Maximum number of queued jobs.
const QUEUE: usize = 2_000;
/// How long to wait for more jobs after a commit of several. A commit costs as much processor time
/// as dozens of jobs; at 1,000 moves per second this halves the cost of a move.
const WINDOW: Duration = Duration::from_millis(4);

type Results = Vec<Result<(), StoreError>>;

/// Starts the writer thread. It runs until every handle is dropped.
///
/// # Errors
/// If no thread can be started.
pub(super) fn start(
    options: SqliteOptions,
    connection: Connection,
    keys: Arc<Keyring>,
) -> io::Result<WriterHandle> {
    let (queue, jobs) = mpsc::channel(QUEUE);
    let (finished, follower) = watch::channel(0);
    let writer = Writer { options, connection: Some(connection), keys, finished };
    let thread = thread::Builder::new()
        .name("sqlite-writer".to_owned())
        .spawn(move || writer.run(jobs))?
        .thread()
        .clone();
    Ok(WriterHandle { queue, thread, finished: follower })
}

struct Writer {
    options: SqliteOptions,
    /// `None` after a failure, until the next job.
    connection: Option<Connection>,
    keys: Arc<Keyring>,
    finished: watch::Sender<u64>,
}

impl Writer {
    fn run(mut self, mut jobs: mpsc::Receiver<(Job, Reply)>) {
        let mut group = Vec::with_capacity(GROUP);
        while jobs.blocking_recv_many(&mut group, GROUP) > 0 {
            // A single active game never waits for other jobs.
            let has_more = group.len() > 1;
            self.carry_out(mem::take(&mut group));
            if has_more {
                wait_for_more(&jobs, Instant::now() + WINDOW);
            }
        }
    }

    /// Commits a group and replies to each caller.
    fn carry_out(&mut self, group: Vec<(Job, Reply)>) {
        let (jobs, replies): (Vec<Job>, Vec<Reply>) = group.into_iter().unzip();
        let results = self.commit(&jobs);
        if jobs.iter().zip(&results).any(|(job, result)| job.finishes() && result.is_ok()) {
            self.finished.send_modify(|count| *count += 1);
        }
        for (reply, result) in replies.into_iter().zip(results) {
            // The caller may be gone; what is committed stays committed.
            let _ = reply.send(result);
        }
    }

    /// Commits all jobs together. If one violates a constraint, each is tried alone. If the
    /// database fails, all fail.
    fn commit(&mut self, jobs: &[Job]) -> Results {
        let error = match self.transaction(jobs) {
            Ok(results) => return results,
            Err(error) => error,
        };
        if jobs.len() == 1 || !is_not_allowed(&error) {
            return jobs.iter().map(|_| Err(StoreError::from(&error))).collect();
        }
        let mut results = Results::with_capacity(jobs.len());
        let mut broken = None;
        for job in jobs {
            if let Some(error) = &broken {
                results.push(Err(StoreError::from(error)));
                continue;
            }
            match self.transaction(std::slice::from_ref(job)) {
                Ok(result) => results.extend(result),
                Err(error) => {
                    results.push(Err(StoreError::from(&error)));
                    broken = (!is_not_allowed(&error)).then_some(error);
                }
            }
        }
        results
    }

    /// Runs one transaction: every job that is not refused is committed, or none.
    fn transaction(&mut self, jobs: &[Job]) -> rusqlite::Result<Results> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.open()?,
        };
        match write(&connection, jobs, &self.keys) {
            Ok(results) => {
                self.connection = Some(connection);
                Ok(results)
            }
            Err(error) => {
                // SQLite may have rolled back already. The connection is closed before any caller
                // gets its answer, so that a caller who reads the log again finds its final state.
                let _ = connection.execute_batch("ROLLBACK");
                let _ = connection.close();
                Err(error)
            }
        }
    }
}

/// Waits until there are enough jobs or `until` has passed.
fn wait_for_more(jobs: &mpsc::Receiver<(Job, Reply)>, until: Instant) {
    while jobs.len() < MAX_GROUP && !jobs.is_closed() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        thread::park_timeout(left);
    }
}

fn write(connection: &Connection, jobs: &[Job], keys: &Keyring) -> rusqlite::Result<Results> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    let mut results = Results::with_capacity(jobs.len());
    for job in jobs {
        results.push(match write_one(connection, job, keys) {
            Ok(()) => Ok(()),
            Err(JobError::Refused(refusal)) => Err(refusal),
            Err(JobError::Failed(error)) => return Err(error),
        });
    }
    connection.execute_batch("COMMIT")?;
    Ok(results)
}

/// All checks precede the first write, so a refused job has written nothing.
fn write_one(connection: &Connection, job: &Job, keys: &Keyring) -> Result<(), JobError> {
    match job {
        Job::Create { rules, append } => {
            game_log::create(connection, *rules, append, keys)?;
            put_finished(connection, append)
        }
        Job::Append(append) => {
            game_log::append(connection, append, keys)?;
            put_finished(connection, append)
        }
        Job::DeleteOpen { game, expected } => game_log::delete_open(connection, game, *expected),
        Job::PutBoard(board) => smart_boards::put(connection, board, keys),
        Job::AddPlayer { player, session } => accounts::add(connection, player, session),
        Job::SignIn { session, verified, instead, now_ms } => {
            accounts::sign_in(connection, session, verified, instead.as_deref(), *now_ms)
        }
        Job::SignOut { hash } => Ok(accounts::sign_out(connection, hash)?),
        Job::SetPassword(new) => accounts::set_password(connection, new),
        Job::SetMail(new) => accounts::set_mail(connection, new),
        Job::Challenge(job) => challenges::change(connection, job),
        Job::Relation(job) => relations::change(connection, job),
        Job::ClaimSeat { game, seat, player } => archive::claim(connection, game, *seat, player),
        Job::KeepSeek(seek) => Ok(kept_seeks::keep(connection, seek)?),
        Job::EndSeeks(games) => Ok(kept_seeks::end(connection, games)?),
        Job::RecordPlayers { game, players } => {
            Ok(seated_players::record(connection, game, players)?)
        }
        Job::RemovePlayers(games) => Ok(seated_players::remove(connection, games)?),
        Job::Moderation(job) => moderation::change(connection, job),
        Job::Study(job) => studies::change(connection, job),
        Job::Puzzles(commit) => puzzles::commit(connection, commit),
        Job::Advance(advance) => ladders::advance(connection, advance),
        Job::Alive(now_ms) => Ok(game_log::mark_alive(connection, *now_ms)?),
        Job::Probe => Ok(game_log::probe(connection)?),
    }
}

fn put_finished(connection: &Connection, append: &Append) -> Result<(), JobError> {
    if let Some(finished) = &append.finished {
        archive::put(connection, finished)?;
    }
    Ok(())
}

/// Whether the error is the fault of a single job: a duplicate key or a missing reference.
fn is_not_allowed(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}
