/// A queue of fixed capacity, which rejects items when it is full.
pub(crate) struct Queue<T, const N: usize> {
    items: [Option<T>; N],
    first: usize,
    length: usize,
}

impl<T: Copy, const N: usize> Queue<T, N> {
    pub(crate) const fn new() -> Queue<T, N> {
        Queue { items: [None; N], first: 0, length: 0 }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds an item; returns whether there was space.
    pub(crate) fn push(&mut self, item: T) -> bool {
        if self.length == N {
            return false;
        }
        self.items[(self.first + self.length) % N] = Some(item);
        self.length += 1;
        true
    }

    pub(crate) fn peek(&self) -> Option<T> {
        if self.is_empty() { None } else { self.items[self.first] }
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        let item = self.peek()?;
        self.first = (self.first + 1) % N;
        self.length -= 1;
        Some(item)
    }

    pub(crate) fn clear(&mut self) {
        self.length = 0;
    }
}
