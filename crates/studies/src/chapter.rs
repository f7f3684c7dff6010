use crate::{
    EditRefused, TreeEdit, clean_comment,
    limits::{FILE_BYTES, GLYPHS, NESTING, NODES, PLIES, TEXT_BYTES},
};
use game::Seat;
use games::{AnyGame, Variant, board::BoardShape};
use record::{DrawnMark, MAX_MARKS, MoveTree, NodeId, Record, ReplayedRecord};

/// A chapter: a game with its tree of moves.
///
/// ```
/// use studies::{Chapter, TreeEdit};
///
/// let game = record::pgn::read(b"1. h2e2 *").unwrap().remove(0);
/// let mut chapter = Chapter::of_record(game).ok_or("legal moves")?;
/// let play = TreeEdit::Play { path: "h2e2".into(), action: "h9g7".into() };
/// chapter.edit(&play).map_err(|refused| refused.message)?;
/// assert!(chapter.text().contains("  2 h9g7\n"));
/// let wrong = TreeEdit::Play { path: "h2e2".into(), action: "h9h8".into() };
/// assert_eq!(chapter.edit(&wrong).map_err(|refused| refused.code), Err("study-move"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The main line as it was read, without annotations.
    record: Record,
    tree: MoveTree,
    /// The game before the first move.
    start: AnyGame,
}

impl Chapter {
    /// Reads a `.chuhe` file.
    ///
    /// # Errors
    /// [`EditRefused`] with the first problem of the file, or the limit that it exceeds.
    pub fn read(text: &str) -> Result<Chapter, EditRefused> {
        let record = record::read(text.as_bytes()).map_err(|problems| {
            let first = problems.first().map(ToString::to_string).unwrap_or_default();
            EditRefused::new("study-file", format!("the file of the chapter: {first}"))
        })?;
        Chapter::of_record(record)
            .ok_or_else(|| EditRefused::new("study-file", "the moves do not fit the start"))
    }

    /// Reads a file that a reader sent. The limits of edits apply, and comments are cleaned.
    ///
    /// # Errors
    /// As [`Chapter::read`].
    pub fn read_sent(text: &str) -> Result<Chapter, EditRefused> {
        if text.len() > FILE_BYTES {
            let message = format!("a chapter's file has at most {FILE_BYTES} bytes");
            return Err(EditRefused::limit(message));
        }
        if record::is_sealed(text.as_bytes()) {
            let message = "a file with sealed secrets cannot be a chapter";
            return Err(EditRefused::new("study-file", message));
        }
        let mut chapter = Chapter::read(text)?;
        let tree = &mut chapter.tree;
        for node in tree.nodes() {
            let (comment, before) = (tree.comment(node), tree.introduction(node));
            let (comment, before) = (clean_comment(comment)?, clean_comment(before)?);
            tree.set_comment(node, &comment);
            tree.set_introduction(node, &before);
            let glyphs: Vec<u8> = tree.glyphs(node).iter().copied().take(GLYPHS).collect();
            tree.set_glyphs(node, &glyphs);
            if path_length(tree, node) > PLIES {
                return Err(too_long());
            }
            // Variations of a file that begin with the same moves become nested ones.
            if tree.depth(node) > NESTING {
                return Err(too_deep());
            }
        }
        if tree.count() > NODES {
            return Err(too_many_nodes());
        }
        chapter.check_text()?;
        Ok(chapter)
    }

    /// A chapter of a record. `None` if its actions do not fit its start.
    pub fn of_record(mut record: Record) -> Option<Chapter> {
        let annotations = std::mem::take(&mut record.annotations);
        let start = AnyGame::from_text(record.variant, &record.options, &record.start).ok()?;
        let replayed = ReplayedRecord::new(record)?;
        let seats: Vec<u8> = replayed.seats().into_iter().map(seat_number).collect();
        let record = replayed.into_record();
        let tree = MoveTree::read(record.variant.seats(), &seats, &record.actions, &annotations);
        Some(Chapter { record, tree, start })
    }

    /// The game of the chapter.
    pub const fn variant(&self) -> Variant {
        self.record.variant
    }

    /// The tree of moves.
    pub const fn tree(&self) -> &MoveTree {
        &self.tree
    }

    /// The chapter as a record. A main line other than that of the file has no result.
    pub fn record(&self) -> Record {
        let line = self.tree.line(NodeId::ROOT);
        let actions = line.iter().skip(1).map(|&node| self.tree.action(node).to_owned());
        let actions: Vec<String> = actions.collect();
        let outcome = self.record.outcome.clone().filter(|_| actions == self.record.actions);
        let annotations = self.tree.annotations();
        Record { actions, outcome, annotations, ..self.record.clone() }
    }

    /// The chapter as a `.chuhe` file.
    pub fn text(&self) -> String {
        // Every move was judged.
        record::write(&self.record()).unwrap_or_default()
    }

    /// Changes the tree.
    ///
    /// # Errors
    /// [`EditRefused`]; then nothing is changed.
    pub fn edit(&mut self, edit: &TreeEdit) -> Result<(), EditRefused> {
        let tree = &self.tree;
        let node = tree.find(edit.path()).ok_or_else(|| {
            let message = format!("there is no position after `{}`", shown(edit.path()));
            EditRefused::new("study-node", message)
        })?;
        match edit {
            TreeEdit::Play { path, action } => self.play(node, path, action),
            TreeEdit::Remove { .. } if node == NodeId::ROOT => {
                Err(EditRefused::new("study-node", "the start of a chapter cannot be removed"))
            }
            TreeEdit::Remove { .. } => {
                self.tree.remove(node);
                Ok(())
            }
            TreeEdit::Place { .. } if node == NodeId::ROOT => {
                Err(EditRefused::new("study-node", "the start of a chapter has one place"))
            }
            TreeEdit::Place { place, .. } => {
                if self.tree.place(node, *place) {
                    Ok(())
                } else {
                    Err(too_deep())
                }
            }
            TreeEdit::Comment { text, .. } => {
                let before = tree.comment(node).to_owned();
                let text = clean_comment(text)?;
                self.tree.set_comment(node, &text);
                let checked = self.check_text();
                if checked.is_err() {
                    self.tree.set_comment(node, &before);
                }
                checked
            }
            TreeEdit::Introduction { text, .. } => {
                let before = tree.introduction(node).to_owned();
                let text = clean_comment(text)?;
                self.tree.set_introduction(node, &text);
                let checked = self.check_text();
                if checked.is_err() {
                    self.tree.set_introduction(node, &before);
                }
                checked
            }
            TreeEdit::Glyphs { glyphs, .. } => {
                if glyphs.len() > GLYPHS {
                    return Err(EditRefused::limit(format!("a move has at most {GLYPHS} glyphs")));
                }
                self.tree.set_glyphs(node, glyphs);
                Ok(())
            }
            TreeEdit::Marks { marks, .. } => self.set_marks(node, marks),
        }
    }

    fn play(&mut self, node: NodeId, path: &str, action: &str) -> Result<(), EditRefused> {
        let mut game = self.start.clone();
        for played in path.split_whitespace() {
            // Every move of the tree was judged.
            if play(&mut game, played).is_none() {
                return Err(EditRefused::new("study-move", "the moves before do not fit"));
            }
        }
        let seat = game.turn().seats().iter().next();
        let Some(seat) = seat else {
            return Err(EditRefused::new("study-move", "the game is over in this position"));
        };
        let plain = action.split('=').next().unwrap_or_default();
        let played = game.play_text(seat, plain).map_err(|refusal| {
            EditRefused::new("study-move", format!("`{}`: {refusal}", shown(action)))
        })?;
        let action = played.to_string();
        if self.tree.child(node, &action).is_some() {
            return Ok(());
        }
        if self.tree.count() >= NODES {
            return Err(too_many_nodes());
        }
        if path.split_whitespace().count() >= PLIES {
            return Err(too_long());
        }
        if !self.tree.can_branch(node) {
            return Err(too_deep());
        }
        self.tree.add(node, seat_number(seat), &action);
        Ok(())
    }

    fn set_marks(&mut self, node: NodeId, texts: &[String]) -> Result<(), EditRefused> {
        if texts.len() > MAX_MARKS {
            let message = format!("a position has at most {MAX_MARKS} circles and arrows");
            return Err(EditRefused::limit(message));
        }
        let shape = BoardShape::of(self.variant());
        let mut marks = Vec::with_capacity(texts.len());
        for text in texts {
            let mark = DrawnMark::read(shape, text).ok_or_else(|| {
                let message = format!("expected a mark such as `Gh2e2`, found `{}`", shown(text));
                EditRefused::new("study-mark", message)
            })?;
            marks.push(mark);
        }
        let before = self.tree.marks(node).to_vec();
        self.tree.set_marks(node, &marks);
        let checked = self.check_text();
        if checked.is_err() {
            self.tree.set_marks(node, &before);
        }
        checked
    }

    fn check_text(&self) -> Result<(), EditRefused> {
        /// Bytes of a mark in a file, with its space.
        const MARK: usize = 8;
        let tree = &self.tree;
        let size = |node: NodeId| {
            let words = tree.comment(node).len() + tree.introduction(node).len();
            words + MARK * tree.marks(node).len()
        };
        if tree.nodes().into_iter().map(size).sum::<usize>() <= TEXT_BYTES {
            return Ok(());
        }
        let message = format!("the comments of a chapter have at most {TEXT_BYTES} bytes");
        Err(EditRefused::limit(message))
    }
}

fn path_length(tree: &MoveTree, node: NodeId) -> usize {
    let mut length = 0;
    let mut at = node;
    while at != NodeId::ROOT {
        length += 1;
        at = tree.parent(at);
    }
    length
}

/// Plays an action as a file has it.
fn play(game: &mut AnyGame, action: &str) -> Option<()> {
    let seat = game.turn().seats().iter().next()?;
    game.play_text(seat, action.split('=').next()?).ok().map(|_| ())
}

const fn seat_number(seat: Seat) -> u8 {
    seat.index() as u8
}

fn too_many_nodes() -> EditRefused {
    EditRefused::limit(format!("a chapter has at most {NODES} moves, with its variations"))
}

fn too_long() -> EditRefused {
    EditRefused::limit(format!("a line of a chapter has at most {PLIES} moves"))
}

fn too_deep() -> EditRefused {
    EditRefused::new("study-depth", format!("variations may be nested at most {NESTING} deep"))
}

/// The beginning of a text, for a message.
fn shown(text: &str) -> String {
    text.chars().take(40).collect::<String>().escape_debug().to_string()
}
