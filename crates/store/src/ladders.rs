use crate::{Cursor, Ended, Finished, StoreError};
use async_trait::async_trait;

/// Where the kept fold of the ladders stands; the default is before everything.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct LadderFold {
    /// The version of the reckoning by which all of it was made; 0 for nothing.
    pub version: u32,
    /// How often it was advanced.
    pub step: u64,
    /// What it has taken in.
    pub place: FoldPlace,
}

/// What a fold has taken in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoldPlace {
    /// It is made anew, in the order of ending.
    Anew {
        /// The last game that is in; `None` before the first.
        behind: Option<Ended>,
        /// From where on commits are to be followed when all are in.
        then: Cursor,
    },
    /// All that was committed up to there is in.
    Following(Cursor),
}

impl Default for FoldPlace {
    fn default() -> FoldPlace {
        FoldPlace::Following(Cursor::default())
    }
}

impl FoldPlace {
    /// As a row has it: whether it is made anew, the last game that is in, the cursor.
    pub(crate) const fn as_row(&self) -> (bool, Option<&Ended>, &Cursor) {
        match self {
            FoldPlace::Anew { behind, then } => (true, behind.as_ref(), then),
            FoldPlace::Following(cursor) => (false, None, cursor),
        }
    }

    /// From a row; the last game is one only where the fold is made anew.
    pub(crate) fn of_row(is_anew: bool, last: Option<(i64, String)>, then: Cursor) -> FoldPlace {
        if !is_anew {
            return FoldPlace::Following(then);
        }
        let ended = |(ended_ms, game)| Ended { ended_ms: ended_ms as u64, game };
        FoldPlace::Anew { behind: last.map(ended), then }
    }
}

/// A rated game on its ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RatedGame {
    /// The ladder.
    pub ladder: String,
    /// The game's place in the order of ending.
    pub ended: Ended,
    /// What came of it. The store does not look into it.
    pub kept: Vec<u8>,
}

/// A player on a ladder, as of the last game that is in.
#[derive(Clone, PartialEq, Debug)]
pub struct LadderPlayer {
    /// The ladder.
    pub ladder: String,
    /// The account.
    pub player: String,
    /// How many games count; without any there is no rating, and the next three mean nothing.
    pub games: u32,
    /// The rating.
    pub rating: f64,
    /// Its deviation.
    pub deviation: f64,
    /// Its volatility.
    pub volatility: f64,
    /// When the last game ended, in milliseconds since the epoch.
    pub last_ms: u64,
    /// How often in a row the player has left early.
    pub aborts: u32,
    /// Until when the rating is no provisional one, in milliseconds since the epoch; 0 if it is one.
    pub settled_until_ms: u64,
    /// How many different opponents count.
    pub breadth: u32,
    /// What counting on needs to know of them. The store does not read it.
    pub met: Vec<u8>,
}

/// Two who met in a game that counts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LadderMeeting {
    /// The ladder.
    pub ladder: String,
    /// The account that comes first.
    pub one: String,
    /// The account that comes second.
    pub other: String,
    /// The game.
    pub ended: Ended,
}

/// One step of the fold, taken in whole or not at all.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Advance {
    /// At which step the fold must stand.
    pub expected: u64,
    /// By which version of the reckoning this was made.
    pub version: u32,
    /// Where the fold then stands.
    pub place: FoldPlace,
    /// Whether all that was kept is forgotten first.
    pub is_anew: bool,
    /// Games that are no longer rated; taken out before others are put in.
    pub struck: Vec<String>,
    /// Meetings that are none any more; taken out before others are put in.
    pub unmet: Vec<LadderMeeting>,
    /// Games, in place of what was kept of the same ones.
    pub games: Vec<RatedGame>,
    /// Players, in place of what was kept of the same ones on the same ladders.
    pub players: Vec<LadderPlayer>,
    /// Meetings; one that is there already changes nothing.
    pub meetings: Vec<LadderMeeting>,
}

/// The ladders as a fold that is kept beside the archive it is made of: what it knows follows from
/// what is finished and rated, and may be forgotten and made anew.
///
/// Several servers may fold at the same time: each reads where the fold stands, reckons one advance,
/// and of those that expect the same step one is taken.
#[async_trait]
pub trait Ladders: Send + Sync {
    /// Where the fold stands.
    async fn ladder_fold(&self) -> Result<LadderFold, StoreError>;

    /// A cursor behind what is committed now. What it passes over is all to be found by
    /// [`Ladders::finished_in_order`] from then on.
    async fn finished_so_far(&self) -> Result<Cursor, StoreError>;

    /// Games that are over behind this one, in the order of ending, at most so many.
    async fn finished_in_order(
        &self,
        behind: Option<Ended>,
        limit: u32,
    ) -> Result<Vec<Finished>, StoreError>;

    /// Those of these games that are rated, in any order.
    async fn rated_games(&self, games: Vec<String>) -> Result<Vec<RatedGame>, StoreError>;

    /// The rated games of a ladder from a place on, that place included, in the order of ending.
    async fn rated_from(&self, ladder: &str, from: Ended) -> Result<Vec<RatedGame>, StoreError>;

    /// What is known of each of these players on each of these ladders, in any order.
    async fn ladder_players(
        &self,
        ladders: Vec<String>,
        players: Vec<String>,
    ) -> Result<Vec<LadderPlayer>, StoreError>;

    /// For each of these ladders on which at least `place` players have a game: the breadth of the
    /// player whose breadth is the `place`-th largest. In any order.
    async fn ladder_breadths(
        &self,
        ladders: Vec<String>,
        place: u32,
    ) -> Result<Vec<(String, u32)>, StoreError>;

    /// The first of a ladder, at most so many, the strongest first. Players whose ratings are not
    /// provisional at that moment and whose breadth is at least `breadth` come before all others.
    async fn ladder_top(
        &self,
        ladder: &str,
        now_ms: u64,
        breadth: u32,
        most: u32,
    ) -> Result<Vec<LadderPlayer>, StoreError>;

    /// When each of these pairs has met on a ladder after a moment, in any order. The account that
    /// comes first stands first.
    async fn meetings(
        &self,
        ladder: &str,
        pairs: Vec<(String, String)>,
        after_ms: u64,
    ) -> Result<Vec<LadderMeeting>, StoreError>;

    /// Takes a step in.
    ///
    /// # Errors
    /// [`StoreError::FoldMoved`] if the fold stands at another step; nothing is changed then.
    async fn advance(&self, advance: Advance) -> Result<(), StoreError>;
}
