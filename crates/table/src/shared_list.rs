//! List of plies or transcript lines. Clones share all but the last few items.

use std::sync::Arc;

/// Number of items in a chunk.
const CHUNK: usize = 16;

/// List in chunks. Its clones share the full chunks: a table is cloned for every change, and a long
/// game has hundreds of plies.
#[derive(Debug)]
pub(crate) struct SharedList<T> {
    /// Chunks of exactly [`CHUNK`] items.
    full: Vec<Arc<[T]>>,
    /// The items after them, fewer than [`CHUNK`].
    last: Vec<T>,
}

impl<T> Default for SharedList<T> {
    fn default() -> SharedList<T> {
        SharedList { full: Vec::new(), last: Vec::new() }
    }
}

impl<T: Clone> Clone for SharedList<T> {
    fn clone(&self) -> SharedList<T> {
        // The next push then moves no items.
        let mut last = Vec::with_capacity(CHUNK);
        last.extend_from_slice(&self.last);
        SharedList { full: self.full.clone(), last }
    }
}

impl<T> SharedList<T> {
    pub(crate) fn len(&self) -> usize {
        self.full.len() * CHUNK + self.last.len()
    }

    pub(crate) fn get(&self, index: usize) -> Option<&T> {
        match self.full.get(index / CHUNK) {
            Some(chunk) => chunk.get(index % CHUNK),
            None => self.last.get(index - self.full.len() * CHUNK),
        }
    }

    pub(crate) fn last(&self) -> Option<&T> {
        self.len().checked_sub(1).and_then(|index| self.get(index))
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.full.iter().flat_map(|chunk| chunk.iter()).chain(&self.last)
    }

    /// The items from an index on.
    pub(crate) fn iter_from(&self, index: usize) -> impl Iterator<Item = &T> {
        (index..self.len()).filter_map(|index| self.get(index))
    }

    pub(crate) fn push(&mut self, item: T) {
        self.last.push(item);
        if self.last.len() == CHUNK {
            self.full.push(std::mem::take(&mut self.last).into());
        }
    }
}

impl<T: Clone> SharedList<T> {
    /// Removes the last item and returns it.
    pub(crate) fn pop(&mut self) -> Option<T> {
        if self.last.is_empty() {
            self.last = self.full.pop()?.to_vec();
        }
        self.last.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The list equals a vector after the same pushes and pops, and clones are independent.
    #[test]
    fn equals_a_vector() {
        let mut list = SharedList::default();
        let mut vector: Vec<usize> = Vec::new();
        let same = |list: &SharedList<usize>, vector: &[usize]| {
            assert_eq!(list.iter().copied().collect::<Vec<_>>(), vector);
            assert_eq!(list.len(), vector.len());
            assert_eq!(list.last(), vector.last());
            for index in 0..=vector.len() {
                assert_eq!(list.get(index), vector.get(index));
                assert!(list.iter_from(index).eq(&vector[index..]));
            }
            assert!(list.iter().rev().eq(vector.iter().rev()));
        };
        for step in 0..6 * CHUNK {
            let (before, known) = (list.clone(), vector.clone());
            // Two steps forward, and sometimes some back, over the borders of chunks.
            for item in [2 * step, 2 * step + 1] {
                list.push(item);
                vector.push(item);
            }
            for _ in 0..(step % 5) / 3 * 7 {
                assert_eq!(list.pop(), vector.pop());
            }
            same(&list, &vector);
            same(&before, &known);
        }
        while let Some(item) = vector.pop() {
            assert_eq!(list.pop(), Some(item));
            same(&list, &vector);
        }
        assert_eq!(list.pop(), None);
    }
}
