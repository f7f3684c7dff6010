use crate::{
    Score,
    score::{from_here, to_here},
};
use alloc::{vec, vec::Vec};

/// What earlier searches found, by position.
pub(crate) struct Table<A> {
    entries: Vec<Option<Entry<A>>>,
}

#[derive(Clone, Copy)]
pub(crate) struct Entry<A> {
    key: u64,
    pub(crate) action: Option<A>,
    score: Score,
    depth: i8,
    bound: Bound,
}

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

impl<A: Copy> Table<A> {
    /// A table with `1 << bits` places.
    pub(crate) fn new(bits: u32) -> Table<A> {
        Table { entries: vec![None; 1 << bits] }
    }

    pub(crate) fn get(&self, key: u64) -> Option<&Entry<A>> {
        self.entries[self.place(key)].as_ref().filter(|entry| entry.key == key)
    }

    /// Keeps the new entry unless a deeper one of the same position stands there.
    pub(crate) fn put(
        &mut self,
        key: u64,
        action: Option<A>,
        depth: i32,
        (score, bound): (Score, Bound),
        ply: Score,
    ) {
        let place = self.place(key);
        let old = self.entries[place].filter(|old| old.key == key);
        if old.is_some_and(|old| i32::from(old.depth) > depth && bound != Bound::Exact) {
            return;
        }
        let action = action.or_else(|| old.and_then(|old| old.action));
        let depth = depth.clamp(-1, 127) as i8;
        let score = to_here(score, ply);
        self.entries[place] = Some(Entry { key, action, score, depth, bound });
    }

    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}

impl<A> Entry<A> {
    /// The score, if it settles a search of this depth and window.
    pub(crate) fn settles(
        &self,
        depth: i32,
        alpha: Score,
        beta: Score,
        ply: Score,
    ) -> Option<Score> {
        let score = from_here(self.score, ply);
        let settled = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => score >= beta,
            Bound::AtMost => score <= alpha,
        };
        (settled && i32::from(self.depth) >= depth).then_some(score)
    }
}
