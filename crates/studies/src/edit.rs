use crate::Visibility;
use protocol::AccountId;
use serde::{Deserialize, Serialize};

/// A change of a study.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Edit {
    /// Sets the title.
    Title {
        /// The new title.
        title: String,
    },
    /// Sets which readers may see the study.
    Visibility {
        /// The new visibility.
        visibility: Visibility,
    },
    /// Lets an account edit the study.
    AddAuthor {
        /// Id of the account.
        account: AccountId,
    },
    /// Lets an account no longer edit the study.
    RemoveAuthor {
        /// Id of the account.
        account: AccountId,
    },
    /// Adds a chapter at the end.
    AddChapter {
        /// Id of the new chapter, which its author's page chooses.
        chapter: String,
        /// Title of the chapter.
        title: String,
        /// The game with its annotations, as a `.chuhe` file.
        file: String,
        /// Seat that is shown below.
        side: u8,
        /// Whether readers guess the moves.
        guess: bool,
    },
    /// Changes how a chapter is shown.
    EditChapter {
        /// Id of the chapter.
        chapter: String,
        /// Title of the chapter.
        title: String,
        /// Seat that is shown below.
        side: u8,
        /// Whether readers guess the moves.
        guess: bool,
    },
    /// Moves a chapter to another place in the list.
    MoveChapter {
        /// Id of the chapter.
        chapter: String,
        /// The new place, from 0.
        place: usize,
    },
    /// Removes a chapter.
    RemoveChapter {
        /// Id of the chapter.
        chapter: String,
    },
    /// Changes the moves or annotations of a chapter.
    Tree {
        /// Id of the chapter.
        chapter: String,
        /// The change.
        change: TreeEdit,
    },
}

impl Edit {
    /// The chapter whose content the edit needs or changes.
    pub fn chapter(&self) -> Option<&str> {
        match self {
            Edit::AddChapter { chapter, .. }
            | Edit::RemoveChapter { chapter }
            | Edit::Tree { chapter, .. } => Some(chapter),
            _ => None,
        }
    }

    /// Whether only the owner may make the edit.
    pub const fn is_of_owner(&self) -> bool {
        matches!(
            self,
            Edit::Title { .. }
                | Edit::Visibility { .. }
                | Edit::AddAuthor { .. }
                | Edit::RemoveAuthor { .. }
        )
    }
}

/// A change of the tree of a chapter. A path is the moves that lead to a node, separated by spaces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum TreeEdit {
    /// Adds a move after a node, unless it is there.
    Play {
        /// Path of the node.
        path: String,
        /// The move.
        action: String,
    },
    /// Removes a node with everything that follows it.
    Remove {
        /// Path of the node.
        path: String,
    },
    /// Moves a node to another place among the alternatives to it.
    Place {
        /// Path of the node.
        path: String,
        /// The new place; the move at place 0 continues the line.
        place: usize,
    },
    /// Replaces the comment on a node.
    Comment {
        /// Path of the node.
        path: String,
        /// The new text.
        text: String,
        /// The text that the author saw before.
        was: String,
    },
    /// Replaces the comment before a variation.
    Introduction {
        /// Path of the variation's first node.
        path: String,
        /// The new text.
        text: String,
    },
    /// Replaces the glyphs of a node.
    Glyphs {
        /// Path of the node.
        path: String,
        /// The new glyphs, by PGN's numbers.
        glyphs: Vec<u8>,
    },
    /// Replaces the circles and arrows on a node.
    Marks {
        /// Path of the node.
        path: String,
        /// The new marks, as `.chuhe` writes them.
        marks: Vec<String>,
    },
}

impl TreeEdit {
    /// Path of the node that the edit is about.
    pub fn path(&self) -> &str {
        match self {
            TreeEdit::Play { path, .. }
            | TreeEdit::Remove { path }
            | TreeEdit::Place { path, .. }
            | TreeEdit::Comment { path, .. }
            | TreeEdit::Introduction { path, .. }
            | TreeEdit::Glyphs { path, .. }
            | TreeEdit::Marks { path, .. } => path,
        }
    }
}

/// Reason why an edit was not carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditRefused {
    /// Stable code.
    pub code: &'static str,
    /// What is wrong and where.
    pub message: String,
}

impl EditRefused {
    /// A refusal.
    pub fn new(code: &'static str, message: impl Into<String>) -> EditRefused {
        EditRefused { code, message: message.into() }
    }

    /// A limit is reached.
    pub fn limit(message: impl Into<String>) -> EditRefused {
        EditRefused::new("study-limit", message)
    }
}
