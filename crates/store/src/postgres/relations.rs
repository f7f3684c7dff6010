//! Followed and blocked accounts in PostgreSQL.

use super::{PostgresStore, connection::ANSWER, group::texts, pool::Pool};
use crate::{Relation, RelationKind, Relations, StoreError};
use async_trait::async_trait;
use protocol::{AccountId, UnixMs};
use sqlx::{Connection, PgConnection, Row, postgres::PgRow};
use tokio::time::timeout;

#[async_trait]
impl Relations for PostgresStore {
    async fn set_relation(&self, relation: Relation, max: u32) -> Result<(), StoreError> {
        self.find_room().await?;
        let mut connection = self.pool.acquire().await?;
        let answer = timeout(ANSWER, set(&mut connection, &relation, max)).await;
        if Pool::settle(connection, answer)? { Ok(()) } else { Err(StoreError::TooManyRelations) }
    }

    async fn remove_relation(
        &self,
        account: &AccountId,
        other: &AccountId,
    ) -> Result<(), StoreError> {
        let remove = sqlx::query("DELETE FROM relation WHERE account = $1 AND other = $2");
        self.rows(remove.bind(account.as_str()).bind(other.as_str())).await.map(|_| ())
    }

    async fn relations(&self, account: &AccountId) -> Result<Vec<Relation>, StoreError> {
        let question = "SELECT account, other, kind, since_ms FROM relation \
                        WHERE account = $1 ORDER BY since_ms, other";
        let rows = self.rows(sqlx::query(question).bind(account.as_str())).await?;
        Ok(rows.iter().filter_map(relation).collect())
    }

    async fn blocked_by(
        &self,
        accounts: Vec<AccountId>,
    ) -> Result<Vec<(AccountId, AccountId)>, StoreError> {
        let question = "SELECT account, other FROM relation \
                        WHERE account = ANY($1) AND kind = 'block'";
        let rows = self.rows(sqlx::query(question).bind(texts(accounts))).await?;
        let pair = |row: &PgRow| (row.get::<String, _>(0).into(), row.get::<String, _>(1).into());
        Ok(rows.iter().map(pair).collect())
    }

    async fn blocked_among(
        &self,
        other: &AccountId,
        accounts: Vec<AccountId>,
    ) -> Result<Vec<AccountId>, StoreError> {
        let question = sqlx::query(
            "SELECT other FROM relation \
             WHERE account = $1 AND other = ANY($2) AND kind = 'block' \
             UNION SELECT account FROM relation \
             WHERE other = $1 AND account = ANY($2) AND kind = 'block'",
        );
        let rows = self.rows(question.bind(other.as_str()).bind(texts(accounts))).await?;
        Ok(rows.iter().map(|row| row.get::<String, _>(0).into()).collect())
    }
}

/// Sets a relation unless there are too many. A lock serialises the relations of one account, so
/// that the next statement sees commits made while it waited.
async fn set(
    connection: &mut PgConnection,
    relation: &Relation,
    max: u32,
) -> Result<bool, StoreError> {
    let mut change = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, 2))")
        .bind(relation.account.as_str())
        .execute(&mut *change)
        .await?;
    let set = sqlx::query(
        "WITH others AS ( \
             SELECT COUNT(*) AS n FROM relation WHERE account = $1 AND other <> $2 \
         ) \
         INSERT INTO relation (account, other, kind, since_ms) \
         SELECT $1, $2, $3, $4 FROM others WHERE n < $5 \
         ON CONFLICT (account, other) DO UPDATE SET kind = $3, since_ms = $4",
    );
    let set = set.bind(relation.account.as_str()).bind(relation.other.as_str());
    let set = set.bind(relation.kind.as_str()).bind(relation.since_ms.0 as i64);
    let set = set.bind(i64::from(max)).execute(&mut *change).await?;
    change.commit().await?;
    Ok(set.rows_affected() > 0)
}

/// A row; `None` if a later version wrote a kind that is unknown here.
pub(super) fn relation(row: &PgRow) -> Option<Relation> {
    Some(Relation {
        account: row.get::<String, _>(0).into(),
        other: row.get::<String, _>(1).into(),
        kind: RelationKind::parse(row.get(2))?,
        since_ms: UnixMs(row.get::<i64, _>(3) as u64),
    })
}
