use crate::Kind;

/// Something that happened at a table, and when.
#[derive(Clone, Debug)]
pub struct Event {
    /// Milliseconds since the epoch, by the caller's clock.
    pub at_ms: u64,
    /// What happened.
    pub kind: Kind,
}

impl Event {
    /// The stable name of its kind, for the log's `kind` column.
    pub const fn kind_name(&self) -> &'static str {
        self.kind.name()
    }

    /// The seat it belongs to, if to one.
    pub fn seat(&self) -> Option<u8> {
        self.kind.seat()
    }
}
