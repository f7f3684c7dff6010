//! The moves of a game and its variations as a tree.

use crate::{Annotations, DrawnMark, MAX_MARKS, Variation, limits::DEPTH};

/// Maximum nesting depth of variations, as in files.
const MAX_DEPTH: usize = DEPTH;

/// The glyphs that judge a move: `!`, `?`, `‼`, `⁇`, `⁉` and `⁈`. A move has at most one of them.
const JUDGING: std::ops::RangeInclusive<u8> = 1..=6;

/// A node of a [`MoveTree`]: the position after an action.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct NodeId(usize);

impl NodeId {
    /// The position before the first action.
    pub const ROOT: NodeId = NodeId(0);

    /// The node with this number, as an attribute of the page names it.
    pub const fn of_number(number: usize) -> NodeId {
        NodeId(number)
    }

    /// Number of the node within its tree.
    pub const fn number(self) -> usize {
        self.0
    }
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Node {
    parent: NodeId,
    /// The action that leads here, as files write it; empty for the root.
    action: String,
    seat: u8,
    comment: String,
    /// Comment before the first action of a variation.
    introduction: String,
    glyphs: Vec<u8>,
    marks: Vec<DrawnMark>,
    /// The first child continues the line; the others are variations.
    children: Vec<NodeId>,
}

/// The moves of a game with its variations, comments and glyphs.
///
/// Removed nodes stay allocated, so that ids remain valid until the tree is dropped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveTree {
    nodes: Vec<Node>,
    /// Number of seats of the game.
    seats: u8,
}

impl MoveTree {
    /// The tree of a game. `seats` are the seats of its actions.
    pub fn read(seat_count: u8, seats: &[u8], actions: &[String], notes: &Annotations) -> MoveTree {
        let mut tree = MoveTree { nodes: vec![Node::default()], seats: seat_count.max(1) };
        tree.add_line(NodeId::ROOT, Some(seats), actions, notes);
        tree
    }

    /// Adds the game itself with its `seats`, or a variation, for which files name no seats.
    fn add_line(
        &mut self,
        from: NodeId,
        seats: Option<&[u8]>,
        actions: &[String],
        notes: &Annotations,
    ) {
        let mut path = vec![from];
        let mut end = from;
        for (at, action) in actions.iter().enumerate() {
            let seat = seats.and_then(|seats| seats.get(at).copied());
            let seat = seat.unwrap_or_else(|| self.next_seat(end));
            end = self.add(end, seat, action);
            path.push(end);
        }
        for (played, note) in notes.iter() {
            let Some(&node) = path.get(played) else { continue };
            match path.get(1) {
                // The comment belongs to the variation, not to the action before it.
                Some(&first) if played == 0 && seats.is_none() => {
                    add_text(&mut self.nodes[first.0].introduction, &note.comment);
                }
                _ => {
                    let node = &mut self.nodes[node.0];
                    add_text(&mut node.comment, &note.comment);
                    for &glyph in &note.glyphs {
                        if !node.glyphs.contains(&glyph) {
                            node.glyphs.push(glyph);
                        }
                    }
                    for &mark in &note.marks {
                        if !node.marks.contains(&mark) && node.marks.len() < MAX_MARKS {
                            node.marks.push(mark);
                        }
                    }
                }
            }
            for variation in &note.variations {
                self.add_line(node, None, &variation.actions, &variation.annotations);
            }
        }
    }

    /// The child of a node by this action, which is added if it is missing.
    pub fn add(&mut self, parent: NodeId, seat: u8, action: &str) -> NodeId {
        if let Some(child) = self.child(parent, action) {
            return child;
        }
        let node = NodeId(self.nodes.len());
        self.nodes.push(Node { parent, action: action.to_owned(), seat, ..Node::default() });
        self.nodes[parent.0].children.push(node);
        node
    }

    /// The seat that follows in a file, which names no seats in variations.
    fn next_seat(&self, node: NodeId) -> u8 {
        match node {
            NodeId::ROOT => 0,
            NodeId(at) => (self.nodes[at].seat + 1) % self.seats,
        }
    }

    /// Whether there is such a node.
    pub fn has(&self, node: NodeId) -> bool {
        node.0 < self.nodes.len()
    }

    /// The child of a node by this action.
    pub fn child(&self, node: NodeId, action: &str) -> Option<NodeId> {
        let children = self.nodes[node.0].children.iter().copied();
        children.into_iter().find(|child| self.nodes[child.0].action == action)
    }

    /// The node at a path: the actions that lead to it, separated by spaces.
    pub fn find(&self, path: &str) -> Option<NodeId> {
        let mut actions = path.split_whitespace();
        actions.try_fold(NodeId::ROOT, |node, action| self.child(node, action))
    }

    /// The action that leads to a node; empty for the root.
    pub fn action(&self, node: NodeId) -> &str {
        &self.nodes[node.0].action
    }

    /// The seat that played it.
    pub fn seat(&self, node: NodeId) -> u8 {
        self.nodes[node.0].seat
    }

    /// The comment on it.
    pub fn comment(&self, node: NodeId) -> &str {
        &self.nodes[node.0].comment
    }

    /// The comment before it, if it begins a variation.
    pub fn introduction(&self, node: NodeId) -> &str {
        &self.nodes[node.0].introduction
    }

    /// Its numeric glyphs.
    pub fn glyphs(&self, node: NodeId) -> &[u8] {
        &self.nodes[node.0].glyphs
    }

    /// The circles and arrows drawn on its position.
    pub fn marks(&self, node: NodeId) -> &[DrawnMark] {
        &self.nodes[node.0].marks
    }

    /// The nodes that follow, the continuation of the line first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.0].children
    }

    /// The node before; the root's is the root.
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.nodes[node.0].parent
    }

    /// The line from the root through a node to the end.
    pub fn line(&self, node: NodeId) -> Vec<NodeId> {
        let mut path = vec![node];
        let mut at = node;
        while at != NodeId::ROOT {
            at = self.parent(at);
            path.push(at);
        }
        path.reverse();
        let mut at = node;
        while let Some(&next) = self.children(at).first() {
            path.push(next);
            at = next;
        }
        path
    }

    /// Whether a node continues the line of its parent, and does not begin a variation.
    fn continues(&self, node: NodeId) -> bool {
        node == NodeId::ROOT || self.children(self.parent(node)).first() == Some(&node)
    }

    /// Number of variations around a node.
    pub fn depth(&self, node: NodeId) -> usize {
        let mut depth = 0;
        let mut at = node;
        while at != NodeId::ROOT {
            depth += usize::from(!self.continues(at));
            at = self.parent(at);
        }
        depth
    }

    /// Whether a new variation may begin after a node.
    pub fn can_branch(&self, node: NodeId) -> bool {
        self.children(node).is_empty() || self.depth(node) < MAX_DEPTH
    }

    /// Moves the innermost variation around a node before the line that it leaves. Returns `false`
    /// for the main line, and if the former line would be nested too deeply.
    pub fn promote(&mut self, node: NodeId) -> bool {
        let mut at = node;
        while self.continues(at) {
            if at == NodeId::ROOT {
                return false;
            }
            at = self.parent(at);
        }
        let parent = self.parent(at);
        let siblings = &mut self.nodes[parent.0].children;
        let Some(place) = siblings.iter().position(|&sibling| sibling == at) else { return false };
        siblings[..=place].rotate_right(1);
        if self.deepest() > MAX_DEPTH {
            self.nodes[parent.0].children[..=place].rotate_left(1);
            return false;
        }
        true
    }

    /// Maximum nesting depth of the variations.
    fn deepest(&self) -> usize {
        let mut open = vec![(NodeId::ROOT, 0)];
        let mut deepest = 0;
        while let Some((node, depth)) = open.pop() {
            deepest = deepest.max(depth);
            let children = self.children(node).iter().enumerate();
            open.extend(children.map(|(at, &child)| (child, depth + usize::from(at > 0))));
        }
        deepest
    }

    /// Removes a node with everything that follows it. The root stays. Returns the node before.
    pub fn remove(&mut self, node: NodeId) -> NodeId {
        let parent = self.parent(node);
        if node != NodeId::ROOT {
            self.nodes[parent.0].children.retain(|&child| child != node);
        }
        parent
    }

    /// Moves a node to a place among the nodes that follow its parent. Returns `false` and changes
    /// nothing if a variation would be nested too deeply.
    pub fn place(&mut self, node: NodeId, place: usize) -> bool {
        let parent = self.parent(node);
        let siblings = self.nodes[parent.0].children.clone();
        if node == NodeId::ROOT || !siblings.contains(&node) {
            return false;
        }
        let others = siblings.iter().copied().filter(|&it| it != node);
        let mut moved: Vec<NodeId> = others.collect();
        moved.insert(place.min(moved.len()), node);
        self.nodes[parent.0].children = moved;
        if self.deepest() > MAX_DEPTH {
            self.nodes[parent.0].children = siblings;
            return false;
        }
        true
    }

    /// Replaces the comment before a variation.
    pub fn set_introduction(&mut self, node: NodeId, comment: &str) {
        self.nodes[node.0].introduction = tidied(comment);
    }

    /// Replaces the glyphs of a node.
    pub fn set_glyphs(&mut self, node: NodeId, glyphs: &[u8]) {
        self.nodes[node.0].glyphs = glyphs.to_vec();
    }

    /// Replaces the marks on a node's position. Only the last [`MAX_MARKS`] are kept.
    pub fn set_marks(&mut self, node: NodeId, marks: &[DrawnMark]) {
        let kept = &marks[marks.len().saturating_sub(MAX_MARKS)..];
        self.nodes[node.0].marks = kept.to_vec();
    }

    /// The root and all nodes that can be reached from it, in no particular order.
    pub fn nodes(&self) -> Vec<NodeId> {
        let mut nodes = vec![NodeId::ROOT];
        let mut at = 0;
        while let Some(&node) = nodes.get(at) {
            nodes.extend(self.children(node));
            at += 1;
        }
        nodes
    }

    /// Whether it is a single line without comments, glyphs and marks.
    pub fn is_bare(&self) -> bool {
        self.nodes().into_iter().all(|node| {
            self.children(node).len() < 2
                && self.comment(node).is_empty()
                && self.introduction(node).is_empty()
                && self.glyphs(node).is_empty()
                && self.marks(node).is_empty()
        })
    }

    /// Number of nodes that can be reached, without the root.
    pub fn count(&self) -> usize {
        self.nodes().len() - 1
    }

    /// Replaces the comment on a node.
    pub fn set_comment(&mut self, node: NodeId, comment: &str) {
        self.nodes[node.0].comment = tidied(comment);
    }

    /// Adds a judging glyph to a move instead of its present one, or removes it.
    pub fn toggle_glyph(&mut self, node: NodeId, glyph: u8) {
        let glyphs = &mut self.nodes[node.0].glyphs;
        let had = glyphs.contains(&glyph);
        glyphs.retain(|it| !JUDGING.contains(it));
        if !had {
            glyphs.insert(0, glyph);
        }
    }

    /// The annotations of the main line.
    pub fn annotations(&self) -> Annotations {
        self.notes(&self.line(NodeId::ROOT), true)
    }

    /// The annotations of the game or of a variation: a node and what follows it to the end.
    fn notes(&self, path: &[NodeId], is_game: bool) -> Annotations {
        let mut notes = Annotations::default();
        for (played, &node) in path.iter().enumerate() {
            if played > 0 || is_game {
                notes.add_comment(played, self.comment(node));
                self.glyphs(node).iter().for_each(|&glyph| notes.add_glyph(played, glyph));
                self.marks(node).iter().for_each(|&mark| notes.add_mark(played, mark));
            } else {
                // The other children belong to the line that this variation leaves.
                if let Some(&first) = path.get(1) {
                    notes.add_comment(0, self.introduction(first));
                }
                continue;
            }
            for &child in self.children(node).iter().skip(1) {
                let mut line = vec![node, child];
                let mut at = child;
                while let Some(&next) = self.children(at).first() {
                    line.push(next);
                    at = next;
                }
                let actions = line[1..].iter().map(|&node| self.action(node).to_owned()).collect();
                let annotations = self.notes(&line, false);
                notes.add_variation(played, Variation { actions, annotations });
            }
        }
        notes
    }
}

/// A comment as files keep it.
fn tidied(comment: &str) -> String {
    crate::annotations::tidy(comment)
}

/// Adds lines to a comment.
fn add_text(comment: &mut String, more: &str) {
    if !comment.is_empty() && !more.is_empty() {
        comment.push('\n');
    }
    comment.push_str(more);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with more nesting could not be read again.
    #[test]
    fn variations_are_nested_up_to_a_limit() {
        let mut tree = MoveTree::read(2, &[], &[], &Annotations::default());
        let mut node = NodeId::ROOT;
        let mut depth = 0;
        while tree.can_branch(node) {
            tree.add(node, 0, "usual");
            node = tree.add(node, 0, "other");
            tree.add(node, 1, "answer");
            depth += 1;
            assert_eq!(tree.depth(node), depth);
        }
        assert_eq!(depth, MAX_DEPTH);
        let annotations = tree.annotations();
        let mut notes = &annotations;
        for _ in 0..MAX_DEPTH {
            let note = notes.iter().last().expect("a note").1;
            notes = &note.variations.last().expect("a variation").annotations;
        }
        assert!(notes.is_empty());
        // The usual moves would be nested too deeply inside a promoted variation.
        let first = tree.children(NodeId::ROOT)[1];
        let before = tree.clone();
        assert!(tree.promote(first), "the others are nested less deeply");
        assert_ne!(tree, before);
        assert_eq!(tree.line(NodeId::ROOT)[1], first);
    }

    #[test]
    fn equal_moves_are_one_node() {
        let mut tree = MoveTree::read(2, &[], &[], &Annotations::default());
        let one = tree.add(NodeId::ROOT, 0, "h2e2");
        assert_eq!(tree.add(NodeId::ROOT, 0, "h2e2"), one);
        assert_eq!(tree.remove(one), NodeId::ROOT);
        assert_eq!(tree.remove(NodeId::ROOT), NodeId::ROOT);
        assert_eq!(tree.line(NodeId::ROOT), [NodeId::ROOT]);
        assert!(tree.has(one) && !tree.has(NodeId::of_number(7)));
    }
}
