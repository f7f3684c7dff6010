//! Challenges in PostgreSQL.

use super::{PostgresStore, connection::ANSWER, group::texts, pool::Pool};
use crate::{ACCEPTED, Challenge, ChallengeKey, Challenges, StoreError, challenges::KEPT_MS};
use async_trait::async_trait;
use protocol::{AccountId, GameId, UnixMs};
use sqlx::{Connection, PgConnection, Row, postgres::PgRow};
use tokio::time::timeout;

#[async_trait]
impl Challenges for PostgresStore {
    async fn add_challenge(&self, challenge: Challenge, max_open: u32) -> Result<(), StoreError> {
        self.find_room().await?;
        let mut connection = self.pool.acquire().await?;
        let answer = timeout(ANSWER, add(&mut connection, &challenge, max_open)).await;
        if Pool::settle(connection, answer)? { Ok(()) } else { Err(StoreError::TooManyChallenges) }
    }

    async fn challenges_at(&self, game: &GameId) -> Result<Vec<Challenge>, StoreError> {
        let all = sqlx::query(
            "SELECT game_id, challenger, recipient, seat, text, answer, since_ms, until_ms \
             FROM challenge WHERE game_id = $1 ORDER BY recipient",
        );
        Ok(self.rows(all.bind(game.as_str())).await?.iter().map(challenge).collect())
    }

    async fn challenges(&self, now_ms: UnixMs) -> Result<Vec<Challenge>, StoreError> {
        let all = sqlx::query(
            "SELECT game_id, challenger, recipient, seat, text, answer, since_ms, until_ms \
             FROM challenge WHERE until_ms > $1 ORDER BY since_ms, game_id, recipient",
        );
        Ok(self.rows(all.bind(now_ms.0 as i64)).await?.iter().map(challenge).collect())
    }

    async fn answer_challenge(
        &self,
        game: &GameId,
        recipient: &AccountId,
        answer: &str,
        now_ms: UnixMs,
    ) -> Result<(), StoreError> {
        let change = sqlx::query(
            "UPDATE challenge SET answer = $3 WHERE game_id = $1 AND recipient = $2 \
             AND (answer IS NULL OR answer = $3) AND until_ms > $4 RETURNING game_id",
        );
        let change = change.bind(game.as_str()).bind(recipient.as_str()).bind(answer);
        let answered = self.row(change.bind(now_ms.0 as i64)).await?;
        answered.map(|_| ()).ok_or(StoreError::NoChallenge)
    }

    async fn renew_challenges(
        &self,
        games: Vec<GameId>,
        now_ms: UnixMs,
        until_ms: UnixMs,
    ) -> Result<(), StoreError> {
        let renew = sqlx::query(
            "UPDATE challenge SET until_ms = $2 WHERE game_id = ANY($1) AND until_ms > $3 \
             AND (answer IS NULL OR answer = $4)",
        );
        let renew = renew.bind(texts(games)).bind(until_ms.0 as i64).bind(now_ms.0 as i64);
        self.rows(renew.bind(ACCEPTED)).await.map(|_| ())
    }

    async fn end_challenges(
        &self,
        challenges: Vec<ChallengeKey>,
        now_ms: UnixMs,
    ) -> Result<(), StoreError> {
        let end = sqlx::query(
            "UPDATE challenge SET until_ms = $3 \
             WHERE (game_id, recipient) IN (SELECT * FROM unnest($1::text[], $2::text[])) \
             AND until_ms > $3",
        );
        let (games, recipients) = columns(challenges);
        self.rows(end.bind(games).bind(recipients).bind(now_ms.0 as i64)).await.map(|_| ())
    }

    async fn remove_challenges(&self, challenges: Vec<ChallengeKey>) -> Result<(), StoreError> {
        let end = sqlx::query(
            "DELETE FROM challenge \
             WHERE (game_id, recipient) IN (SELECT * FROM unnest($1::text[], $2::text[]))",
        );
        let (games, recipients) = columns(challenges);
        self.rows(end.bind(games).bind(recipients)).await.map(|_| ())
    }
}

/// The games and recipients of challenges.
fn columns(challenges: Vec<ChallengeKey>) -> (Vec<String>, Vec<String>) {
    let pair = |key: ChallengeKey| (key.game.into_string(), key.recipient.into_string());
    challenges.into_iter().map(pair).unzip()
}

/// Adds a challenge unless there are too many. A lock serialises the challenges of one account, so
/// that the next statement sees commits made while it waited.
async fn add(
    connection: &mut PgConnection,
    challenge: &Challenge,
    max_open: u32,
) -> Result<bool, StoreError> {
    let mut change = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, 1))")
        .bind(challenge.challenger.as_str())
        .execute(&mut *change)
        .await?;
    let now_ms = challenge.since_ms.0 as i64;
    sqlx::query("DELETE FROM challenge WHERE until_ms <= $1")
        .bind(now_ms - KEPT_MS as i64)
        .execute(&mut *change)
        .await?;
    let open = "SELECT COUNT(*), COUNT(*) FILTER (WHERE recipient = $2) FROM challenge \
                WHERE challenger = $1 AND answer IS NULL AND until_ms > $3 \
                    AND (seat IS NULL) = $4";
    let open =
        sqlx::query(open).bind(challenge.challenger.as_str()).bind(challenge.recipient.as_str());
    let open = open.bind(now_ms).bind(challenge.seat.is_none()).fetch_one(&mut *change).await?;
    if open.get::<i64, _>(0) >= i64::from(max_open) || open.get::<i64, _>(1) > 0 {
        return Ok(false);
    }
    let put = "INSERT INTO challenge \
                   (game_id, challenger, recipient, seat, text, answer, since_ms, until_ms) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let put = sqlx::query(put).bind(challenge.game.as_str()).bind(challenge.challenger.as_str());
    let put = put.bind(challenge.recipient.as_str()).bind(challenge.seat.map(i16::from));
    let put = put.bind(&challenge.text).bind(&challenge.answer);
    put.bind(now_ms).bind(challenge.until_ms.0 as i64).execute(&mut *change).await?;
    change.commit().await?;
    Ok(true)
}

fn challenge(row: &PgRow) -> Challenge {
    Challenge {
        game: row.get::<String, _>(0).into(),
        challenger: row.get::<String, _>(1).into(),
        recipient: row.get::<String, _>(2).into(),
        seat: row.get::<Option<i16>, _>(3).map(|seat| seat as u8),
        text: row.get(4),
        answer: row.get(5),
        since_ms: UnixMs(row.get::<i64, _>(6) as u64),
        until_ms: UnixMs(row.get::<i64, _>(7) as u64),
    }
}
