use crate::{
    Chapter, Edit, LoggedEdit, RefusedEdit, SentEdit, StudyChanges, TreeEdit, diff, limits::EDITS,
};
use games::board::BoardShape;
use record::MoveTree;
use std::collections::BTreeMap;

/// Approximate size of a request's edits, in bytes; far below the server's limit.
const REQUEST_BYTES: usize = 256 << 10;

/// A chapter in a page: what the server has accepted, and the page's edits that it has not answered.
///
/// The page sends unanswered edits again until they are answered. The server carries each out once.
#[derive(Clone, Debug)]
pub struct Replica {
    id: String,
    /// The chapter after all edits up to `version`.
    accepted: Chapter,
    version: u64,
    /// Edits of this page without an answer, in order.
    pending: Vec<SentEdit>,
    /// Comments of this page that the server has accepted, by path.
    own_comments: BTreeMap<String, String>,
}

/// What the reader of a page should know about an edit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Notice {
    /// Another author has replaced a comment without having seen it.
    Overwritten {
        /// Path of the node.
        path: String,
        /// The comment that was lost.
        text: String,
        /// Name of the other author.
        by: String,
    },
    /// The server has refused an edit.
    Refused {
        /// Stable code of the reason.
        code: String,
        /// What is wrong and where.
        message: String,
        /// The comment that was not stored, if the edit was one.
        text: String,
    },
}

impl Replica {
    /// A chapter as the server has sent it.
    pub const fn new(id: String, accepted: Chapter, version: u64) -> Replica {
        let own_comments = BTreeMap::new();
        Replica { id, accepted, version, pending: Vec::new(), own_comments }
    }

    /// Version of the study that the page knows.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The edits without an answer, as many as one request may have: at least one, if there are some.
    pub fn unanswered(&self) -> &[SentEdit] {
        let mut bytes = 0;
        let fits = |sent: &&SentEdit| {
            bytes += text_bytes(sent);
            bytes <= REQUEST_BYTES
        };
        let count = self.pending.iter().take(EDITS).take_while(fits).count();
        &self.pending[..count.max(1).min(self.pending.len())]
    }

    /// All edits without an answer, for storage.
    pub fn pending(&self) -> &[SentEdit] {
        &self.pending
    }

    /// Takes up edits that an earlier page of this reader has stored and not seen answered.
    pub fn resume(&mut self, pending: Vec<SentEdit>) {
        let is_here = |sent: &SentEdit| sent.edit.chapter() == Some(&self.id);
        self.pending.splice(0..0, pending.into_iter().filter(is_here));
    }

    /// The chapter with the unanswered edits.
    pub fn shown(&self) -> Chapter {
        let mut shown = self.accepted.clone();
        for sent in &self.pending {
            if let Edit::Tree { change, .. } = &sent.edit {
                // The server will refuse it, too.
                let _ = shown.edit(change);
            }
        }
        shown
    }

    /// Notes that the reader has changed the shown tree. Returns whether there is something to send.
    /// `new_id` makes the id of an edit.
    pub fn edited(&mut self, after: &MoveTree, mut new_id: impl FnMut() -> String) -> bool {
        let shown = self.shown();
        let shape = BoardShape::of(shown.variant());
        let changes = diff(shape, shown.tree(), after);
        let is_changed = !changes.is_empty();
        for change in changes {
            let edit = Edit::Tree { chapter: self.id.clone(), change };
            self.pending.push(SentEdit { id: new_id(), edit });
        }
        is_changed
    }

    /// Drops these edits, after an answer to them whose edits were all received. An edit that was
    /// carried out before the known version is not among those.
    pub fn settle(&mut self, sent: &[SentEdit]) {
        self.pending.retain(|waiting| !sent.iter().any(|done| done.id == waiting.id));
    }

    /// Takes the server's edits after the known version. Returns what the reader should know. Edits
    /// up to the known version are skipped.
    pub fn receive(&mut self, changes: &StudyChanges) -> Vec<Notice> {
        let mut notices = Vec::new();
        for logged in &changes.edits {
            if logged.version > self.version {
                notices.extend(self.take(logged));
                self.version = logged.version;
            }
        }
        notices
    }

    fn take(&mut self, logged: &LoggedEdit) -> Vec<Notice> {
        let own = self.pending.iter().position(|sent| sent.id == logged.id);
        if let Some(own) = own {
            self.pending.remove(own);
        }
        let Some(Edit::Tree { chapter, change }) = &logged.edit else { return Vec::new() };
        if *chapter != self.id {
            return Vec::new();
        }
        let mut notices = Vec::new();
        if let TreeEdit::Comment { path, text, was } = change {
            if own.is_some() {
                self.own_comments.insert(path.clone(), text.clone());
            } else if let Some(lost) = self.own_comments.remove(path)
                && !lost.is_empty()
                && lost != *was
                && lost != *text
            {
                let (path, by) = (path.clone(), logged.author.clone());
                notices.push(Notice::Overwritten { path, text: lost, by });
            }
        }
        if let (TreeEdit::Remove { path }, None) = (change, own) {
            let is_below = |of: &str| {
                of.strip_prefix(path.as_str())
                    .is_some_and(|it| it.is_empty() || it.starts_with(' '))
            };
            let lost = self.own_comments.extract_if(.., |of, _| is_below(of));
            let lost = lost.filter(|(_, text)| !text.is_empty());
            let by = &logged.author;
            notices.extend(lost.map(|(path, text)| Notice::Overwritten {
                path,
                text,
                by: by.clone(),
            }));
        }
        // The server has accepted it.
        let _ = self.accepted.edit(change);
        notices
    }

    /// Drops the edits that the server has refused. Returns what the reader should know.
    pub fn refuse(&mut self, refused: &[RefusedEdit]) -> Vec<Notice> {
        let mut notices = Vec::new();
        for RefusedEdit { id, code, message } in refused {
            let Some(at) = self.pending.iter().position(|sent| sent.id == *id) else { continue };
            let text = match self.pending.remove(at).edit {
                Edit::Tree { change: TreeEdit::Comment { text, .. }, .. } => text,
                _ => String::new(),
            };
            let (code, message) = (code.clone(), message.clone());
            notices.push(Notice::Refused { code, message, text });
        }
        notices
    }
}

/// Bytes of the texts of an edit.
fn text_bytes(sent: &SentEdit) -> usize {
    let Edit::Tree { change, .. } = &sent.edit else { return 0 };
    let more = match change {
        TreeEdit::Comment { text, was, .. } => text.len() + was.len(),
        TreeEdit::Introduction { text, .. } => text.len(),
        TreeEdit::Play { action, .. } => action.len(),
        TreeEdit::Glyphs { .. }
        | TreeEdit::Marks { .. }
        | TreeEdit::Place { .. }
        | TreeEdit::Remove { .. } => 0,
    };
    change.path().len() + more
}
