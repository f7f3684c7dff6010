use crate::EventKind;

/// An event at a table, with its time.
#[derive(Clone, Debug)]
pub struct Event {
    /// Time of the event by the caller's clock, Unix ms.
    pub at_ms: u64,
    /// Kind of the event, with its data.
    pub kind: EventKind,
}

impl Event {
    /// Stable name of the kind, for the log's `kind` column.
    pub const fn kind_name(&self) -> &'static str {
        self.kind.name()
    }

    /// The seat the event belongs to, if any.
    pub fn seat(&self) -> Option<u8> {
        self.kind.seat()
    }
}
