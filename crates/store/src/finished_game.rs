use protocol::{AccountId, GameId, LadderId, UnixMs};

/// A finished public game, as the archive and the ladders store it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// The game's id.
    pub game: GameId,
    /// `variant/speed`. A correction does not change it.
    pub ladder: LadderId,
    /// Time of the end, Unix ms. A correction does not change it.
    pub ended_ms: UnixMs,
    /// Whether the game counts for the ladder.
    pub rated: bool,
    /// Players in seat order.
    pub players: Vec<FinishedPlayer>,
    /// Further data, not interpreted by the store.
    pub text: String,
}

impl Finished {
    /// The game's position in the ending order; unique per game.
    pub fn position(&self) -> Ended {
        Ended { ended_ms: self.ended_ms, game: self.game.clone() }
    }
}

/// A player of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinishedPlayer {
    /// Account id, if the player has an account.
    pub id: Option<AccountId>,
    /// Display name; empty if unknown.
    pub name: String,
}

/// A position in the ending order: by time, then by game id.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ended {
    /// Time of the end, Unix ms.
    pub ended_ms: UnixMs,
    /// The game's id.
    pub game: GameId,
}

/// How far a reader has followed the finished games. The default is before the first one. Only the
/// backend that returned a cursor can interpret it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cursor {
    /// The last change number or transaction read.
    pub(crate) change: i64,
    /// The last game read within that transaction, if a transaction can contain several.
    pub(crate) game: GameId,
}
