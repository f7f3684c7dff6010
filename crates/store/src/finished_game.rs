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

impl Cursor {
    /// Whether this place is behind another one of the same store. A place behind the end belongs to
    /// another store, such as the one before a backup was restored.
    pub fn is_behind(&self, other: &Cursor) -> bool {
        (self.change, &self.game) > (other.change, &other.game)
    }

    /// Text that [`Cursor::parse`] reads, for a follower that stores its place.
    pub fn text(&self) -> String {
        format!("{}-{}", self.change, self.game)
    }

    /// Reads the text of a place. The empty text is the place before the first game.
    ///
    /// ```
    /// use store::Cursor;
    ///
    /// let begin = Cursor::default();
    /// assert_eq!(Cursor::parse(&begin.text()), Some(begin.clone()));
    /// assert_eq!(Cursor::parse(""), Some(begin));
    /// assert_eq!(Cursor::parse("x"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Cursor> {
        if text.is_empty() {
            return Some(Cursor::default());
        }
        let (change, game) = text.split_once('-')?;
        Some(Cursor { change: change.parse().ok()?, game: game.into() })
    }
}
