use crate::{order::Order, table::Table};

/// No line is followed further.
pub(crate) const PLIES: usize = 96;

/// What a searcher has learnt and keeps from one search to the next.
pub(crate) struct Memory<A> {
    pub(crate) table: Table<A>,
    pub(crate) order: Order<A>,
}

impl<A: Copy + Eq> Memory<A> {
    /// Nothing learnt yet: a table with `1 << table_bits` places, and an order over so many slots.
    pub(crate) fn new(table_bits: u32, slots: usize) -> Memory<A> {
        Memory { table: Table::new(table_bits), order: Order::new(slots, PLIES) }
    }
}
