//! Challenges in SQLite.

use super::{
    SqliteStore,
    job::{ChallengeJob, Job, JobError},
    rows::all,
};
use crate::{ACCEPTED, Challenge, ChallengeKey, Challenges, StoreError, challenges::KEPT_MS};
use async_trait::async_trait;
use protocol::{AccountId, GameId, UnixMs};
use rusqlite::{Connection, Row, params};

#[async_trait]
impl Challenges for SqliteStore {
    async fn add_challenge(&self, challenge: Challenge, max_open: u32) -> Result<(), StoreError> {
        self.writer.ask(Job::Challenge(ChallengeJob::Add { challenge, max_open })).await
    }

    async fn challenges_at(&self, game: &GameId) -> Result<Vec<Challenge>, StoreError> {
        let question = "SELECT game_id, challenger, recipient, seat, text, answer, since_ms, \
                        until_ms FROM challenge WHERE game_id = ?1 ORDER BY recipient";
        let game = game.clone();
        let ask =
            move |connection: &Connection| all(connection, question, [game.as_str()], challenge);
        self.readers.ask(ask).await
    }

    async fn challenges(&self, now_ms: UnixMs) -> Result<Vec<Challenge>, StoreError> {
        let question = "SELECT game_id, challenger, recipient, seat, text, answer, since_ms, \
                        until_ms FROM challenge WHERE until_ms > ?1 \
                        ORDER BY since_ms, game_id, recipient";
        let now_ms = now_ms.0 as i64;
        self.readers.ask(move |connection| all(connection, question, [now_ms], challenge)).await
    }

    async fn answer_challenge(
        &self,
        game: &GameId,
        recipient: &AccountId,
        answer: &str,
        now_ms: UnixMs,
    ) -> Result<(), StoreError> {
        let (game, recipient, answer) = (game.clone(), recipient.clone(), answer.to_owned());
        let job = ChallengeJob::Answer { game, recipient, answer, now_ms };
        self.writer.ask(Job::Challenge(job)).await
    }

    async fn renew_challenges(
        &self,
        games: Vec<GameId>,
        now_ms: UnixMs,
        until_ms: UnixMs,
    ) -> Result<(), StoreError> {
        self.writer.ask(Job::Challenge(ChallengeJob::Renew { games, now_ms, until_ms })).await
    }

    async fn end_challenges(
        &self,
        challenges: Vec<ChallengeKey>,
        now_ms: UnixMs,
    ) -> Result<(), StoreError> {
        self.writer.ask(Job::Challenge(ChallengeJob::End { challenges, now_ms })).await
    }

    async fn remove_challenges(&self, challenges: Vec<ChallengeKey>) -> Result<(), StoreError> {
        self.writer.ask(Job::Challenge(ChallengeJob::Remove { challenges })).await
    }
}

fn challenge(row: &Row<'_>) -> rusqlite::Result<Challenge> {
    Ok(Challenge {
        game: row.get::<_, String>(0)?.into(),
        challenger: row.get::<_, String>(1)?.into(),
        recipient: row.get::<_, String>(2)?.into(),
        seat: row.get(3)?,
        text: row.get(4)?,
        answer: row.get(5)?,
        since_ms: UnixMs(row.get::<_, i64>(6)? as u64),
        until_ms: UnixMs(row.get::<_, i64>(7)? as u64),
    })
}

pub(super) fn change(connection: &Connection, job: &ChallengeJob) -> Result<(), JobError> {
    match job {
        ChallengeJob::Add { challenge, max_open } => add(connection, challenge, *max_open),
        ChallengeJob::Answer { game, recipient, answer, now_ms } => {
            let change = "UPDATE challenge SET answer = ?3 WHERE game_id = ?1 AND recipient = ?2 \
                          AND (answer IS NULL OR answer = ?3) AND until_ms > ?4";
            let values = params![game.as_str(), recipient.as_str(), answer, now_ms.0 as i64];
            match connection.prepare_cached(change)?.execute(values)? {
                0 => Err(StoreError::NoChallenge.into()),
                _ => Ok(()),
            }
        }
        ChallengeJob::Renew { games, now_ms, until_ms } => {
            let renew = "UPDATE challenge SET until_ms = ?2 WHERE game_id = ?1 AND until_ms > ?3 \
                         AND (answer IS NULL OR answer = ?4)";
            let mut renew = connection.prepare_cached(renew)?;
            for game in games {
                let times = (until_ms.0 as i64, now_ms.0 as i64);
                renew.execute(params![game.as_str(), times.0, times.1, ACCEPTED])?;
            }
            Ok(())
        }
        ChallengeJob::End { challenges, now_ms } => {
            let end = "UPDATE challenge SET until_ms = ?3 \
                       WHERE game_id = ?1 AND recipient = ?2 AND until_ms > ?3";
            let mut end = connection.prepare_cached(end)?;
            for ChallengeKey { game, recipient } in challenges {
                end.execute(params![game.as_str(), recipient.as_str(), now_ms.0 as i64])?;
            }
            Ok(())
        }
        ChallengeJob::Remove { challenges } => {
            let end = "DELETE FROM challenge WHERE game_id = ?1 AND recipient = ?2";
            let mut end = connection.prepare_cached(end)?;
            for ChallengeKey { game, recipient } in challenges {
                end.execute([game.as_str(), recipient.as_str()])?;
            }
            Ok(())
        }
    }
}

fn add(connection: &Connection, challenge: &Challenge, max_open: u32) -> Result<(), JobError> {
    let now_ms = challenge.since_ms.0 as i64;
    let old = "DELETE FROM challenge WHERE until_ms <= ?1";
    connection.prepare_cached(old)?.execute([now_ms - KEPT_MS as i64])?;
    let open = "SELECT COUNT(*), COUNT(*) FILTER (WHERE recipient = ?2) FROM challenge \
                WHERE challenger = ?1 AND answer IS NULL AND until_ms > ?3 \
                    AND (seat IS NULL) = (?4 IS NULL)";
    let (challenger, recipient) = (challenge.challenger.as_str(), challenge.recipient.as_str());
    let pair = params![challenger, recipient, now_ms, challenge.seat];
    let counts = |row: &Row<'_>| Ok((row.get::<_, u32>(0)?, row.get::<_, u32>(1)?));
    let (open, same) = connection.prepare_cached(open)?.query_row(pair, counts)?;
    if open >= max_open || same > 0 {
        return Err(StoreError::TooManyChallenges.into());
    }
    let put = "INSERT INTO challenge \
                   (game_id, challenger, recipient, seat, text, answer, since_ms, until_ms) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    connection.prepare_cached(put)?.execute(params![
        challenge.game.as_str(),
        challenge.challenger.as_str(),
        challenge.recipient.as_str(),
        challenge.seat,
        challenge.text,
        challenge.answer,
        now_ms,
        challenge.until_ms.0 as i64
    ])?;
    Ok(())
}
