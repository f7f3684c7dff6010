//! Studies: chapters of analysed games that several authors edit.
//!
//! - [`Chapter`] is a game with its tree of moves. Its text is a `.chuhe` file.
//! - [`StudyState`] is everything else of a study: its title, its authors and the list of chapters.
//! - [`Edit`] is one change. [`apply`] is the only code that carries one out, on the server and in
//!   the page, and judges every move.
//! - [`Replica`] is a chapter in a page: what the server has accepted, and what it has not answered.
//!
//! # How edits merge
//! A node is named by the moves that lead to it, so two authors who play the same move have the same
//! node. Edits of different nodes never conflict. Of two edits of the same text the later one wins,
//! and each names the text that it replaces, so that the page of the earlier author notices the loss
//! ([`Notice::Overwritten`]). An edit of a removed node is refused.
//!
//! # Invariants
//! - A study has no access to running games: a chapter contains only what an author has sent.
//! - Every move of a chapter is legal (`tests/merging.rs`).
//! - The limits of [`limits`] hold after every edit, so a chapter's text can be read again.
//! - The crate is pure: no I/O and no clock. The caller gives the ids of edits.

mod chapter;
mod diff;
mod edit;
pub mod limits;
mod replica;
mod state;
mod visibility;
mod wire;
mod words;

pub use chapter::Chapter;
pub use diff::{adopt, diff};
pub use edit::{Edit, EditRefused, TreeEdit};
pub use replica::{Notice, Replica};
pub use state::{ChapterHead, StudyState, apply};
pub use visibility::Visibility;
pub use wire::{
    ChapterView, EditReply, EditRequest, LoggedEdit, NewStudyRequest, RefusedEdit, SentEdit,
    StudyChanges, StudyList, StudyRow, StudyView,
};
pub use words::{clean_comment, clean_title, is_id};
