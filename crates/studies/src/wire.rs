//! Messages between a page and the server about studies, as JSON.

use crate::{ChapterHead, Edit, Visibility};
use protocol::{StudyId, UnixMs};
use serde::{Deserialize, Serialize};

/// A study that is to be created.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewStudyRequest {
    /// Title of the study.
    pub title: String,
    /// The readers.
    #[serde(default)]
    pub visibility: Visibility,
    /// The chapters: each an [`Edit::AddChapter`].
    pub chapters: Vec<Edit>,
}

/// A study in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StudyRow {
    /// Id of the study.
    pub id: StudyId,
    /// Title of the study.
    pub title: String,
    /// Name of the owner.
    pub owner: String,
    /// The readers.
    pub visibility: Visibility,
    /// The chapters.
    pub chapters: Vec<ChapterHead>,
    /// Time of the last edit.
    pub updated_ms: UnixMs,
}

/// A part of a list of studies.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct StudyList {
    /// The studies, the last edited first.
    pub studies: Vec<StudyRow>,
    /// Query value that continues the list, if there are more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A study as a reader sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StudyView {
    /// Id of the study.
    pub id: StudyId,
    /// Title of the study.
    pub title: String,
    /// The readers.
    pub visibility: Visibility,
    /// Name of the owner.
    pub owner: String,
    /// Names of the other authors.
    pub authors: Vec<String>,
    /// The chapters in order.
    pub chapters: Vec<ChapterHead>,
    /// Number of accepted edits.
    pub version: u64,
    /// Whether the reader may edit the study.
    pub can_edit: bool,
    /// Whether the reader owns the study.
    pub is_owner: bool,
}

/// A chapter as a reader sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChapterView {
    /// Version of the study that the content belongs to.
    pub version: u64,
    /// The content as a `.chuhe` file.
    pub file: String,
}

/// An edit with the id that the page gave to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SentEdit {
    /// Id of the edit. An edit that is sent again is carried out once.
    pub id: String,
    /// The edit.
    pub edit: Edit,
}

/// Edits of a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EditRequest {
    /// Version of the study that the page knows.
    pub since: u64,
    /// The edits in order.
    pub edits: Vec<SentEdit>,
}

/// An edit that was accepted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoggedEdit {
    /// Version of the study after the edit.
    pub version: u64,
    /// Id that the editor's page gave to the edit.
    pub id: String,
    /// Name of the editor.
    pub author: String,
    /// The edit; `None` for a change that concerns no chapter's content. Then the page asks for the
    /// study again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edit: Option<Edit>,
}

/// An edit that was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RefusedEdit {
    /// Id that the page gave to the edit.
    pub id: String,
    /// Stable code of the reason.
    pub code: String,
    /// What is wrong and where.
    pub message: String,
}

/// The edits after a version.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct StudyChanges {
    /// Version of the study after the last of the edits.
    pub version: u64,
    /// The edits in order.
    pub edits: Vec<LoggedEdit>,
    /// Whether there are more edits.
    #[serde(default)]
    pub more: bool,
}

/// Answer to an [`EditRequest`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EditReply {
    /// All edits that the page did not know, its own included.
    pub changes: StudyChanges,
    /// The edits of the page that were refused.
    pub refused: Vec<RefusedEdit>,
}
