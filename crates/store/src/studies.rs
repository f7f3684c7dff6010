use crate::StoreError;
use async_trait::async_trait;
use protocol::{AccountId, StudyId, UnixMs};

/// A study without its chapters. The store does not interpret `visibility` and `document`, except
/// that lists contain studies of one visibility.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredStudy {
    /// Id of the study.
    pub id: StudyId,
    /// The account that created the study.
    pub owner: AccountId,
    /// The accounts that may edit the study, besides the owner.
    pub authors: Vec<AccountId>,
    /// Title of the study.
    pub title: String,
    /// The readers who may see the study.
    pub visibility: String,
    /// Everything else that belongs to no chapter.
    pub document: String,
    /// Number of accepted edits.
    pub version: u64,
    /// Time of creation, Unix ms.
    pub created_ms: UnixMs,
    /// Time of the last edit, Unix ms.
    pub updated_ms: UnixMs,
}

/// A chapter as it is after the edits up to a version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredChapter {
    /// Id of the chapter within its study.
    pub id: String,
    /// Version of the study at the last change of the chapter.
    pub version: u64,
    /// The content. Not interpreted by the store.
    pub document: String,
}

/// A change of a chapter's content.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChapterChange {
    /// Id of the chapter.
    pub id: String,
    /// The new content; `None` removes the chapter.
    pub document: Option<String>,
}

/// An accepted edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyEdit {
    /// Version of the study after the edit.
    pub version: u64,
    /// Id that the editor's page gave to the edit, so that it is stored once.
    pub command: String,
    /// The account that edited.
    pub account: AccountId,
    /// The edit. Not interpreted by the store.
    pub text: String,
    /// Time of the edit, Unix ms.
    pub at_ms: UnixMs,
}

/// Edits with the study and the chapters after them. All are committed together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyCommit {
    /// The study after the edits. Its owner, id and time of creation do not change.
    pub study: StoredStudy,
    /// Version before the edits.
    pub expected: u64,
    /// The changed chapters.
    pub chapters: Vec<ChapterChange>,
    /// The edits, one for each version after `expected`.
    pub edits: Vec<StudyEdit>,
}

/// A study with all of its rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StudyRows {
    pub(crate) study: StoredStudy,
    pub(crate) chapters: Vec<StoredChapter>,
    pub(crate) edits: Vec<StudyEdit>,
}

/// A part of a list of studies.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct StudyFilter {
    /// Only studies that this account owns or may edit.
    pub author: Option<AccountId>,
    /// Only studies of this visibility.
    pub visibility: Option<String>,
    /// Only studies after this one in the list: time of its last edit, and id.
    pub after: Option<(UnixMs, StudyId)>,
    /// Maximum number of studies.
    pub limit: u32,
}

/// SQL of a list of studies. `select` reads all of them. The parameters are numbered after `sign`: the
/// place in the list as 1 and 2, the limit as 3, then the account and the visibility that the filter
/// has.
///
/// Each condition is only in the questions that need it, so that the indices are used.
pub(crate) fn list_question(filter: &StudyFilter, select: &str, sign: char) -> String {
    let mut question = select.to_owned();
    let mut next = 4;
    let mut condition = |text: &str| {
        let condition = format!("{text} = {sign}{next} AND ");
        next += 1;
        condition
    };
    let author = filter.author.as_ref().map(|_| condition("study_author.account"));
    let visibility = filter.visibility.as_ref().map(|_| condition("visibility"));
    if author.is_some() {
        question += " JOIN study_author ON study_author.study = study.id";
    }
    let conditions = author.unwrap_or_default() + &visibility.unwrap_or_default();
    question += &format!(
        " WHERE {conditions}(updated_ms, id) < ({sign}1, {sign}2) \
         ORDER BY updated_ms DESC, id DESC LIMIT {sign}3"
    );
    question
}

/// Studies: logs of edits with the state that follows from them.
#[async_trait]
pub trait Studies: Send + Sync {
    /// Creates a study with its first chapters, at version 0.
    ///
    /// # Errors
    /// [`StoreError::TooManyStudies`] if the owner has `max` studies.
    async fn create_study(
        &self,
        study: StoredStudy,
        chapters: Vec<ChapterChange>,
        max: u32,
    ) -> Result<(), StoreError>;

    /// Commits edits.
    ///
    /// # Errors
    /// [`StoreError::StaleStudy`] if the study has another version, [`StoreError::NoStudy`] if it does
    /// not exist.
    async fn commit_study(&self, commit: StudyCommit) -> Result<(), StoreError>;

    /// Deletes a study with its chapters and edits. Does nothing if there is none.
    async fn delete_study(&self, study: &StudyId) -> Result<(), StoreError>;

    /// Returns a study.
    async fn study(&self, study: &StudyId) -> Result<Option<StoredStudy>, StoreError>;

    /// Returns a chapter.
    async fn study_chapter(
        &self,
        study: &StudyId,
        chapter: &str,
    ) -> Result<Option<StoredChapter>, StoreError>;

    /// Returns those of these chapters that are stored, in any order, as they are at one moment. The
    /// ids are different.
    async fn study_chapters(
        &self,
        study: &StudyId,
        chapters: Vec<String>,
    ) -> Result<Vec<StoredChapter>, StoreError>;

    /// Returns the edits after a version, in order.
    async fn study_edits(
        &self,
        study: &StudyId,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StudyEdit>, StoreError>;

    /// Returns those of these commands that are stored, in any order.
    async fn stored_commands(
        &self,
        study: &StudyId,
        commands: Vec<String>,
    ) -> Result<Vec<String>, StoreError>;

    /// Returns studies, the last edited first.
    async fn studies(&self, filter: StudyFilter) -> Result<Vec<StoredStudy>, StoreError>;
}
