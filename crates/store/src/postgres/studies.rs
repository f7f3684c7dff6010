//! Studies in PostgreSQL.

use super::{PostgresStore, connection::ANSWER, pool::Pool};
use crate::{
    ChapterChange, StoreError, StoredChapter, StoredStudy, Studies, StudyCommit, StudyEdit,
    StudyFilter,
    studies::{StudyRows, list_question},
};
use async_trait::async_trait;
use protocol::{StudyId, UnixMs};
use sqlx::{AssertSqlSafe, Connection, PgConnection, Row, postgres::PgRow};
use tokio::time::timeout;

/// The columns of a study, its authors last.
const STUDY: &str = "SELECT id, owner, title, visibility, document, version, created_ms, updated_ms, \
                            ARRAY(SELECT account FROM study_author \
                                  WHERE study = study.id AND account <> owner ORDER BY account) \
                     FROM study WHERE id = $1";
const STUDIES: &str = "SELECT id, owner, title, visibility, document, version, created_ms, \
                              updated_ms, \
                              ARRAY(SELECT it.account FROM study_author it \
                                    WHERE it.study = study.id AND it.account <> owner \
                                    ORDER BY it.account) \
                       FROM study";
const CHAPTER: &str = "SELECT chapter, version, document FROM study_chapter \
                       WHERE study = $1 AND chapter = $2";
const CHAPTERS: &str = "SELECT chapter, version, document FROM study_chapter \
                        WHERE study = $1 ORDER BY chapter";
const EDITS: &str = "SELECT version, command, account, text, at_ms FROM study_edit \
                     WHERE study = $1 AND version > $2 ORDER BY version LIMIT $3";

#[async_trait]
impl Studies for PostgresStore {
    async fn create_study(
        &self,
        study: StoredStudy,
        chapters: Vec<ChapterChange>,
        max: u32,
    ) -> Result<(), StoreError> {
        self.find_room().await?;
        let mut connection = self.pool.acquire().await?;
        let answer = timeout(ANSWER, create(&mut connection, &study, &chapters, max)).await;
        Pool::settle(connection, answer)
    }

    async fn commit_study(&self, commit: StudyCommit) -> Result<(), StoreError> {
        self.find_room().await?;
        let mut connection = self.pool.acquire().await?;
        let answer = timeout(ANSWER, self::commit(&mut connection, &commit)).await;
        Pool::settle(connection, answer)
    }

    async fn delete_study(&self, study: &StudyId) -> Result<(), StoreError> {
        let mut connection = self.pool.acquire().await?;
        let answer = timeout(ANSWER, delete(&mut connection, study)).await;
        Pool::settle(connection, answer)
    }

    async fn study(&self, study: &StudyId) -> Result<Option<StoredStudy>, StoreError> {
        Ok(self.row(sqlx::query(STUDY).bind(study.as_str())).await?.as_ref().map(row))
    }

    async fn study_chapter(
        &self,
        study: &StudyId,
        chapter: &str,
    ) -> Result<Option<StoredChapter>, StoreError> {
        let asked = sqlx::query(CHAPTER).bind(study.as_str()).bind(chapter);
        Ok(self.row(asked).await?.as_ref().map(chapter_row))
    }

    async fn study_chapters(
        &self,
        study: &StudyId,
        chapters: Vec<String>,
    ) -> Result<Vec<StoredChapter>, StoreError> {
        let question = "SELECT chapter, version, document FROM study_chapter \
                        WHERE study = $1 AND chapter = ANY($2)";
        let rows = self.rows(sqlx::query(question).bind(study.as_str()).bind(chapters)).await?;
        Ok(rows.iter().map(chapter_row).collect())
    }

    async fn study_edits(
        &self,
        study: &StudyId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StudyEdit>, StoreError> {
        let after = after.min(i64::MAX as u64) as i64;
        let asked = sqlx::query(EDITS).bind(study.as_str()).bind(after).bind(i64::from(limit));
        Ok(self.rows(asked).await?.iter().map(edit_row).collect())
    }

    async fn stored_commands(
        &self,
        study: &StudyId,
        commands: Vec<String>,
    ) -> Result<Vec<String>, StoreError> {
        let question = "SELECT command FROM study_edit WHERE study = $1 AND command = ANY($2)";
        let rows = self.rows(sqlx::query(question).bind(study.as_str()).bind(commands)).await?;
        Ok(rows.iter().map(|row| row.get(0)).collect())
    }

    async fn studies(&self, filter: StudyFilter) -> Result<Vec<StoredStudy>, StoreError> {
        let (before_ms, before) = match &filter.after {
            Some((ms, id)) => (ms.0.min(i64::MAX as u64) as i64, id.as_str()),
            None => (i64::MAX, ""),
        };
        let question = list_question(&filter, STUDIES, '$');
        let asked = sqlx::query(AssertSqlSafe(question)).bind(before_ms).bind(before);
        let asked = asked.bind(i64::from(filter.limit));
        let given = [filter.author.as_deref(), filter.visibility.as_deref()];
        let asked = given.into_iter().flatten().fold(asked, |asked, value| asked.bind(value));
        let rows = self.rows(asked).await?;
        Ok(rows.iter().map(row).collect())
    }
}

fn row(row: &PgRow) -> StoredStudy {
    StoredStudy {
        id: row.get::<String, _>(0).into(),
        owner: row.get::<String, _>(1).into(),
        authors: row.get::<Vec<String>, _>(8).into_iter().map(Into::into).collect(),
        title: row.get(2),
        visibility: row.get(3),
        document: row.get(4),
        version: row.get::<i64, _>(5) as u64,
        created_ms: UnixMs(row.get::<i64, _>(6) as u64),
        updated_ms: UnixMs(row.get::<i64, _>(7) as u64),
    }
}

fn chapter_row(row: &PgRow) -> StoredChapter {
    let version = row.get::<i64, _>(1) as u64;
    StoredChapter { id: row.get(0), version, document: row.get(2) }
}

fn edit_row(row: &PgRow) -> StudyEdit {
    StudyEdit {
        version: row.get::<i64, _>(0) as u64,
        command: row.get(1),
        account: row.get::<String, _>(2).into(),
        text: row.get(3),
        at_ms: UnixMs(row.get::<i64, _>(4) as u64),
    }
}

/// Creates a study unless there are too many. A lock serialises the studies of one account, so that
/// the next statement sees commits made while it waited.
async fn create(
    connection: &mut PgConnection,
    study: &StoredStudy,
    chapters: &[ChapterChange],
    max: u32,
) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await?;
    sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, 4))")
        .bind(study.owner.as_str())
        .execute(&mut *transaction)
        .await?;
    let count = sqlx::query("SELECT COUNT(*) FROM study WHERE owner = $1");
    let count = count.bind(study.owner.as_str()).fetch_one(&mut *transaction).await?;
    if count.get::<i64, _>(0) >= i64::from(max) {
        return Err(StoreError::TooManyStudies);
    }
    put_study(&mut transaction, study).await?;
    put_changes(&mut transaction, study, chapters).await?;
    Ok(transaction.commit().await?)
}

/// The study's row decides. Of two writers the second waits for the first and finds its version.
async fn commit(connection: &mut PgConnection, commit: &StudyCommit) -> Result<(), StoreError> {
    let StudyCommit { study, expected, chapters, edits } = commit;
    let mut transaction = connection.begin().await?;
    let found = sqlx::query("SELECT version FROM study WHERE id = $1 FOR UPDATE");
    let found = found.bind(study.id.as_str()).fetch_optional(&mut *transaction).await?;
    let Some(found) = found else { return Err(StoreError::NoStudy(study.id.clone())) };
    let found = found.get::<i64, _>(0) as u64;
    if found != *expected {
        let (study, expected) = (study.id.clone(), *expected);
        return Err(StoreError::StaleStudy { study, expected, found });
    }
    let change = "UPDATE study SET title = $2, visibility = $3, document = $4, version = $5, \
                                   updated_ms = $6 WHERE id = $1";
    let change = sqlx::query(change).bind(study.id.as_str()).bind(&study.title);
    let change = change.bind(&study.visibility).bind(&study.document);
    let change = change.bind(study.version as i64).bind(study.updated_ms.0 as i64);
    change.execute(&mut *transaction).await?;
    let forget = sqlx::query("DELETE FROM study_author WHERE study = $1");
    forget.bind(study.id.as_str()).execute(&mut *transaction).await?;
    put_authors(&mut transaction, study).await?;
    put_changes(&mut transaction, study, chapters).await?;
    for edit in edits {
        put_edit(&mut transaction, &study.id, edit).await?;
    }
    Ok(transaction.commit().await?)
}

async fn delete(connection: &mut PgConnection, study: &StudyId) -> Result<(), StoreError> {
    let mut transaction = connection.begin().await?;
    for delete in [
        "DELETE FROM study WHERE id = $1",
        "DELETE FROM study_author WHERE study = $1",
        "DELETE FROM study_chapter WHERE study = $1",
        "DELETE FROM study_edit WHERE study = $1",
    ] {
        sqlx::query(delete).bind(study.as_str()).execute(&mut *transaction).await?;
    }
    Ok(transaction.commit().await?)
}

async fn put_study(connection: &mut PgConnection, study: &StoredStudy) -> Result<(), StoreError> {
    let put = "INSERT INTO study (id, owner, title, visibility, document, version, created_ms, \
                                  updated_ms) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let put = sqlx::query(put).bind(study.id.as_str()).bind(study.owner.as_str());
    let put = put.bind(&study.title).bind(&study.visibility).bind(&study.document);
    let put = put.bind(study.version as i64).bind(study.created_ms.0 as i64);
    put.bind(study.updated_ms.0 as i64).execute(&mut *connection).await?;
    put_authors(connection, study).await
}

async fn put_authors(connection: &mut PgConnection, study: &StoredStudy) -> Result<(), StoreError> {
    let put = "INSERT INTO study_author (study, account) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    for account in study.authors.iter().chain([&study.owner]) {
        let put = sqlx::query(put).bind(study.id.as_str()).bind(account.as_str());
        put.execute(&mut *connection).await?;
    }
    Ok(())
}

async fn put_changes(
    connection: &mut PgConnection,
    study: &StoredStudy,
    chapters: &[ChapterChange],
) -> Result<(), StoreError> {
    for ChapterChange { id, document } in chapters {
        match document {
            Some(document) => {
                put_chapter(connection, &study.id, id, study.version, document).await?;
            }
            None => {
                let remove = "DELETE FROM study_chapter WHERE study = $1 AND chapter = $2";
                let remove = sqlx::query(remove).bind(study.id.as_str()).bind(id);
                remove.execute(&mut *connection).await?;
            }
        }
    }
    Ok(())
}

async fn put_chapter(
    connection: &mut PgConnection,
    study: &StudyId,
    chapter: &str,
    version: u64,
    document: &str,
) -> Result<(), StoreError> {
    let put = "INSERT INTO study_chapter (study, chapter, version, document) \
               VALUES ($1, $2, $3, $4) \
               ON CONFLICT (study, chapter) DO UPDATE SET version = $3, document = $4";
    let put = sqlx::query(put).bind(study.as_str()).bind(chapter);
    put.bind(version as i64).bind(document).execute(connection).await?;
    Ok(())
}

async fn put_edit(
    connection: &mut PgConnection,
    study: &StudyId,
    edit: &StudyEdit,
) -> Result<(), StoreError> {
    let put = "INSERT INTO study_edit (study, version, command, account, text, at_ms) \
               VALUES ($1, $2, $3, $4, $5, $6)";
    let put = sqlx::query(put).bind(study.as_str()).bind(edit.version as i64);
    let put = put.bind(&edit.command).bind(edit.account.as_str());
    put.bind(&edit.text).bind(edit.at_ms.0 as i64).execute(connection).await?;
    Ok(())
}

/// All studies with all of their rows.
pub(super) async fn everything(
    connection: &mut PgConnection,
) -> Result<Vec<StudyRows>, StoreError> {
    let all = sqlx::query(AssertSqlSafe(format!("{STUDIES} ORDER BY id")));
    let studies = all.fetch_all(&mut *connection).await?;
    let mut whole = Vec::with_capacity(studies.len());
    for study in studies.iter().map(row) {
        let chapters = sqlx::query(CHAPTERS).bind(study.id.as_str());
        let chapters = chapters.fetch_all(&mut *connection).await?;
        let edits = sqlx::query(EDITS).bind(study.id.as_str()).bind(-1_i64).bind(i64::MAX);
        let edits = edits.fetch_all(&mut *connection).await?;
        whole.push(StudyRows {
            study,
            chapters: chapters.iter().map(chapter_row).collect(),
            edits: edits.iter().map(edit_row).collect(),
        });
    }
    Ok(whole)
}

/// Adds a study with all of its rows.
pub(super) async fn put_rows(
    connection: &mut PgConnection,
    rows: &StudyRows,
) -> Result<(), StoreError> {
    let StudyRows { study, chapters, edits } = rows;
    put_study(connection, study).await?;
    for chapter in chapters {
        let StoredChapter { id, version, document } = chapter;
        put_chapter(connection, &study.id, id, *version, document).await?;
    }
    for edit in edits {
        put_edit(connection, &study.id, edit).await?;
    }
    Ok(())
}
