use std::sync::Arc;

/// Two players who met in a rated game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// The player whose name sorts first.
    pub one: Arc<str>,
    /// The player whose name sorts second.
    pub other: Arc<str>,
    /// End of the game, Unix ms.
    pub at_ms: u64,
}
