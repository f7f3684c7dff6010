//! The edits that lead from one tree to another.

use crate::{TreeEdit, clean_comment};
use games::board::BoardShape;
use record::{DrawnMark, MoveTree, NodeId};

/// The edits that change `before` to `after`, in order. The marks are those of a board of this shape.
///
/// Applied to a third tree, they change only what differs between the two.
pub fn diff(shape: BoardShape, before: &MoveTree, after: &MoveTree) -> Vec<TreeEdit> {
    let mut edits = Vec::new();
    let mut open = vec![(Some(NodeId::ROOT), NodeId::ROOT, String::new())];
    while let Some((old, new, path)) = open.pop() {
        let old_text =
            |read: fn(&MoveTree, NodeId) -> &str| old.map_or("", |old| read(before, old));
        let (was, text) = (old_text(MoveTree::comment), after.comment(new));
        if was != text && clean_comment(text).ok().as_deref() != Some(was) {
            let (path, text, was) = (path.clone(), text.to_owned(), was.to_owned());
            edits.push(TreeEdit::Comment { path, text, was });
        }
        let text = after.introduction(new);
        let was = old_text(MoveTree::introduction);
        if was != text && clean_comment(text).ok().as_deref() != Some(was) {
            edits.push(TreeEdit::Introduction { path: path.clone(), text: text.to_owned() });
        }
        let glyphs = after.glyphs(new);
        if old.map_or(&[][..], |old| before.glyphs(old)) != glyphs {
            edits.push(TreeEdit::Glyphs { path: path.clone(), glyphs: glyphs.to_vec() });
        }
        let marks = after.marks(new);
        if old.map_or(&[][..], |old| before.marks(old)) != marks {
            let marks = marks.iter().map(|mark| mark.text(shape)).collect();
            edits.push(TreeEdit::Marks { path: path.clone(), marks });
        }
        let children = old.map_or(&[][..], |old| before.children(old));
        let mut order: Vec<&str> = Vec::new();
        for &child in children {
            let action = before.action(child);
            if after.child(new, action).is_some() {
                order.push(action);
            } else {
                edits.push(TreeEdit::Remove { path: below(&path, action) });
            }
        }
        for &child in after.children(new) {
            let action = after.action(child);
            if !order.contains(&action) {
                edits.push(TreeEdit::Play { path: path.clone(), action: action.to_owned() });
                order.push(action);
            }
        }
        for (place, &child) in after.children(new).iter().enumerate() {
            let action = after.action(child);
            if order[place] != action {
                order.retain(|it| *it != action);
                order.insert(place, action);
                edits.push(TreeEdit::Place { path: below(&path, action), place });
            }
        }
        for &child in after.children(new).iter().rev() {
            let action = after.action(child);
            let known = old.and_then(|old| before.child(old, action));
            open.push((known, child, below(&path, action)));
        }
    }
    edits
}

/// Applies edits of [`diff`] to `tree`, whose nodes keep their ids. `source` is the tree that the
/// edits lead to; its moves were judged.
pub fn adopt(shape: BoardShape, tree: &mut MoveTree, edits: &[TreeEdit], source: &MoveTree) {
    for edit in edits {
        let Some(node) = tree.find(edit.path()) else { continue };
        match edit {
            TreeEdit::Play { path, action } => {
                let played = source.find(&below(path, action));
                tree.add(node, played.map_or(0, |played| source.seat(played)), action);
            }
            TreeEdit::Remove { .. } => _ = tree.remove(node),
            TreeEdit::Place { place, .. } => _ = tree.place(node, *place),
            TreeEdit::Comment { text, .. } => tree.set_comment(node, text),
            TreeEdit::Introduction { text, .. } => tree.set_introduction(node, text),
            TreeEdit::Glyphs { glyphs, .. } => tree.set_glyphs(node, glyphs),
            TreeEdit::Marks { marks, .. } => {
                let marks: Vec<DrawnMark> =
                    marks.iter().filter_map(|mark| DrawnMark::read(shape, mark)).collect();
                tree.set_marks(node, &marks);
            }
        }
    }
}

/// The path of the node after a move.
fn below(path: &str, action: &str) -> String {
    if path.is_empty() { action.to_owned() } else { format!("{path} {action}") }
}
