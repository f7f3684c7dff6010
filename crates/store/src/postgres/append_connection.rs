//! The append connection.
//!
//! No caller gets an answer before the outcome is known. If the connection breaks, the same
//! statement is sent again until there is an answer. The repeated statement waits for the first, finds
//! its result, or executes. Reading the log would not be enough, because a statement may still be executed after
//! the read.

use super::{
    PostgresOptions,
    connection::{self, AGAIN, ANSWER, CONNECT, DATABASE_SIZE, no_answer},
    event_row::hex,
    group::{self, Prepared, list},
    sharing,
};
use crate::{StoreError, hash_chain::Head};
use protocol::GameId;
use sqlx::{PgConnection, Row, postgres::PgRow};
use std::{collections::HashSet, time::Duration};
use tokio::time::{Instant, sleep, timeout};

/// How long an unsent append waits for an unreachable database before it fails.
const PATIENCE: Duration = Duration::from_secs(10);

/// Plans for groups are made once, independent of the tables' current size. TCP keepalives end a
/// dead connection, and with it its lock, within seconds.
const SESSION: &str = "SET plan_cache_mode = force_generic_plan; SET tcp_keepalives_idle = 10; \
    SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 2";

/// The outcome of an append.
pub(super) enum Outcome {
    Committed,
    /// The log has this other length, or the game does not exist. Nothing was written.
    Elsewhere(Option<u64>),
    Failed(StoreError),
}

/// Why nothing was written.
pub(super) enum Failure {
    /// The append, or one of the group, violates a constraint.
    NotAllowed(StoreError),
    /// The database failed.
    Broken(StoreError),
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> StoreError {
        match failure {
            Failure::NotAllowed(error) | Failure::Broken(error) => error,
        }
    }
}

/// A request to the database.
enum Request<'a> {
    Write(&'a [&'a Prepared<'a>]),
    /// The heads of these logs.
    Heads(&'a [GameId]),
    /// Whether an append is in its log.
    IsStored(&'a Prepared<'a>),
    /// The size of the database.
    Size,
}

impl Request<'_> {
    async fn ask(&self, connection: &mut PgConnection) -> Result<Vec<PgRow>, sqlx::Error> {
        match self {
            Request::Write(group) => group::write(connection, group).await,
            Request::Heads(games) => {
                let heads = "SELECT id, events, head, tokens, tokens_head FROM game \
                             WHERE id = ANY($1)";
                sqlx::query(heads).bind(list(games, GameId::to_string)).fetch_all(connection).await
            }
            Request::IsStored(prepared) => prepared.is_stored(connection).await,
            Request::Size => sqlx::query(DATABASE_SIZE).fetch_all(connection).await,
        }
    }
}

pub(super) struct AppendConnection {
    options: PostgresOptions,
    /// `None` after the connection was lost, until the next request.
    connection: Option<PgConnection>,
}

impl AppendConnection {
    pub(super) fn new(options: PostgresOptions, connection: PgConnection) -> AppendConnection {
        AppendConnection { options, connection: Some(connection) }
    }

    /// Returns the heads of these logs; missing games are left out.
    pub(super) async fn heads(&mut self, games: &[GameId]) -> Result<Vec<(GameId, Head)>, Failure> {
        let head = |row: &PgRow| Head {
            events: row.get::<i64, _>(1) as u64,
            hash: hex(row.get(2)),
            tokens: row.get(3),
            tokens_hash: hex(row.get(4)),
        };
        let (rows, _) = self.ask(Request::Heads(games), false).await?;
        Ok(rows.iter().map(|row| (row.get::<String, _>(0).into(), head(row))).collect())
    }

    /// Returns the size of the database in bytes.
    pub(super) async fn size(&mut self) -> Result<u64, Failure> {
        let (rows, _) = self.ask(Request::Size, false).await?;
        Ok(rows.first().map_or(0, |row| row.get::<i64, _>(0) as u64))
    }

    /// Writes a group and returns the outcome of each append. An error means that nothing was
    /// written.
    pub(super) async fn write(&mut self, group: &[&Prepared<'_>]) -> Result<Vec<Outcome>, Failure> {
        if group.is_empty() {
            return Ok(Vec::new());
        }
        let (rows, is_in_doubt) = self.ask(Request::Write(group), false).await?;
        let done: HashSet<&str> = rows.iter().map(|row| row.get(0)).collect();
        let mut outcomes = Vec::with_capacity(group.len());
        for prepared in group {
            let game = &prepared.append.game;
            let is_done =
                done.contains(game.as_str()) || (is_in_doubt && self.is_stored(prepared).await?);
            outcomes.push(if is_done {
                Outcome::Committed
            } else {
                match self.heads(std::slice::from_ref(game)).await {
                    Ok(heads) => Outcome::Elsewhere(heads.first().map(|(_, head)| head.events)),
                    Err(failure) => Outcome::Failed(failure.into()),
                }
            });
        }
        Ok(outcomes)
    }

    /// Whether an append was committed by an earlier attempt.
    async fn is_stored(&mut self, prepared: &Prepared<'_>) -> Result<bool, Failure> {
        let (rows, _) = self.ask(Request::IsStored(prepared), true).await?;
        Ok(!rows.is_empty())
    }

    /// Returns the answer, and whether an earlier attempt got no answer. A request that may have
    /// been executed is repeated until there is an answer; so is one with `must`.
    async fn ask(
        &mut self,
        question: Request<'_>,
        must: bool,
    ) -> Result<(Vec<PgRow>, bool), Failure> {
        let until = Instant::now() + PATIENCE;
        let mut is_in_doubt = false;
        loop {
            let error = match self.try_once(&question).await {
                Ok(rows) => return Ok((rows, is_in_doubt)),
                Err(RequestError::NotAllowed(error)) => return Err(Failure::NotAllowed(error)),
                Err(RequestError::Refused(error)) if !is_in_doubt && !must => {
                    return Err(Failure::Broken(error));
                }
                Err(RequestError::Refused(error) | RequestError::NotSent(error)) => error,
                Err(RequestError::Lost(error)) => {
                    is_in_doubt |= matches!(question, Request::Write(_));
                    error
                }
            };
            if !is_in_doubt && !must && Instant::now() >= until {
                return Err(Failure::Broken(error));
            }
            sleep(AGAIN).await;
        }
    }

    async fn try_once(&mut self, question: &Request<'_>) -> Result<Vec<PgRow>, RequestError> {
        // Taken out, so that a cancelled call leaves no busy connection behind.
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect_again(&self.options).await.map_err(RequestError::NotSent)?,
        };
        let answer = timeout(ANSWER, question.ask(&mut connection)).await;
        let Ok(answer) = answer else { return Err(RequestError::Lost(no_answer())) };
        let answer = answer.map_err(RequestError::from);
        // A connection that was opened while the database was read-only stays read-only.
        let is_of_no_use = matches!(
            answer,
            Err(RequestError::Lost(_) | RequestError::Refused(StoreError::ReadOnly(_)))
        );
        if !is_of_no_use {
            self.connection = Some(connection);
        }
        answer
    }
}

/// Why a request has no answer.
enum RequestError {
    /// There is no connection.
    NotSent(StoreError),
    /// The request may have been executed.
    Lost(StoreError),
    /// The database refused the request and changed nothing.
    Refused(StoreError),
    /// As `Refused`, and the request itself is at fault.
    NotAllowed(StoreError),
}

impl From<sqlx::Error> for RequestError {
    fn from(error: sqlx::Error) -> RequestError {
        let code = error.as_database_error().and_then(|error| error.code());
        let code = code.map(|code| code.into_owned());
        let begins = |classes: &[&str]| {
            code.as_deref().is_some_and(|code| classes.iter().any(|class| code.starts_with(class)))
        };
        let is_broken = code.is_none() && !matches!(error, sqlx::Error::Encode(_));
        match () {
            // The server or connection ends, or the transaction was a deadlock victim.
            () if is_broken || begins(&["08", "57P", "40"]) => RequestError::Lost(error.into()),
            // An invalid value, a constraint violation or an exceeded limit.
            () if begins(&["22", "23", "54"]) => RequestError::NotAllowed(error.into()),
            () => RequestError::Refused(error.into()),
        }
    }
}

/// Opens a new connection with the same lock as the lost one.
///
/// # Errors
/// As [`open`] and [`sharing::take_again`].
async fn connect_again(options: &PostgresOptions) -> Result<PgConnection, StoreError> {
    let mut connection = open(options).await?;
    let taken = timeout(CONNECT, sharing::take_again(&mut connection, options)).await;
    taken.unwrap_or_else(|_| Err(no_answer()))?;
    Ok(connection)
}

/// Opens a connection.
///
/// # Errors
/// [`StoreError::Unreachable`].
pub(super) async fn open(options: &PostgresOptions) -> Result<PgConnection, StoreError> {
    connection::open(options, Some(SESSION)).await
}
