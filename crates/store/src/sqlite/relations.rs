//! Followed and blocked accounts in SQLite.

use super::{
    SqliteStore,
    job::{Job, JobError, RelationJob},
    rows::all,
};
use crate::{Relation, RelationKind, Relations, StoreError};
use async_trait::async_trait;
use protocol::{AccountId, UnixMs};
use rusqlite::{Connection, OptionalExtension, Row, params};

#[async_trait]
impl Relations for SqliteStore {
    async fn set_relation(&self, relation: Relation, max: u32) -> Result<(), StoreError> {
        self.writer.ask(Job::Relation(RelationJob::Set { relation, max })).await
    }

    async fn remove_relation(
        &self,
        account: &AccountId,
        other: &AccountId,
    ) -> Result<(), StoreError> {
        let (account, other) = (account.clone(), other.clone());
        self.writer.ask(Job::Relation(RelationJob::Remove { account, other })).await
    }

    async fn relations(&self, account: &AccountId) -> Result<Vec<Relation>, StoreError> {
        let question = "SELECT account, other, kind, since_ms FROM relation \
                        WHERE account = ?1 ORDER BY since_ms, other";
        let account = account.clone();
        let ask =
            move |connection: &Connection| all(connection, question, [account.as_str()], relation);
        Ok(self.readers.ask(ask).await?.into_iter().flatten().collect())
    }

    async fn blocked_by(
        &self,
        accounts: Vec<AccountId>,
    ) -> Result<Vec<(AccountId, AccountId)>, StoreError> {
        let ask = move |connection: &Connection| {
            let question = "SELECT other FROM relation WHERE account = ?1 AND kind = 'block'";
            let mut question = connection.prepare_cached(question)?;
            let mut blocked = Vec::new();
            for account in accounts {
                let others =
                    question.query_map([account.as_str()], |row| row.get::<_, String>(0))?;
                for other in others {
                    blocked.push((account.clone(), other?.into()));
                }
            }
            Ok(blocked)
        };
        self.readers.ask(ask).await
    }

    async fn blocked_among(
        &self,
        other: &AccountId,
        accounts: Vec<AccountId>,
    ) -> Result<Vec<AccountId>, StoreError> {
        let other = other.clone();
        let ask = move |connection: &Connection| {
            let question = "SELECT 1 FROM relation WHERE kind = 'block' \
                            AND (account = ?1 AND other = ?2 OR account = ?2 AND other = ?1)";
            let mut question = connection.prepare_cached(question)?;
            let mut blocked = Vec::new();
            for account in accounts {
                let pair = [account.as_str(), other.as_str()];
                if question.query_row(pair, |_| Ok(())).optional()?.is_some() {
                    blocked.push(account);
                }
            }
            Ok(blocked)
        };
        self.readers.ask(ask).await
    }
}

/// A row; `None` if a later version wrote a kind that is unknown here.
pub(super) fn relation(row: &Row<'_>) -> rusqlite::Result<Option<Relation>> {
    let Some(kind) = RelationKind::parse(&row.get::<_, String>(2)?) else { return Ok(None) };
    Ok(Some(Relation {
        account: row.get::<_, String>(0)?.into(),
        other: row.get::<_, String>(1)?.into(),
        kind,
        since_ms: UnixMs(row.get::<_, i64>(3)? as u64),
    }))
}

pub(super) fn change(connection: &Connection, job: &RelationJob) -> Result<(), JobError> {
    match job {
        RelationJob::Set { relation, max } => {
            let count = "SELECT COUNT(*) FROM relation WHERE account = ?1 AND other <> ?2";
            let pair = [relation.account.as_str(), relation.other.as_str()];
            let count: u32 = connection.prepare_cached(count)?.query_row(pair, |row| row.get(0))?;
            if count >= *max {
                return Err(StoreError::TooManyRelations.into());
            }
            Ok(put(connection, relation)?)
        }
        RelationJob::Remove { account, other } => {
            let remove = "DELETE FROM relation WHERE account = ?1 AND other = ?2";
            connection.prepare_cached(remove)?.execute([account.as_str(), other.as_str()])?;
            Ok(())
        }
    }
}

pub(super) fn put(connection: &Connection, relation: &Relation) -> rusqlite::Result<()> {
    let put = "INSERT INTO relation (account, other, kind, since_ms) VALUES (?1, ?2, ?3, ?4) \
               ON CONFLICT (account, other) DO UPDATE SET kind = ?3, since_ms = ?4";
    connection.prepare_cached(put)?.execute(params![
        relation.account.as_str(),
        relation.other.as_str(),
        relation.kind.as_str(),
        relation.since_ms.0 as i64
    ])?;
    Ok(())
}
