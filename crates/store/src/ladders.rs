use crate::{
    StoreError,
    finished_game::{Cursor, Ended, Finished},
};
use async_trait::async_trait;
use protocol::{AccountId, GameId, LadderId, UnixMs};

/// Progress of the stored ladder fold. The default is before the first game.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LadderFold {
    /// Version of the rating computation that produced the fold; 0 for an empty fold.
    pub version: u32,
    /// Number of advances so far.
    pub step: u64,
    /// The games that are included.
    pub progress: FoldProgress,
}

/// Which games a fold includes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoldProgress {
    /// The fold is being rebuilt in ending order.
    Rebuilding {
        /// The last included game; `None` before the first.
        behind: Option<Ended>,
        /// Cursor from which commits are followed once the rebuild is complete.
        then: Cursor,
    },
    /// All games committed up to this cursor are included.
    Following(Cursor),
}

impl Default for FoldProgress {
    fn default() -> FoldProgress {
        FoldProgress::Following(Cursor::default())
    }
}

impl FoldProgress {
    /// The columns of a row: whether it is a rebuild, the last included game, the cursor.
    pub(crate) const fn as_row(&self) -> (bool, Option<&Ended>, &Cursor) {
        match self {
            FoldProgress::Rebuilding { behind, then } => (true, behind.as_ref(), then),
            FoldProgress::Following(cursor) => (false, None, cursor),
        }
    }

    /// Builds the value from a row. `last` is set only during a rebuild.
    pub(crate) fn of_row(is_anew: bool, last: Option<(i64, String)>, then: Cursor) -> FoldProgress {
        if !is_anew {
            return FoldProgress::Following(then);
        }
        let ended = |(ended_ms, game): (i64, String)| Ended {
            ended_ms: UnixMs(ended_ms as u64),
            game: game.into(),
        };
        FoldProgress::Rebuilding { behind: last.map(ended), then }
    }
}

/// A rated game on its ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedGame {
    /// The ladder's id.
    pub ladder: LadderId,
    /// The game's position in the ending order.
    pub ended: Ended,
    /// The rating changes, not interpreted by the store.
    pub changes: Vec<u8>,
}

/// A player's state on a ladder after the last included game.
#[derive(Clone, PartialEq, Debug)]
pub struct LadderPlayer {
    /// The ladder's id.
    pub ladder: LadderId,
    /// The account id.
    pub player: AccountId,
    /// Number of rated games. With 0 there is no rating, and the next three fields are meaningless.
    pub games: u32,
    /// Glicko-2 rating.
    pub rating: f64,
    /// Rating deviation.
    pub deviation: f64,
    /// Volatility.
    pub volatility: f64,
    /// Time of the last game's end, Unix ms.
    pub last_ms: UnixMs,
    /// Number of consecutive games left early.
    pub aborts: u32,
    /// Time until which the rating is not provisional, Unix ms; 0 if it is provisional.
    pub settled_until_ms: UnixMs,
    /// Number of different opponents that count.
    pub breadth: u32,
    /// Results and data for continuing the count of opponents, not interpreted by the store.
    pub opponents: Vec<u8>,
}

/// Two players who met in a rated game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LadderMeeting {
    /// The ladder's id.
    pub ladder: LadderId,
    /// The account id that sorts first.
    pub one: AccountId,
    /// The account id that sorts second.
    pub other: AccountId,
    /// The game's position in the ending order.
    pub ended: Ended,
}

/// One step of the fold, applied completely or not at all.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Advance {
    /// The step that the stored fold must be at.
    pub expected: u64,
    /// Version of the rating computation.
    pub version: u32,
    /// Progress after the step.
    pub progress: FoldProgress,
    /// Whether to delete all stored rows first.
    pub is_anew: bool,
    /// Ids of games that are no longer rated; removed before insertions.
    pub removed_games: Vec<GameId>,
    /// Meetings that no longer count; removed before insertions.
    pub removed_meetings: Vec<LadderMeeting>,
    /// Games to insert or replace.
    pub games: Vec<RatedGame>,
    /// Players to insert or replace.
    pub players: Vec<LadderPlayer>,
    /// Meetings to insert; existing ones are unchanged.
    pub meetings: Vec<LadderMeeting>,
}

/// Ladders stored as a fold over the archive. Everything here follows from finished rated games and
/// can be deleted and rebuilt.
///
/// Several servers may fold at the same time: each reads the progress and computes one advance. Of
/// the advances that expect the same step, one is accepted.
#[async_trait]
pub trait Ladders: Send + Sync {
    /// Returns the progress of the fold.
    async fn ladder_fold(&self) -> Result<LadderFold, StoreError>;

    /// Returns a cursor after everything committed now. Later calls of
    /// [`Ladders::finished_in_order`] find every game before this cursor.
    async fn finished_so_far(&self) -> Result<Cursor, StoreError>;

    /// Returns games after `behind` in ending order, at most `limit`.
    async fn finished_in_order(
        &self,
        behind: Option<Ended>,
        limit: u32,
    ) -> Result<Vec<Finished>, StoreError>;

    /// Returns those of these games that are rated, in any order.
    async fn rated_games(&self, games: Vec<GameId>) -> Result<Vec<RatedGame>, StoreError>;

    /// Returns the rated games of a ladder in ending order, starting with `from` itself.
    async fn rated_from(
        &self,
        ladder: &LadderId,
        from: Ended,
    ) -> Result<Vec<RatedGame>, StoreError>;

    /// Returns the stored state of these players on these ladders, in any order.
    async fn ladder_players(
        &self,
        ladders: Vec<LadderId>,
        players: Vec<AccountId>,
    ) -> Result<Vec<LadderPlayer>, StoreError>;

    /// For each of these ladders with at least `rank` players: the breadth of the player at rank
    /// `rank` when players are sorted by breadth, largest first. In any order.
    async fn ladder_breadths(
        &self,
        ladders: Vec<LadderId>,
        rank: u32,
    ) -> Result<Vec<(LadderId, u32)>, StoreError>;

    /// Returns the strongest players of a ladder, at most `most`. Players with a settled rating at
    /// `now_ms` and a breadth of at least `breadth` come first. Closed accounts are missing.
    async fn ladder_top(
        &self,
        ladder: &LadderId,
        now_ms: UnixMs,
        breadth: u32,
        most: u32,
    ) -> Result<Vec<LadderPlayer>, StoreError>;

    /// Returns the meetings of each of these pairs on a ladder after `after_ms`, in any order. In a
    /// pair the account id that sorts first comes first.
    async fn meetings(
        &self,
        ladder: &LadderId,
        pairs: Vec<(AccountId, AccountId)>,
        after_ms: UnixMs,
    ) -> Result<Vec<LadderMeeting>, StoreError>;

    /// Applies a step.
    ///
    /// # Errors
    /// [`StoreError::FoldMoved`] if the fold is at another step; then nothing changes.
    async fn advance(&self, advance: Advance) -> Result<(), StoreError>;
}
