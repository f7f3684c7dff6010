use crate::{
    Chapter, Edit, EditRefused, Visibility, clean_title, is_id,
    limits::{AUTHORS, CHAPTERS, ID_CHARS},
};
use protocol::AccountId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A chapter in the list of a study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChapterHead {
    /// Id of the chapter within its study.
    pub id: String,
    /// Title of the chapter.
    pub title: String,
    /// Game of the chapter.
    pub variant: String,
    /// Seat that is shown below.
    pub side: u8,
    /// Whether readers guess the moves.
    pub guess: bool,
}

/// A study without the content of its chapters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudyState {
    /// Title of the study.
    pub title: String,
    /// The readers.
    pub visibility: Visibility,
    /// The account that created the study.
    pub owner: AccountId,
    /// The accounts that may edit the study, besides the owner.
    pub authors: Vec<AccountId>,
    /// The chapters in order.
    pub chapters: Vec<ChapterHead>,
}

impl StudyState {
    /// Whether an account may edit the study.
    pub fn is_author(&self, account: &AccountId) -> bool {
        self.owner == *account || self.authors.contains(account)
    }

    fn chapter_mut(&mut self, id: &str) -> Result<&mut ChapterHead, EditRefused> {
        self.chapters.iter_mut().find(|chapter| chapter.id == id).ok_or_else(|| no_chapter(id))
    }
}

/// Carries out an edit. `contents` are the contents of the chapters that the edit names; a chapter
/// that an edit removes is removed from them.
///
/// # Errors
/// [`EditRefused`]; then nothing is changed.
pub fn apply(
    state: &mut StudyState,
    contents: &mut BTreeMap<String, Chapter>,
    edit: &Edit,
) -> Result<(), EditRefused> {
    match edit {
        Edit::Title { title } => {
            state.title = clean_title(title)?;
        }
        Edit::Visibility { visibility } => state.visibility = *visibility,
        Edit::AddAuthor { account } => {
            if state.is_author(account) {
                return Ok(());
            }
            if state.authors.len() >= AUTHORS {
                let message = format!("a study has at most {AUTHORS} authors besides its owner");
                return Err(EditRefused::limit(message));
            }
            state.authors.push(account.clone());
        }
        Edit::RemoveAuthor { account } => state.authors.retain(|it| it != account),
        Edit::AddChapter { chapter, title, file, side, guess } => {
            if !is_id(chapter) {
                let message = format!(
                    "expected an id of 1 to {ID_CHARS} letters, digits and hyphens for the chapter"
                );
                return Err(EditRefused::new("study-id", message));
            }
            if state.chapters.iter().any(|it| it.id == *chapter) {
                let message = format!("there is a chapter `{chapter}` already");
                return Err(EditRefused::new("study-id", message));
            }
            if state.chapters.len() >= CHAPTERS {
                let message = format!("a study has at most {CHAPTERS} chapters");
                return Err(EditRefused::limit(message));
            }
            let title = clean_title(title)?;
            let content = Chapter::read_sent(file)?;
            let variant = content.variant();
            state.chapters.push(ChapterHead {
                id: chapter.clone(),
                title,
                variant: variant.as_str().to_owned(),
                side: *side % variant.seats(),
                guess: *guess,
            });
            contents.insert(chapter.clone(), content);
        }
        Edit::EditChapter { chapter, title, side, guess } => {
            let title = clean_title(title)?;
            let head = state.chapter_mut(chapter)?;
            let seats = head.variant.parse().map_or(2, |variant: games::Variant| variant.seats());
            (head.title, head.side, head.guess) = (title, *side % seats, *guess);
        }
        Edit::MoveChapter { chapter, place } => {
            let at = state.chapters.iter().position(|it| it.id == *chapter);
            let head = state.chapters.remove(at.ok_or_else(|| no_chapter(chapter))?);
            let place = (*place).min(state.chapters.len());
            state.chapters.insert(place, head);
        }
        Edit::RemoveChapter { chapter } => {
            state.chapter_mut(chapter)?;
            if state.chapters.len() == 1 {
                let message = "the only chapter of a study cannot be removed";
                return Err(EditRefused::new("study-last", message));
            }
            state.chapters.retain(|it| it.id != *chapter);
            contents.remove(chapter);
        }
        Edit::Tree { chapter, change } => {
            state.chapter_mut(chapter)?;
            let content = contents.get_mut(chapter).ok_or_else(|| no_chapter(chapter))?;
            content.edit(change)?;
        }
    }
    Ok(())
}

fn no_chapter(id: &str) -> EditRefused {
    let id: String = id.chars().take(ID_CHARS).collect();
    EditRefused::new("study-chapter", format!("there is no chapter `{}`", id.escape_debug()))
}
