/// The result of perfect play for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Won within this many plies; the last one captures or leaves the other side without an
    /// action.
    Win(u8),
    /// Drawn.
    Draw,
    /// Lost within this many plies, as above.
    Loss(u8),
}

impl Verdict {
    /// The verdict after `quiet` quiet plies, with a draw at `limit`.
    pub(super) fn after_quiet(self, quiet: u16, limit: u16) -> Verdict {
        match self {
            Verdict::Win(plies) | Verdict::Loss(plies) if quiet + u16::from(plies) > limit => {
                Verdict::Draw
            }
            _ => self,
        }
    }
}

/// Longest distance that a table can store.
pub(super) const MAX_DISTANCE: u8 = 120;

/// The verdicts of one material, one byte each.
#[derive(Clone, Debug)]
pub(super) struct Table {
    bytes: Vec<u8>,
}

const DRAW: u8 = 0;
const LOSS: u8 = 128;
const IMPOSSIBLE: u8 = 255;

impl Table {
    /// Creates a table with draws only.
    pub(super) fn new(placings: usize) -> Table {
        Table { bytes: vec![DRAW; placings] }
    }

    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Returns a verdict; `None` if two pieces are on one square, or beyond the end of the table.
    pub(super) fn get(&self, index: usize) -> Option<Verdict> {
        match *self.bytes.get(index)? {
            DRAW => Some(Verdict::Draw),
            plies @ 1..=MAX_DISTANCE => Some(Verdict::Win(plies)),
            IMPOSSIBLE => None,
            loss => Some(Verdict::Loss(loss.saturating_sub(LOSS))),
        }
    }

    pub(super) fn set(&mut self, index: usize, verdict: Verdict) {
        self.bytes[index] = match verdict {
            Verdict::Draw => DRAW,
            Verdict::Win(plies) => plies,
            Verdict::Loss(plies) => LOSS + plies,
        };
    }

    pub(super) fn set_impossible(&mut self, index: usize) {
        self.bytes[index] = IMPOSSIBLE;
    }
}
