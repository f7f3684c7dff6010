//! The one writer: drains a bounded queue and commits what waits together.
//!
//! It owns its connection, and of a connection on which anything has failed it makes no further
//! use: a full disk ends a transaction behind sqlx's back, and what came after would be stored by
//! halves or never again.

use super::{
    accounts, archive, eboards, game_log,
    job::{Job, JobError, Reply, WriterHandle},
    script::run_script,
};
use crate::{Append, StoreError, keyring::Keyring};
use sqlx::{
    ConnectOptions, Connection, SqliteConnection, error::ErrorKind, sqlite::SqliteConnectOptions,
};
use std::sync::Arc;
use tokio::sync::{mpsc, watch};

/// The most jobs in one transaction.
const GROUP: usize = 500;
/// The most jobs that may wait.
const QUEUE: usize = 2_000;

type Results = Vec<Result<(), StoreError>>;

/// The writer's two halves; the actor runs until every handle is gone.
pub(super) fn channel(
    options: SqliteConnectOptions,
    connection: SqliteConnection,
    keys: Arc<Keyring>,
) -> (WriterHandle, impl Future<Output = ()>) {
    let (queue, mut jobs) = mpsc::channel(QUEUE);
    let (finished, follower) = watch::channel(0);
    let mut writer = Writer { options, connection: Some(connection), keys, finished };
    let actor = async move {
        let mut group = Vec::with_capacity(GROUP);
        while jobs.recv_many(&mut group, GROUP).await > 0 {
            writer.carry_out(&mut group).await;
        }
    };
    (WriterHandle { queue, finished: follower }, actor)
}

struct Writer {
    options: SqliteConnectOptions,
    /// None after a failure, until there is something to write.
    connection: Option<SqliteConnection>,
    keys: Arc<Keyring>,
    finished: watch::Sender<u64>,
}

impl Writer {
    /// Commits a group and answers everybody in it.
    async fn carry_out(&mut self, group: &mut Vec<(Job, Reply)>) {
        let (jobs, replies): (Vec<Job>, Vec<Reply>) = group.drain(..).unzip();
        let results = self.commit(&jobs).await;
        if jobs.iter().zip(&results).any(|(job, result)| job.finishes() && result.is_ok()) {
            self.finished.send_modify(|count| *count += 1);
        }
        for (reply, result) in replies.into_iter().zip(results) {
            // Whoever asked may have gone away; what is committed stays so.
            let _ = reply.send(result);
        }
    }

    /// Commits all together. If one of them is what the tables do not allow, each is tried alone;
    /// if the database fails, all have failed.
    async fn commit(&mut self, jobs: &[Job]) -> Results {
        let error = match self.transaction(jobs).await {
            Ok(results) => return results,
            Err(error) => error,
        };
        if jobs.len() == 1 || !is_not_allowed(&error) {
            return jobs.iter().map(|_| Err(failure(&error))).collect();
        }
        let mut results = Results::with_capacity(jobs.len());
        let mut broken = None;
        for job in jobs {
            if let Some(error) = &broken {
                results.push(Err(failure(error)));
                continue;
            }
            match self.transaction(std::slice::from_ref(job)).await {
                Ok(result) => results.extend(result),
                Err(error) => {
                    results.push(Err(failure(&error)));
                    broken = (!is_not_allowed(&error)).then_some(error);
                }
            }
        }
        results
    }

    /// One transaction: all that was not refused is committed, or nothing at all.
    async fn transaction(&mut self, jobs: &[Job]) -> Result<Results, sqlx::Error> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.options.connect().await?,
        };
        match write(&mut connection, jobs, &self.keys).await {
            Ok(results) => {
                self.connection = Some(connection);
                Ok(results)
            }
            Err(error) => {
                // SQLite may have rolled back already. Closed before anybody has an answer, so that
                // whoever then reads the log again finds what is so.
                let _ = run_script(&mut connection, "ROLLBACK").await;
                let _ = connection.close().await;
                Err(error)
            }
        }
    }
}

async fn write(
    connection: &mut SqliteConnection,
    jobs: &[Job],
    keys: &Keyring,
) -> Result<Results, sqlx::Error> {
    run_script(connection, "BEGIN IMMEDIATE").await?;
    let mut results = Results::with_capacity(jobs.len());
    for job in jobs {
        results.push(match write_one(connection, job, keys).await {
            Ok(()) => Ok(()),
            Err(JobError::Refused(refusal)) => Err(refusal),
            Err(JobError::Failed(error)) => return Err(error),
        });
    }
    run_script(connection, "COMMIT").await?;
    Ok(results)
}

/// Every check comes before the first write, so that a refused job has written nothing.
async fn write_one(
    connection: &mut SqliteConnection,
    job: &Job,
    keys: &Keyring,
) -> Result<(), JobError> {
    match job {
        Job::Create { rules, append } => {
            game_log::create(connection, *rules, append, keys).await?;
            put_finished(connection, append).await
        }
        Job::Append(append) => {
            game_log::append(connection, append, keys).await?;
            put_finished(connection, append).await
        }
        Job::DeleteOpen { game, expected } => {
            game_log::delete_open(connection, game, *expected).await
        }
        Job::PutBoard(board) => eboards::put(connection, board, keys).await,
        Job::AddPlayer { player, session } => accounts::add(connection, player, session).await,
        Job::SignIn { session, proven, instead, now_ms } => {
            accounts::sign_in(connection, session, proven, instead.as_deref(), *now_ms).await
        }
        Job::SignOut { hash } => Ok(accounts::sign_out(connection, hash).await?),
        Job::SetPassword(new) => accounts::set_password(connection, new).await,
        Job::Alive(now_ms) => Ok(game_log::mark_alive(connection, *now_ms).await?),
        Job::Probe => Ok(game_log::probe(connection).await?),
    }
}

async fn put_finished(connection: &mut SqliteConnection, append: &Append) -> Result<(), JobError> {
    if let Some(finished) = &append.finished {
        archive::put(connection, finished).await?;
    }
    Ok(())
}

/// Whether this is one job's own fault: a name twice, a row that hangs on nothing.
fn is_not_allowed(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| !matches!(error.kind(), ErrorKind::Other))
}

fn failure(error: &sqlx::Error) -> StoreError {
    StoreError::Database(error.to_string())
}
