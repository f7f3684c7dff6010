//! A game on the analysis board: its tree of moves, the shown line, and edits with undo.

use super::{MoveTree, NodeId, Replay, replay::printed};
use crate::{GameModel, review::Review, settings::Notation};
use ::studies::{TreeEdit, adopt};
use game::Refusal;
use games::board::BoardShape;
use i18n::Language;
use protocol::HistoryEntry;
use record::DrawnMark;
use std::sync::Arc;
use xiangqi::Position;

/// Maximum number of edits that can be undone.
const MAX_UNDO: usize = 100;

/// Maximum number of variation moves in [`AnalysedGame::rows`]. Files may contain a million.
const MAX_SHOWN: usize = 1_500;

/// A game whose moves, variations, comments and glyphs can be edited.
#[derive(Clone, Debug)]
pub struct AnalysedGame {
    /// The main line with the names, tags and result of the file, without annotations.
    main: Arc<Replay>,
    tree: Arc<MoveTree>,
    /// The shown line, from the root to its end.
    path: Vec<NodeId>,
    line: Arc<Replay>,
    /// States before the last edits, each with the number of plies shown then.
    past: Vec<Before>,
}

#[derive(Clone, Debug)]
struct Before {
    main: Arc<Replay>,
    tree: Arc<MoveTree>,
    node: NodeId,
}

/// Reason why an action was not played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotPlayed {
    /// The referee refused it.
    Refused(Refusal),
    /// Its variation would be nested too deeply.
    TooDeep,
}

/// A move in the list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveCell {
    /// Its node.
    pub node: NodeId,
    /// Number of the ply, from 1.
    pub ply: usize,
    /// The seat that played it.
    pub seat: u8,
    /// Its number with punctuation, where a list in running text shows one: `16. ` or `16… `.
    pub number: String,
    /// The move in the reader's notation.
    pub text: String,
    /// Its glyphs as printed.
    pub glyphs: String,
}

/// Text between the rows of the list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Remark {
    /// A comment on the row's last move.
    Comment(String),
    /// A variation.
    Line {
        /// 1 for a variation of the game, 2 for a variation of that, ….
        depth: usize,
        /// Its number among the variations at its place, from 0.
        number: usize,
        /// Its moves and comments, in order.
        parts: Vec<LinePart>,
    },
    /// Further variations are not listed.
    Cut,
}

/// A part of a variation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum LinePart {
    /// A move.
    Move(MoveCell),
    /// A comment.
    Comment(String),
}

/// A row of the list.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MoveRow {
    /// Number of the round, from 1; 0 for remarks before the first move.
    pub round: usize,
    /// The moves, at most one per seat.
    pub cells: Vec<MoveCell>,
    /// Remarks after the last of them.
    pub remarks: Vec<Remark>,
}

impl AnalysedGame {
    /// A game at its main line.
    pub fn new(game: Arc<Replay>) -> AnalysedGame {
        let record = game.record();
        let seats: Vec<u8> = game.model.history.iter().map(|entry| entry.seat).collect();
        let count = game.model.variant.seats();
        let tree = MoveTree::read(count, &seats, &record.actions, &record.annotations);
        let path = tree.line(NodeId::ROOT);
        let line = relined(&game, &tree, &path).unwrap_or_else(|| Arc::clone(&game));
        AnalysedGame { main: Arc::clone(&line), tree: Arc::new(tree), path, line, past: Vec::new() }
    }

    /// The tree of moves.
    pub fn tree(&self) -> &MoveTree {
        &self.tree
    }

    /// The tree of moves, to notice changes.
    pub fn tree_handle(&self) -> &Arc<MoveTree> {
        &self.tree
    }

    /// The shown line.
    pub fn line(&self) -> &Arc<Replay> {
        &self.line
    }

    /// The game's own line, without variations.
    pub fn main(&self) -> &Arc<Replay> {
        &self.main
    }

    /// The node after `plies` plies of the shown line, or its last one.
    pub fn node(&self, plies: usize) -> NodeId {
        self.path.get(plies).or(self.path.last()).copied().unwrap_or_default()
    }

    /// The ply at which the shown line leaves the game; `None` if it is the game.
    pub fn leaves(&self) -> Option<usize> {
        let main = self.tree.line(NodeId::ROOT);
        let same = self.path.iter().zip(&main).take_while(|(one, two)| one == two).count();
        (self.path != main).then(|| same.saturating_sub(1))
    }

    /// Shows the line through a node, which goes on after it as the tree does. Returns the number of
    /// its plies. An unknown node changes nothing.
    pub fn show(&mut self, node: NodeId) -> Option<usize> {
        if !self.tree.has(node) {
            return None;
        }
        self.follow(node);
        self.path.iter().position(|&it| it == node)
    }

    /// Shows the line through a node of the tree.
    fn follow(&mut self, node: NodeId) {
        let path = self.tree.line(node);
        let line = if path == self.tree.line(NodeId::ROOT) {
            Some(Arc::clone(&self.main))
        } else {
            relined(&self.line, &self.tree, &path)
        };
        if let Some(line) = line {
            (self.line, self.path) = (line, path);
        }
    }

    /// Plays an action after `plies` plies of the shown line: follows the tree, or adds a node.
    /// Returns the number of plies to show.
    ///
    /// # Errors
    /// The referee's refusal, or that the variation would be nested too deeply.
    pub fn play(&mut self, plies: usize, action: &str) -> Result<usize, NotPlayed> {
        let node = self.node(plies);
        let (seat, action) = self.line.written(plies, action).map_err(NotPlayed::Refused)?;
        if self.tree.child(node, &action).is_none() && !self.tree.can_branch(node) {
            return Err(NotPlayed::TooDeep);
        }
        let child = match self.tree.child(node, &action) {
            Some(child) => child,
            None => {
                self.remember(node);
                let child = Arc::make_mut(&mut self.tree).add(node, seat, &action);
                self.rejoin();
                child
            }
        };
        // The next move of a shown variation does not leave it.
        if self.path.get(plies + 1) == Some(&child) {
            return Ok(plies + 1);
        }
        Ok(self.show(child).unwrap_or(plies))
    }

    /// Moves the innermost variation around a node before the line that it leaves. Returns whether
    /// anything changed.
    pub fn promote(&mut self, node: NodeId) -> bool {
        self.edit(node, |tree| tree.promote(node))
    }

    /// Makes the line through a node the main line. Returns whether anything changed.
    pub fn make_main(&mut self, node: NodeId) -> bool {
        self.edit(node, |tree| {
            let mut is_changed = false;
            while tree.promote(node) {
                is_changed = true;
            }
            is_changed
        })
    }

    /// Removes a node with everything that follows it. Returns the number of plies to show.
    pub fn remove(&mut self, node: NodeId) -> Option<usize> {
        if node == NodeId::ROOT || !self.tree.has(node) {
            return None;
        }
        let parent = self.tree.parent(node);
        self.edit(parent, |tree| tree.remove(node) == parent);
        self.path.iter().position(|&it| it == parent)
    }

    /// Replaces the comment on a node. Returns whether it changed.
    pub fn set_comment(&mut self, node: NodeId, comment: &str) -> bool {
        self.edit(node, |tree| {
            let before = tree.comment(node).to_owned();
            tree.set_comment(node, comment);
            tree.comment(node) != before
        })
    }

    /// Adds a judging glyph to a move instead of its present one, or removes it.
    pub fn toggle_glyph(&mut self, node: NodeId, glyph: u8) {
        if node != NodeId::ROOT {
            self.edit(node, |tree| {
                tree.toggle_glyph(node, glyph);
                true
            });
        }
    }

    /// Replaces the circles and arrows on a node's position. Returns whether they changed.
    pub fn set_marks(&mut self, node: NodeId, marks: &[DrawnMark]) -> bool {
        self.edit(node, |tree| {
            let before = tree.marks(node).to_vec();
            tree.set_marks(node, marks);
            tree.marks(node) != before
        })
    }

    /// Takes up changes that other authors have made. `source` is a tree with these changes. The ids
    /// of nodes stay. The shown line stays as far as it is still there, and earlier edits can no
    /// longer be undone. Returns whether anything changed.
    pub fn adopt(&mut self, edits: &[TreeEdit], source: &MoveTree) -> bool {
        if edits.is_empty() {
            return false;
        }
        let shape = BoardShape::of(self.main.model.variant);
        adopt(shape, Arc::make_mut(&mut self.tree), edits, source);
        self.past.clear();
        self.rejoin();
        let pairs = self.path.windows(2);
        let whole = pairs.take_while(|pair| self.tree.children(pair[0]).contains(&pair[1])).count();
        let last = self.path.get(whole).copied().unwrap_or_default();
        self.follow(last);
        true
    }

    /// Whether an edit can be undone.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Undoes the last edit; a new move is one, too. Returns the number of plies to show.
    pub fn undo(&mut self) -> Option<usize> {
        let Before { main, tree, node } = self.past.pop()?;
        (self.main, self.tree) = (main, tree);
        self.follow(node);
        self.path.iter().position(|&it| it == node)
    }

    /// Changes the tree. The shown line stays; if the change removed a part of it, the line through
    /// `node` is shown.
    fn edit(&mut self, node: NodeId, change: impl FnOnce(&mut MoveTree) -> bool) -> bool {
        let before = Arc::clone(&self.tree);
        if !self.tree.has(node) || !change(Arc::make_mut(&mut self.tree)) {
            self.tree = before;
            return false;
        }
        let after = std::mem::replace(&mut self.tree, before);
        self.remember(node);
        self.tree = after;
        self.rejoin();
        let is_whole =
            self.path.windows(2).all(|pair| self.tree.children(pair[0]).contains(&pair[1]));
        let last = self.path.last().copied().unwrap_or_default();
        self.follow(if is_whole { last } else { node });
        true
    }

    /// Stores the present state for an undo that shows `node`.
    fn remember(&mut self, node: NodeId) {
        if self.past.len() == MAX_UNDO {
            self.past.remove(0);
        }
        let (main, tree) = (Arc::clone(&self.main), Arc::clone(&self.tree));
        self.past.push(Before { main, tree, node });
    }

    /// Updates the game's own line after a change of the tree.
    fn rejoin(&mut self) {
        let main = self.tree.line(NodeId::ROOT);
        if let Some(main) = relined(&self.main, &self.tree, &main) {
            self.main = main;
        }
    }

    /// The `.chuhe` file with all annotations.
    pub fn text(&self) -> String {
        self.annotated().text()
    }

    /// The file with a computer review as well.
    pub fn reviewed(&self, review: &Review) -> String {
        self.annotated().reviewed(review)
    }

    /// The game's own line with all annotations.
    pub fn annotated(&self) -> Replay {
        self.main.with_annotations(self.tree.annotations())
    }

    /// A move in the reader's notation; `None` for the start.
    pub fn move_text(
        &self,
        node: NodeId,
        language: Language,
        notation: Notation,
    ) -> Option<String> {
        let path = self.tree.line(node);
        let plies = path.iter().position(|&it| it == node)?;
        let line = relined(&self.line, &self.tree, &path)?;
        line.model.move_texts(language, notation).into_iter().nth(plies.checked_sub(1)?)
    }

    /// The comment on the action before this point of the shown line.
    pub fn comment(&self, plies: usize) -> &str {
        self.tree.comment(self.node(plies))
    }

    /// The glyphs of that action as printed.
    pub fn glyphs(&self, plies: usize) -> String {
        printed_all(self.tree.glyphs(self.node(plies)))
    }

    /// The moves of the game in rows, each with its comments and variations.
    pub fn rows(&self, language: Language, notation: Notation) -> Vec<MoveRow> {
        let model = &self.main.model;
        let main = self.tree.line(NodeId::ROOT);
        let mut list = MoveLists { tree: &self.tree, model, language, notation, shown: 0 };
        let mut rows = Vec::new();
        let remarks = comment_of(self.tree.comment(NodeId::ROOT));
        if !remarks.is_empty() {
            rows.push(MoveRow { round: 0, cells: Vec::new(), remarks });
        }
        let mut place = Place { round: 0, seat: None };
        let mut position = model.board_at(&model.start);
        let mut row: Option<MoveRow> = None;
        for (ply, pair) in (1..).zip(main.windows(2)) {
            let before = (place, position.clone());
            let cell = list.cell(pair[1], ply, &mut place, &mut position);
            let mut remarks = comment_of(self.tree.comment(pair[1]));
            for &other in self.tree.children(pair[0]).iter().skip(1) {
                list.line(other, ply, before.clone(), 1, &mut remarks);
            }
            // A new round begins a new row, and so does a move after remarks.
            if row.as_ref().is_none_or(|row| row.round != place.round || !row.remarks.is_empty()) {
                rows.extend(row.take());
            }
            let row = row.get_or_insert_with(|| MoveRow {
                round: place.round,
                cells: Vec::new(),
                remarks: Vec::new(),
            });
            row.cells.push(cell);
            row.remarks = remarks;
        }
        rows.extend(row);
        rows
    }
}

/// The line of a path, built from another line of the same game.
fn relined(from: &Arc<Replay>, tree: &MoveTree, path: &[NodeId]) -> Option<Arc<Replay>> {
    let actions = path.iter().skip(1).map(|&node| tree.action(node).to_owned());
    let actions: Vec<String> = actions.collect();
    if from.record().actions == actions {
        return Some(Arc::clone(from));
    }
    from.with_line(&actions).map(Arc::new)
}

/// Number of the round and seat of the last move.
#[derive(Clone, Copy)]
struct Place {
    round: usize,
    seat: Option<u8>,
}

/// Writes the moves of a tree.
struct MoveLists<'a> {
    tree: &'a MoveTree,
    model: &'a GameModel,
    language: Language,
    notation: Notation,
    /// Number of variation moves written.
    shown: usize,
}

impl MoveLists<'_> {
    /// Writes a move and makes it on the board.
    fn cell(
        &self,
        node: NodeId,
        ply: usize,
        place: &mut Place,
        position: &mut Option<Position>,
    ) -> MoveCell {
        let seat = self.tree.seat(node);
        let is_new = place.seat.is_none_or(|before| before >= seat);
        // Where another seat than the first one begins, its move has dots, too.
        let begins = is_new && (place.seat.is_some() || seat == 0);
        *place = Place { round: place.round + usize::from(is_new), seat: Some(seat) };
        let done = self.tree.action(node).to_owned();
        let entry = HistoryEntry { seat, done, clock_ms: None };
        MoveCell {
            node,
            ply,
            seat,
            number: format!("{}{}", place.round, if begins { ". " } else { "… " }),
            text: self.model.entry_text(position.as_mut(), self.language, self.notation, &entry),
            glyphs: printed_all(self.tree.glyphs(node)),
        }
    }

    /// Writes a variation, and then the variations inside it.
    fn line(
        &mut self,
        first: NodeId,
        first_ply: usize,
        (mut place, mut position): (Place, Option<Position>),
        depth: usize,
        remarks: &mut Vec<Remark>,
    ) {
        if self.shown >= MAX_SHOWN {
            if remarks.last() != Some(&Remark::Cut) {
                remarks.push(Remark::Cut);
            }
            return;
        }
        let mut parts: Vec<LinePart> = Vec::new();
        let mut inside = Vec::new();
        parts.extend(some_comment(self.tree.introduction(first)));
        let (mut node, mut ply) = (first, first_ply);
        loop {
            let before = (place, position.clone());
            let mut cell = self.cell(node, ply, &mut place, &mut position);
            // After a move, only the first move of a round has its number.
            if cell.number.ends_with("… ") && matches!(parts.last(), Some(LinePart::Move(_))) {
                cell.number.clear();
            }
            parts.push(LinePart::Move(cell));
            parts.extend(some_comment(self.tree.comment(node)));
            self.shown += 1;
            if node != first {
                let others = self.tree.children(self.tree.parent(node)).iter().skip(1);
                inside.extend(others.map(|&other| (other, ply, before.clone())));
            }
            match self.tree.children(node).first() {
                Some(&next) if self.shown < MAX_SHOWN => node = next,
                _ => break,
            }
            ply += 1;
        }
        let siblings = self.tree.children(self.tree.parent(first));
        let number = siblings.iter().position(|&it| it == first).unwrap_or(1).saturating_sub(1);
        remarks.push(Remark::Line { depth, number, parts });
        for (other, ply, before) in inside {
            self.line(other, ply, before, depth + 1, remarks);
        }
    }
}

fn some_comment(comment: &str) -> Option<LinePart> {
    (!comment.is_empty()).then(|| LinePart::Comment(comment.to_owned()))
}

fn comment_of(comment: &str) -> Vec<Remark> {
    let comment = (!comment.is_empty()).then(|| Remark::Comment(comment.to_owned()));
    comment.into_iter().collect()
}

fn printed_all(glyphs: &[u8]) -> String {
    glyphs.iter().map(|&glyph| printed(glyph)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::read;

    const FILE: &str = "{before} 1. h2e2 $3 h9g7 {the usual} (1... b9c7 {rare} 2. h0g2 a9b9 (2... h9g7)) 2. h0g2 *";

    fn game(file: &str) -> AnalysedGame {
        let read = read(file.as_bytes(), None, &|_, _| None).expect("a game").remove(0);
        AnalysedGame::new(Arc::new(read))
    }

    fn shown(game: &AnalysedGame) -> Vec<String> {
        let cell = |cell: &MoveCell| format!("{}{}{}", cell.number, cell.text, cell.glyphs);
        let mut texts = Vec::new();
        for row in game.rows(Language::English, Notation::Iccs) {
            let cells: Vec<String> = row.cells.iter().map(cell).collect();
            texts.push(format!("{}| {}", row.round, cells.join(" ")));
            for remark in row.remarks {
                texts.push(match remark {
                    Remark::Comment(text) => format!("{{{text}}}"),
                    Remark::Cut => "cut".to_owned(),
                    Remark::Line { depth, parts, .. } => {
                        let parts: Vec<String> = parts
                            .iter()
                            .map(|part| match part {
                                LinePart::Move(it) => cell(it),
                                LinePart::Comment(text) => format!("{{{text}}}"),
                            })
                            .collect();
                        format!("{}{}", ">".repeat(depth), parts.join(" "))
                    }
                });
            }
        }
        texts
    }

    fn actions(game: &Replay) -> Vec<&str> {
        game.model.history.iter().map(|entry| entry.done.as_str()).collect()
    }

    #[test]
    fn rows_contain_comments_and_variations() {
        let game = game(FILE);
        let expected = [
            "0| ",
            "{before}",
            "1| 1. h2e2‼ 1… h9g7",
            "{the usual}",
            ">1… b9c7 {rare} 2. h0g2 a9b9",
            ">>2… h9g7",
            "2| 2. h0g2",
        ];
        assert_eq!(shown(&game), expected);
    }

    #[test]
    fn an_unchanged_game_is_written_as_it_was_read() {
        // A variation may begin before the first move, and with a comment.
        for file in [FILE, "1. h2e2 ({instead} 1. b2e2 {left} h9g7) 1... h9g7 *"] {
            let read = read(file.as_bytes(), None, &|_, _| None).expect("a game").remove(0);
            assert_eq!(AnalysedGame::new(Arc::new(read.clone())).text(), read.text());
        }
    }

    #[test]
    fn moves_follow_the_tree_or_extend_it() {
        let mut game = game(FILE);
        assert_eq!(game.play(0, "h2e2"), Ok(1));
        assert_eq!(game.leaves(), None);
        assert_eq!(game.play(1, "b9c7"), Ok(2));
        assert_eq!((game.leaves(), game.line().model.history.len()), (Some(1), 4));
        // A move before the variation belongs to the game.
        assert_eq!(game.show(game.node(1)), Some(1));
        assert_eq!((game.leaves(), game.play(1, "b9c7")), (None, Ok(2)));
        assert!(!game.can_undo(), "nothing is new");
        assert_eq!(game.play(2, "b0c2"), Ok(3));
        assert_eq!(actions(game.line()), ["h2e2", "b9c7", "b0c2"]);
        assert_eq!(game.undo(), Some(2));
        assert_eq!(actions(game.line()), ["h2e2", "b9c7", "h0g2", "a9b9"]);
        assert_eq!(game.play(2, "b0c2"), Ok(3));
        let refused = game.play(3, "a0a9");
        assert!(matches!(refused, Err(NotPlayed::Refused(_))), "{refused:?}");
        // The end of the game goes on.
        assert_eq!(game.show(NodeId::ROOT), Some(0));
        let end = *game.tree().line(NodeId::ROOT).last().expect("moves");
        assert_eq!(game.show(end), Some(3));
        assert_eq!(game.play(3, "g6g5"), Ok(4));
        assert_eq!(actions(game.main()), ["h2e2", "h9g7", "h0g2", "g6g5"]);
        let again = read(game.text().as_bytes(), None, &|_, _| None).expect("our file").remove(0);
        assert_eq!(again.text(), game.text());
    }

    #[test]
    fn variations_are_promoted_and_removed_and_brought_back() {
        let mut game = game(FILE);
        let before = shown(&game);
        assert_eq!(game.play(1, "b9c7"), Ok(2));
        let node = game.node(2);
        assert!(game.promote(node));
        assert_eq!(actions(game.main()), ["h2e2", "b9c7", "h0g2", "a9b9"]);
        assert_eq!(game.leaves(), None);
        assert!(!game.promote(node), "it is the main line");
        // An inner variation becomes the main line in two steps.
        let inner = game.show(game.node(3)).and_then(|plies| game.play(plies, "h9g7").ok());
        assert_eq!(inner, Some(4));
        assert!(game.make_main(game.node(4)));
        assert_eq!(actions(game.main()), ["h2e2", "b9c7", "h0g2", "h9g7"]);
        assert_eq!(game.remove(game.node(2)), Some(1));
        assert_eq!(actions(game.main()), ["h2e2", "h9g7", "h0g2"]);
        assert_eq!(game.remove(NodeId::ROOT), None);
        for _ in 0..3 {
            assert!(game.undo().is_some());
        }
        assert_eq!(shown(&game), before);
        assert_eq!(game.undo(), None);
        assert_eq!(game.show(NodeId::of_number(9_999)), None);
    }

    /// The result belongs to the moves that were played.
    #[test]
    fn another_main_line_has_no_result() {
        let mut game = game(&FILE.replace('*', "1-0"));
        assert!(game.text().contains("\nresult red"));
        assert_eq!(game.play(1, "b9c7"), Ok(2));
        assert!(game.text().contains("\nresult red"), "a variation changes nothing");
        assert!(game.promote(game.node(2)));
        assert!(!game.text().contains("\nresult red"), "{}", game.text());
        assert!(game.undo().is_some());
        assert!(game.text().contains("\nresult red"));
    }

    /// The engine also finds moves after a resignation.
    #[test]
    fn a_move_after_the_last_one_does_not_remove_the_result() {
        let mut game = game(&FILE.replace('*', "1-0"));
        let before = game.text();
        let refused = game.play(3, "g6g5");
        assert!(matches!(refused, Err(NotPlayed::Refused(_))), "{refused:?}");
        assert!(!game.can_undo());
        assert_eq!(game.text(), before);
    }

    /// A comment is saved after another line is shown, if the player went on while typing.
    #[test]
    fn a_comment_on_another_line_does_not_show_that_line() {
        let mut game = game(FILE);
        assert_eq!(game.play(1, "b9c7"), Ok(2));
        let other = game.node(2);
        let end = *game.tree().line(NodeId::ROOT).last().expect("moves");
        assert_eq!(game.show(end), Some(3));
        assert!(game.set_comment(other, "a trap"));
        assert_eq!((game.leaves(), game.node(3)), (None, end));
        assert_eq!(game.tree().comment(other), "a trap");
        assert_eq!(game.undo(), Some(2));
        assert_eq!((game.leaves(), game.tree().comment(other)), (Some(1), "rare"));
    }

    /// The line that another author removes is left at its last position.
    #[test]
    fn changes_of_other_authors_keep_the_shown_line() {
        let path = |path: &str| path.to_owned();
        let source = game("{before} 1. h2e2 $3 h9g7 {the usual} 2. h0g2 i9h9 *");
        let mut game = game(FILE);
        assert_eq!(game.play(1, "b9c7"), Ok(2));
        let node = game.node(2);
        let comment =
            TreeEdit::Comment { path: path("h2e2 b9c7"), text: "new".into(), was: "rare".into() };
        assert!(game.adopt(&[comment], source.tree()));
        assert_eq!((game.node(2), game.tree().comment(node)), (node, "new"));
        assert!(!game.can_undo());
        let edits = [
            TreeEdit::Remove { path: path("h2e2 b9c7") },
            TreeEdit::Play { path: path("h2e2 h9g7 h0g2"), action: path("i9h9") },
        ];
        assert!(game.adopt(&edits, source.tree()) && !game.adopt(&[], source.tree()));
        assert_eq!(game.leaves(), None);
        assert_eq!(actions(game.line()), ["h2e2", "h9g7", "h0g2", "i9h9"]);
    }

    #[test]
    fn drawn_marks_are_written_into_the_file_and_into_pgn() {
        let mark = |text: &str| DrawnMark::read(BoardShape::River, text).expect("a mark");
        let mut game = game(FILE);
        assert!(game.set_marks(NodeId::ROOT, &[mark("Gh2e2")]));
        assert_eq!(game.play(1, "b9c7"), Ok(2));
        let node = game.node(2);
        let marks = [mark("Rc7"), mark("Bc7d5")];
        assert!(game.set_marks(node, &marks) && !game.set_marks(node, &marks));
        let text = game.text();
        assert!(
            text.contains("mark 0 Gh2e2\n") && text.contains("mark 1.1/1 Rc7 Bc7d5\n"),
            "{text}"
        );
        let pgn = crate::records::convert(&text, record::Format::Pgn, Notation::Iccs);
        let pgn = pgn.expect("it is xiangqi").text;
        assert!(pgn.contains("{[%csl Rc7][%cal Bc7d5] rare}"), "{pgn}");
        for file in [text, pgn] {
            let again = read(file.as_bytes(), None, &|_, _| None).expect("our file").remove(0);
            let mut again = AnalysedGame::new(Arc::new(again));
            assert_eq!(again.tree().marks(NodeId::ROOT), [mark("Gh2e2")]);
            assert_eq!(again.play(1, "b9c7"), Ok(2));
            assert_eq!(again.tree().marks(again.node(2)), marks);
        }
        assert_eq!(game.undo(), Some(2));
        assert!(game.tree().marks(node).is_empty());
    }

    #[test]
    fn comments_and_glyphs_are_written_into_the_file() {
        let mut game = game(FILE);
        assert_eq!(game.play(1, "b9c7"), Ok(2));
        let node = game.node(2);
        assert!(game.set_comment(node, "  a trap\r\n\r\n"));
        assert!(!game.set_comment(node, "a trap"));
        for (glyph, expected) in [(1, "!"), (4, "⁇"), (4, ""), (5, "⁉")] {
            game.toggle_glyph(node, glyph);
            assert_eq!(game.glyphs(2), expected);
        }
        game.toggle_glyph(NodeId::ROOT, 1);
        assert_eq!(game.glyphs(0), "");
        let again = read(game.text().as_bytes(), None, &|_, _| None).expect("our file").remove(0);
        let again = AnalysedGame::new(Arc::new(again));
        assert_eq!(shown(&again), shown(&game));
        assert!(shown(&again).iter().any(|text| text == ">1… b9c7⁉ {a trap} 2. h0g2 a9b9"));
    }
}
