//! The connection through which logs are written.
//!
//! Nobody has an answer before it is known. If the connection breaks, the very same statement is sent
//! again, for as long as it takes: it waits for the first, finds it done, or does it. Looking alone
//! would not be enough, for what was sent may be carried out after the look.

use super::{
    PostgresOptions,
    connection::{self, AGAIN, ANSWER, CONNECT, DATABASE_SIZE, no_answer},
    event_row::hex,
    group::{self, Prepared},
    sharing,
};
use crate::{StoreError, linked::Head};
use sqlx::{PgConnection, Row, postgres::PgRow};
use std::{collections::HashSet, time::Duration};
use tokio::time::{Instant, sleep, timeout};

/// How long what was never sent waits for a lost database before it is given up.
const PATIENCE: Duration = Duration::from_secs(10);

/// A group's plan is made once, however little is known of the tables then and however large they grow
/// under it. And a connection of which nothing is heard ends soon, and with it what it holds.
const SESSION: &str = "SET plan_cache_mode = force_generic_plan; SET tcp_keepalives_idle = 10; \
    SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 2";

/// What has become of an append.
pub(super) enum Outcome {
    Committed,
    /// Its log stands elsewhere, or nowhere; nothing of it was written.
    Elsewhere(Option<u64>),
    Failed(StoreError),
}

/// Why nothing was written.
pub(super) enum Failure {
    /// It, or one of several, is what the tables do not allow.
    NotAllowed(StoreError),
    /// The database could not do it.
    Broken(StoreError),
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> StoreError {
        match failure {
            Failure::NotAllowed(error) | Failure::Broken(error) => error,
        }
    }
}

/// What is asked of the database.
enum Question<'a> {
    Write(&'a [&'a Prepared<'a>]),
    /// Where logs end.
    Heads(&'a [String]),
    /// Whether an append stands in its log.
    Stands(&'a Prepared<'a>),
    /// How large the database is.
    Size,
}

impl Question<'_> {
    async fn ask(&self, connection: &mut PgConnection) -> Result<Vec<PgRow>, sqlx::Error> {
        match self {
            Question::Write(group) => group::write(connection, group).await,
            Question::Heads(games) => {
                let heads = "SELECT id, events, head, tokens, tokens_head FROM game \
                             WHERE id = ANY($1)";
                sqlx::query(heads).bind(games.to_vec()).fetch_all(connection).await
            }
            Question::Stands(prepared) => prepared.stands(connection).await,
            Question::Size => sqlx::query(DATABASE_SIZE).fetch_all(connection).await,
        }
    }
}

pub(super) struct Lane {
    options: PostgresOptions,
    /// None after it was lost, until there is something to ask.
    connection: Option<PgConnection>,
}

impl Lane {
    pub(super) fn new(options: PostgresOptions, connection: PgConnection) -> Lane {
        Lane { options, connection: Some(connection) }
    }

    /// Where these logs end; nothing of those that are not there.
    pub(super) async fn heads(&mut self, games: &[String]) -> Result<Vec<(String, Head)>, Failure> {
        let head = |row: &PgRow| Head {
            events: row.get::<i64, _>(1) as u64,
            hash: hex(row.get(2)),
            tokens: row.get(3),
            tokens_hash: hex(row.get(4)),
        };
        let (rows, _) = self.ask(Question::Heads(games), false).await?;
        Ok(rows.iter().map(|row| (row.get(0), head(row))).collect())
    }

    /// How large the database is, in bytes.
    pub(super) async fn size(&mut self) -> Result<u64, Failure> {
        let (rows, _) = self.ask(Question::Size, false).await?;
        Ok(rows.first().map_or(0, |row| row.get::<i64, _>(0) as u64))
    }

    /// Writes a group; what has become of each. An error means that nothing of it was written.
    pub(super) async fn write(&mut self, group: &[&Prepared<'_>]) -> Result<Vec<Outcome>, Failure> {
        if group.is_empty() {
            return Ok(Vec::new());
        }
        let (rows, is_in_doubt) = self.ask(Question::Write(group), false).await?;
        let done: HashSet<&str> = rows.iter().map(|row| row.get(0)).collect();
        let mut outcomes = Vec::with_capacity(group.len());
        for prepared in group {
            let game = prepared.append.game.as_str();
            let is_done = done.contains(game) || (is_in_doubt && self.stands(prepared).await?);
            outcomes.push(match is_done {
                true => Outcome::Committed,
                false => match self.heads(&[game.to_owned()]).await {
                    Ok(heads) => Outcome::Elsewhere(heads.first().map(|(_, head)| head.events)),
                    Err(failure) => Outcome::Failed(failure.into()),
                },
            });
        }
        Ok(outcomes)
    }

    /// Whether an append was committed when it was sent before.
    async fn stands(&mut self, prepared: &Prepared<'_>) -> Result<bool, Failure> {
        let (rows, _) = self.ask(Question::Stands(prepared), true).await?;
        Ok(!rows.is_empty())
    }

    /// The answer, and whether the question had been sent before without one. What may be written
    /// already is asked until there is an answer; so is what `must` be known.
    async fn ask(
        &mut self,
        question: Question<'_>,
        must: bool,
    ) -> Result<(Vec<PgRow>, bool), Failure> {
        let until = Instant::now() + PATIENCE;
        let mut is_in_doubt = false;
        loop {
            let error = match self.try_once(&question).await {
                Ok(rows) => return Ok((rows, is_in_doubt)),
                Err(Trouble::NotAllowed(error)) => return Err(Failure::NotAllowed(error)),
                Err(Trouble::Refused(error)) if !is_in_doubt && !must => {
                    return Err(Failure::Broken(error));
                }
                Err(Trouble::Refused(error) | Trouble::NotSent(error)) => error,
                Err(Trouble::Lost(error)) => {
                    is_in_doubt |= matches!(question, Question::Write(_));
                    error
                }
            };
            if !is_in_doubt && !must && Instant::now() >= until {
                return Err(Failure::Broken(error));
            }
            sleep(AGAIN).await;
        }
    }

    async fn try_once(&mut self, question: &Question<'_>) -> Result<Vec<PgRow>, Trouble> {
        // Taken out: whatever ends this before the answer leaves no connection that is still busy.
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => connect_again(&self.options).await.map_err(Trouble::NotSent)?,
        };
        let answer = timeout(ANSWER, question.ask(&mut connection)).await;
        let Ok(answer) = answer else { return Err(Trouble::Lost(no_answer())) };
        let answer = answer.map_err(Trouble::from);
        // One that was opened while nothing could be written stays so.
        let is_of_no_use =
            matches!(answer, Err(Trouble::Lost(_) | Trouble::Refused(StoreError::ReadOnly(_))));
        if !is_of_no_use {
            self.connection = Some(connection);
        }
        answer
    }
}

/// Why a question has no answer.
enum Trouble {
    /// There is no connection.
    NotSent(StoreError),
    /// Nobody knows whether it was carried out.
    Lost(StoreError),
    /// The database says no: it has changed nothing.
    Refused(StoreError),
    /// The same, and it is the question's own fault.
    NotAllowed(StoreError),
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Trouble {
        let code = error.as_database_error().and_then(|error| error.code());
        let code = code.map(|code| code.into_owned());
        let begins = |classes: &[&str]| {
            code.as_deref().is_some_and(|code| classes.iter().any(|class| code.starts_with(class)))
        };
        let is_broken = code.is_none() && !matches!(error, sqlx::Error::Encode(_));
        match () {
            // The server ends, or this connection; or of two that wait for each other this one.
            () if is_broken || begins(&["08", "57P", "40"]) => Trouble::Lost(error.into()),
            // A value or a row that cannot be, or one that is too long.
            () if begins(&["22", "23", "54"]) => Trouble::NotAllowed(error.into()),
            () => Trouble::Refused(error.into()),
        }
    }
}

/// A new connection that holds what the one before it held.
///
/// # Errors
/// As [`open`] and [`sharing::take_again`].
async fn connect_again(options: &PostgresOptions) -> Result<PgConnection, StoreError> {
    let mut connection = open(options).await?;
    let taken = timeout(CONNECT, sharing::take_again(&mut connection, options)).await;
    taken.unwrap_or_else(|_| Err(no_answer()))?;
    Ok(connection)
}

/// A new connection.
///
/// # Errors
/// [`StoreError::Unreachable`].
pub(super) async fn open(options: &PostgresOptions) -> Result<PgConnection, StoreError> {
    connection::open(options, Some(SESSION)).await
}
