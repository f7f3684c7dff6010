//! The search state of a computer between its moves.

use bots::ComputerSeat;
use tokio::sync::OwnedSemaphorePermit;

/// Computer player with its search state, while the server has memory for it.
pub(super) struct KeptComputer {
    pub(super) computer: ComputerSeat,
    _permit: OwnedSemaphorePermit,
}

impl KeptComputer {
    pub(super) fn new(permit: OwnedSemaphorePermit) -> Box<KeptComputer> {
        Box::new(KeptComputer { computer: ComputerSeat::default(), _permit: permit })
    }
}
