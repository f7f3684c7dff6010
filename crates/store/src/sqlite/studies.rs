//! Studies in SQLite.

use super::{
    SqliteStore,
    job::{Job, JobError, StudyJob},
    rows::all,
};
use crate::{
    ChapterChange, StoreError, StoredChapter, StoredStudy, Studies, StudyCommit, StudyEdit,
    StudyFilter,
    studies::{StudyRows, list_question},
};
use async_trait::async_trait;
use protocol::{AccountId, StudyId, UnixMs};
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};

const STUDY: &str =
    "SELECT id, owner, title, visibility, document, version, created_ms, updated_ms FROM study";
const CHAPTER: &str = "SELECT chapter, version, document FROM study_chapter WHERE study = ?1";
const EDIT: &str = "SELECT version, command, account, text, at_ms FROM study_edit WHERE study = ?1";

#[async_trait]
impl Studies for SqliteStore {
    async fn create_study(
        &self,
        study: StoredStudy,
        chapters: Vec<ChapterChange>,
        max: u32,
    ) -> Result<(), StoreError> {
        self.writer.ask(Job::Study(StudyJob::Create { study, chapters, max })).await
    }

    async fn commit_study(&self, commit: StudyCommit) -> Result<(), StoreError> {
        self.writer.ask(Job::Study(StudyJob::Commit(commit))).await
    }

    async fn delete_study(&self, study: &StudyId) -> Result<(), StoreError> {
        self.writer.ask(Job::Study(StudyJob::Delete(study.clone()))).await
    }

    async fn study(&self, study: &StudyId) -> Result<Option<StoredStudy>, StoreError> {
        let id = study.clone();
        let ask = move |connection: &Connection| {
            let question = format!("{STUDY} WHERE id = ?1");
            let found = all(connection, &question, [id.as_str()], row)?.pop();
            found.map(|found| with_authors(connection, found)).transpose()
        };
        self.readers.ask(ask).await
    }

    async fn study_chapter(
        &self,
        study: &StudyId,
        chapter: &str,
    ) -> Result<Option<StoredChapter>, StoreError> {
        let (id, chapter) = (study.clone(), chapter.to_owned());
        let ask = move |connection: &Connection| {
            let question = format!("{CHAPTER} AND chapter = ?2");
            Ok(all(connection, &question, [id.as_str(), &chapter], chapter_row)?.pop())
        };
        self.readers.ask(ask).await
    }

    async fn study_chapters(
        &self,
        study: &StudyId,
        chapters: Vec<String>,
    ) -> Result<Vec<StoredChapter>, StoreError> {
        let id = study.clone();
        let ask = move |connection: &Connection| {
            let moment = connection.unchecked_transaction()?;
            let question = format!("{CHAPTER} AND chapter = ?2");
            let mut question = moment.prepare_cached(&question)?;
            let mut stored = Vec::new();
            for chapter in chapters {
                let pair = [id.as_str(), chapter.as_str()];
                stored.extend(question.query_row(pair, chapter_row).optional()?);
            }
            Ok(stored)
        };
        self.readers.ask(ask).await
    }

    async fn study_edits(
        &self,
        study: &StudyId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StudyEdit>, StoreError> {
        let id = study.clone();
        let ask = move |connection: &Connection| {
            let question = format!("{EDIT} AND version > ?2 ORDER BY version LIMIT ?3");
            let after = after.min(i64::MAX as u64) as i64;
            all(connection, &question, params![id.as_str(), after, limit], edit_row)
        };
        self.readers.ask(ask).await
    }

    async fn stored_commands(
        &self,
        study: &StudyId,
        commands: Vec<String>,
    ) -> Result<Vec<String>, StoreError> {
        let id = study.clone();
        let ask = move |connection: &Connection| {
            let question = "SELECT 1 FROM study_edit WHERE study = ?1 AND command = ?2";
            let mut question = connection.prepare_cached(question)?;
            let mut stored = Vec::new();
            for command in commands {
                let pair = [id.as_str(), command.as_str()];
                if question.query_row(pair, |_| Ok(())).optional()?.is_some() {
                    stored.push(command);
                }
            }
            Ok(stored)
        };
        self.readers.ask(ask).await
    }

    async fn studies(&self, filter: StudyFilter) -> Result<Vec<StoredStudy>, StoreError> {
        let ask = move |connection: &Connection| {
            let question = list_question(&filter, STUDY, '?');
            let (before_ms, before) = match &filter.after {
                Some((ms, id)) => (ms.0.min(i64::MAX as u64) as i64, id.as_str()),
                None => (i64::MAX, ""),
            };
            let mut values: Vec<&dyn ToSql> = vec![&before_ms, &before, &filter.limit];
            let author = filter.author.as_deref();
            values.extend(author.iter().map(|it| it as &dyn ToSql));
            values.extend(filter.visibility.iter().map(|it| it as &dyn ToSql));
            let found = all(connection, &question, &*values, row)?;
            found.into_iter().map(|found| with_authors(connection, found)).collect()
        };
        self.readers.ask(ask).await
    }
}

/// A row without its authors.
fn row(row: &Row<'_>) -> rusqlite::Result<StoredStudy> {
    Ok(StoredStudy {
        id: row.get::<_, String>(0)?.into(),
        owner: row.get::<_, String>(1)?.into(),
        authors: Vec::new(),
        title: row.get(2)?,
        visibility: row.get(3)?,
        document: row.get(4)?,
        version: row.get::<_, i64>(5)? as u64,
        created_ms: UnixMs(row.get::<_, i64>(6)? as u64),
        updated_ms: UnixMs(row.get::<_, i64>(7)? as u64),
    })
}

fn chapter_row(row: &Row<'_>) -> rusqlite::Result<StoredChapter> {
    let version = row.get::<_, i64>(1)? as u64;
    Ok(StoredChapter { id: row.get(0)?, version, document: row.get(2)? })
}

fn edit_row(row: &Row<'_>) -> rusqlite::Result<StudyEdit> {
    Ok(StudyEdit {
        version: row.get::<_, i64>(0)? as u64,
        command: row.get(1)?,
        account: row.get::<_, String>(2)?.into(),
        text: row.get(3)?,
        at_ms: UnixMs(row.get::<_, i64>(4)? as u64),
    })
}

fn with_authors(connection: &Connection, study: StoredStudy) -> rusqlite::Result<StoredStudy> {
    let authors = "SELECT account FROM study_author WHERE study = ?1 AND account <> ?2 \
                   ORDER BY account";
    let pair = [study.id.as_str(), study.owner.as_str()];
    let authors =
        all(connection, authors, pair, |row| Ok(AccountId::from(row.get::<_, String>(0)?)))?;
    Ok(StoredStudy { authors, ..study })
}

pub(super) fn change(connection: &Connection, job: &StudyJob) -> Result<(), JobError> {
    match job {
        StudyJob::Create { study, chapters, max } => {
            let count = "SELECT COUNT(*) FROM study WHERE owner = ?1";
            let count: u32 = connection
                .prepare_cached(count)?
                .query_row([study.owner.as_str()], |row| row.get(0))?;
            if count >= *max {
                return Err(StoreError::TooManyStudies.into());
            }
            put_study(connection, study)?;
            Ok(put_chapters(connection, study, chapters)?)
        }
        StudyJob::Commit(commit) => self::commit(connection, commit),
        StudyJob::Delete(study) => {
            for delete in [
                "DELETE FROM study WHERE id = ?1",
                "DELETE FROM study_author WHERE study = ?1",
                "DELETE FROM study_chapter WHERE study = ?1",
                "DELETE FROM study_edit WHERE study = ?1",
            ] {
                connection.prepare_cached(delete)?.execute([study.as_str()])?;
            }
            Ok(())
        }
    }
}

fn commit(connection: &Connection, commit: &StudyCommit) -> Result<(), JobError> {
    let StudyCommit { study, expected, chapters, edits } = commit;
    let found = connection
        .prepare_cached("SELECT version FROM study WHERE id = ?1")?
        .query_row([study.id.as_str()], |row| row.get::<_, i64>(0))
        .optional()?;
    let Some(found) = found else { return Err(StoreError::NoStudy(study.id.clone()).into()) };
    let found = found as u64;
    if found != *expected {
        let (study, expected) = (study.id.clone(), *expected);
        return Err(StoreError::StaleStudy { study, expected, found }.into());
    }
    let change = "UPDATE study SET title = ?2, visibility = ?3, document = ?4, version = ?5, \
                                   updated_ms = ?6 WHERE id = ?1";
    connection.prepare_cached(change)?.execute(params![
        study.id.as_str(),
        study.title,
        study.visibility,
        study.document,
        study.version as i64,
        study.updated_ms.0 as i64,
    ])?;
    connection
        .prepare_cached("DELETE FROM study_author WHERE study = ?1")?
        .execute([study.id.as_str()])?;
    put_authors(connection, study)?;
    put_chapters(connection, study, chapters)?;
    for edit in edits {
        put_edit(connection, &study.id, edit)?;
    }
    Ok(())
}

fn put_study(connection: &Connection, study: &StoredStudy) -> rusqlite::Result<()> {
    let put = "INSERT INTO study (id, owner, title, visibility, document, version, created_ms, \
                                  updated_ms) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    connection.prepare_cached(put)?.execute(params![
        study.id.as_str(),
        study.owner.as_str(),
        study.title,
        study.visibility,
        study.document,
        study.version as i64,
        study.created_ms.0 as i64,
        study.updated_ms.0 as i64,
    ])?;
    put_authors(connection, study)
}

fn put_authors(connection: &Connection, study: &StoredStudy) -> rusqlite::Result<()> {
    let put = "INSERT OR IGNORE INTO study_author (study, account) VALUES (?1, ?2)";
    for account in study.authors.iter().chain([&study.owner]) {
        connection.prepare_cached(put)?.execute([study.id.as_str(), account.as_str()])?;
    }
    Ok(())
}

fn put_chapters(
    connection: &Connection,
    study: &StoredStudy,
    chapters: &[ChapterChange],
) -> rusqlite::Result<()> {
    for ChapterChange { id, document } in chapters {
        match document {
            Some(document) => {
                put_chapter(connection, &study.id, id, study.version, document)?;
            }
            None => {
                let remove = "DELETE FROM study_chapter WHERE study = ?1 AND chapter = ?2";
                connection.prepare_cached(remove)?.execute([study.id.as_str(), id])?;
            }
        }
    }
    Ok(())
}

fn put_chapter(
    connection: &Connection,
    study: &StudyId,
    chapter: &str,
    version: u64,
    document: &str,
) -> rusqlite::Result<()> {
    let put = "INSERT INTO study_chapter (study, chapter, version, document) \
               VALUES (?1, ?2, ?3, ?4) \
               ON CONFLICT (study, chapter) DO UPDATE SET version = ?3, document = ?4";
    let values = params![study.as_str(), chapter, version as i64, document];
    connection.prepare_cached(put)?.execute(values)?;
    Ok(())
}

fn put_edit(connection: &Connection, study: &StudyId, edit: &StudyEdit) -> rusqlite::Result<()> {
    let put = "INSERT INTO study_edit (study, version, command, account, text, at_ms) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    connection.prepare_cached(put)?.execute(params![
        study.as_str(),
        edit.version as i64,
        edit.command,
        edit.account.as_str(),
        edit.text,
        edit.at_ms.0 as i64,
    ])?;
    Ok(())
}

/// All studies with all of their rows.
pub(super) fn everything(connection: &Connection) -> rusqlite::Result<Vec<StudyRows>> {
    let studies = all(connection, &format!("{STUDY} ORDER BY id"), [], row)?;
    let whole = |study: StoredStudy| {
        let id = study.id.clone();
        let chapters = format!("{CHAPTER} ORDER BY chapter");
        let edits = format!("{EDIT} ORDER BY version");
        Ok(StudyRows {
            study: with_authors(connection, study)?,
            chapters: all(connection, &chapters, [id.as_str()], chapter_row)?,
            edits: all(connection, &edits, [id.as_str()], edit_row)?,
        })
    };
    studies.into_iter().map(whole).collect()
}

/// Adds a study with all of its rows.
pub(super) fn put_rows(connection: &Connection, rows: &StudyRows) -> rusqlite::Result<()> {
    let StudyRows { study, chapters, edits } = rows;
    put_study(connection, study)?;
    for chapter in chapters {
        put_chapter(connection, &study.id, &chapter.id, chapter.version, &chapter.document)?;
    }
    edits.iter().try_for_each(|edit| put_edit(connection, &study.id, edit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn lists_are_read_from_their_indices() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("chuhe.db");
        drop(SqliteStore::open(&file).await.unwrap());
        let connection = Connection::open(&file).unwrap();
        let (ada, public) = (|| Some("ada".into()), || Some("public".to_owned()));
        for (author, visibility, expected) in [
            (None, public(), "SEARCH study USING INDEX study_listed"),
            (ada(), None, "USING COVERING INDEX study_author_account"),
            (ada(), public(), "study_author"),
        ] {
            let filter = StudyFilter { author, visibility, ..StudyFilter::default() };
            let question = list_question(&filter, STUDY, '?');
            let mut plan = connection.prepare(&format!("EXPLAIN QUERY PLAN {question}")).unwrap();
            let values = vec![0; plan.parameter_count()];
            let detail = |row: &Row<'_>| row.get::<_, String>("detail");
            let steps = plan.query_map(rusqlite::params_from_iter(values), detail).unwrap();
            let steps = steps.map(Result::unwrap).collect::<Vec<_>>().join("; ");
            assert!(steps.contains(expected) && !steps.contains("SCAN"), "{filter:?}: {steps}");
        }
    }
}
