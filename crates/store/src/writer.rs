//! The one writer: drains a bounded queue and commits what waits together.

use crate::{
    Append, Board, Finished, NewPassword, Player, Session, StoreError,
    chain::link,
    error::database,
    sqlite::{archive, players},
};
use sqlx::{Connection, Row, SqliteConnection, SqlitePool};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{mpsc, oneshot};

/// The most jobs in one transaction.
const GROUP: usize = 500;
/// The most jobs that may wait.
const QUEUE: usize = 2_000;

pub(crate) enum Job {
    Create { rules: u32, append: Append },
    Append(Append),
    PutBoard(Board),
    AddPlayer { player: Player, session: Session },
    SignIn { session: Session, proven: String, instead: Option<String>, now_ms: u64 },
    SignOut { hash: String },
    SetPassword(NewPassword),
    Alive(u64),
}

impl Job {
    fn finished(&self) -> Option<&Finished> {
        match self {
            Job::Create { append, .. } | Job::Append(append) => append.finished.as_ref(),
            _ => None,
        }
    }
}

/// Whoever wants to know which games are over, as soon as that is committed.
type Listeners = Arc<Mutex<Vec<mpsc::UnboundedSender<Finished>>>>;

type Reply = oneshot::Sender<Result<(), StoreError>>;

/// What others hold of the writer.
#[derive(Clone)]
pub(crate) struct WriterHandle {
    queue: mpsc::Sender<(Job, Reply)>,
    listeners: Listeners,
}

impl WriterHandle {
    /// Every game that is over or put right from now on, told before whoever wrote it has its answer.
    pub(crate) fn listen(&self) -> mpsc::UnboundedReceiver<Finished> {
        let (sender, receiver) = mpsc::unbounded_channel();
        self.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        receiver
    }

    pub(crate) async fn ask(&self, job: Job) -> Result<(), StoreError> {
        let (reply, answer) = oneshot::channel();
        self.queue.send((job, reply)).await.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// The writer's two halves; the actor runs until every stub is gone.
pub(crate) fn channel(pool: SqlitePool) -> (WriterHandle, impl Future<Output = ()>) {
    let (queue, jobs) = mpsc::channel(QUEUE);
    let listeners = Listeners::default();
    (WriterHandle { queue, listeners: listeners.clone() }, run(pool, jobs, listeners))
}

async fn run(pool: SqlitePool, mut jobs: mpsc::Receiver<(Job, Reply)>, listeners: Listeners) {
    let mut group = Vec::with_capacity(GROUP);
    while jobs.recv_many(&mut group, GROUP).await > 0 {
        commit(&pool, &mut group, &listeners).await;
    }
}

/// One transaction for all of them. A job that is refused leaves nothing behind and does not
/// disturb the others; a commit that fails fails them all.
async fn commit(pool: &SqlitePool, group: &mut Vec<(Job, Reply)>, listeners: &Listeners) {
    let mut finished = Vec::new();
    let mut done: Vec<(Reply, Result<(), StoreError>)> = Vec::with_capacity(group.len());
    let failed = match pool.begin_with("BEGIN IMMEDIATE").await {
        Err(error) => Some(database(&error)),
        Ok(mut transaction) => {
            for (job, reply) in group.drain(..) {
                let ended = job.finished().cloned();
                let result = carry_out(&mut transaction, job).await;
                finished.extend(ended.filter(|_| result.is_ok()));
                done.push((reply, result));
            }
            transaction.commit().await.err().map(|error| database(&error))
        }
    };
    let failure = || failed.as_ref().map(|error| StoreError::Database(error.to_string()));
    for (_, reply) in group.drain(..) {
        let _ = reply.send(Err(failure().unwrap_or(StoreError::Closed)));
    }
    if failed.is_none() {
        let mut listeners = listeners.lock().unwrap_or_else(PoisonError::into_inner);
        for game in finished {
            listeners.retain(|listener| listener.send(game.clone()).is_ok());
        }
    }
    for (reply, result) in done {
        // Whoever asked may have gone away; the events are committed all the same.
        let _ = reply.send(failure().map_or(result, Err));
    }
}

/// Every check comes before the first write, so that a refused job has written nothing.
async fn carry_out(connection: &mut SqliteConnection, job: Job) -> Result<(), StoreError> {
    match job {
        Job::Alive(now_ms) => {
            sqlx::query("INSERT INTO alive (one, t_ms) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET t_ms = $1")
                .bind(now_ms as i64)
                .execute(connection)
                .await
                .map_err(|error| database(&error))?;
            Ok(())
        }
        Job::PutBoard(board) => {
            sqlx::query(
                "INSERT INTO board (id, name, key) VALUES ($1, $2, $3) \
                 ON CONFLICT (id) DO UPDATE SET name = $2, key = $3",
            )
            .bind(&board.id)
            .bind(&board.name)
            .bind(&board.key[..])
            .execute(connection)
            .await
            .map_err(|error| database(&error))?;
            Ok(())
        }
        Job::AddPlayer { player, session } => players::add(connection, player, session).await,
        Job::SignIn { session, proven, instead, now_ms } => {
            players::sign_in(connection, &session, &proven, instead.as_deref(), now_ms).await
        }
        Job::SignOut { hash } => players::sign_out(connection, &hash).await,
        Job::SetPassword(new) => players::set_password(connection, &new).await,
        Job::Create { rules, append } => {
            let created_ms = append.events.first().map_or(0, |event| event.at_ms);
            sqlx::query("INSERT INTO game (id, rules, created_ms) VALUES ($1, $2, $3)")
                .bind(&append.game)
                .bind(i64::from(rules))
                .bind(created_ms as i64)
                .execute(&mut *connection)
                .await
                .map_err(|error| database(&error))?;
            write(connection, append, String::new()).await
        }
        Job::Append(append) => {
            let last = sqlx::query(
                "SELECT seq, hash FROM game_event WHERE game_id = $1 ORDER BY seq DESC LIMIT 1",
            )
            .bind(&append.game)
            .fetch_optional(&mut *connection)
            .await
            .map_err(|error| database(&error))?;
            let Some(last) = last else { return Err(StoreError::NoGame(append.game)) };
            let found = last.get::<i64, _>(0) as u64 + 1;
            if found != append.expected {
                let Append { game, expected, .. } = append;
                return Err(StoreError::Stale { game, expected, found });
            }
            write(connection, append, last.get(1)).await
        }
    }
}

async fn write(
    connection: &mut SqliteConnection,
    append: Append,
    hash: String,
) -> Result<(), StoreError> {
    let Some(finished) = &append.finished else {
        return write_log(connection, &append, hash).await;
    };
    // Both or neither: what fails here takes back what it has written, and nothing of the others.
    let mut both = connection.begin().await.map_err(|error| database(&error))?;
    archive::put(&mut both, finished).await.map_err(|error| database(&error))?;
    write_log(&mut both, &append, hash).await?;
    both.commit().await.map_err(|error| database(&error))
}

async fn write_log(
    connection: &mut SqliteConnection,
    append: &Append,
    mut hash: String,
) -> Result<(), StoreError> {
    for (seq, event) in (append.expected..).zip(&append.events) {
        hash =
            link(&hash, &append.game, seq, event.at_ms, [event.kind, &event.public, &event.secret]);
        sqlx::query(
            "INSERT INTO game_event (game_id, seq, kind, seat, cmd_id, public, secret, t_ms, hash) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        )
        .bind(&append.game)
        .bind(seq as i64)
        .bind(event.kind)
        .bind(event.seat.map(i64::from))
        .bind(&event.command)
        .bind(&event.public)
        .bind(&event.secret)
        .bind(event.at_ms as i64)
        .bind(&hash)
        .execute(&mut *connection)
        .await
        .map_err(|error| database(&error))?;
    }
    if let Some(token) = &append.token {
        let seats: String = token.seats.iter().map(u8::to_string).collect();
        sqlx::query("INSERT INTO seat_token (game_id, token_hash, seats) VALUES ($1, $2, $3)")
            .bind(&append.game)
            .bind(&token.hash)
            .bind(seats)
            .execute(&mut *connection)
            .await
            .map_err(|error| database(&error))?;
    }
    let deadline = match append.deadline_ms {
        Some(due_ms) => sqlx::query(
            "INSERT INTO deadline (game_id, due_ms) VALUES ($1, $2) \
             ON CONFLICT (game_id) DO UPDATE SET due_ms = $2",
        )
        .bind(&append.game)
        .bind(due_ms as i64),
        None => sqlx::query("DELETE FROM deadline WHERE game_id = $1").bind(&append.game),
    };
    deadline.execute(connection).await.map_err(|error| database(&error))?;
    Ok(())
}
