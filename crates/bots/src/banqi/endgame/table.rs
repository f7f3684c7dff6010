/// What perfect play comes to, for the side on move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::banqi) enum Verdict {
    /// Won: within so many plies, of which the last one captures or leaves the other side without an
    /// action.
    Win(u8),
    /// Neither side can win.
    Draw,
    /// Lost within so many plies, as above.
    Loss(u8),
}

impl Verdict {
    /// The same with so many quiet plies on the count that ends in a draw at `limit`.
    pub(super) fn after_quiet(self, quiet: u16, limit: u16) -> Verdict {
        match self {
            Verdict::Win(plies) | Verdict::Loss(plies) if quiet + u16::from(plies) > limit => {
                Verdict::Draw
            }
            _ => self,
        }
    }
}

/// No table holds a longer distance.
pub(super) const LONGEST: u8 = 120;

/// Every verdict of one material, one byte each.
#[derive(Clone, Debug)]
pub(super) struct Table {
    bytes: Vec<u8>,
}

const DRAW: u8 = 0;
const LOSS: u8 = 128;
const IMPOSSIBLE: u8 = 255;

impl Table {
    /// Draws everywhere.
    pub(super) fn new(placings: usize) -> Table {
        Table { bytes: vec![DRAW; placings] }
    }

    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// The verdict; `None` where two pieces stand on one square, or beyond the table's end.
    pub(super) fn get(&self, index: usize) -> Option<Verdict> {
        match *self.bytes.get(index)? {
            DRAW => Some(Verdict::Draw),
            plies @ 1..=LONGEST => Some(Verdict::Win(plies)),
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
