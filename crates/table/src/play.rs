use crate::shared_list::SharedList;
use clock::Clock;
use game::{Observer, SeatSet, Turn};
use games::{AnyGame, AnyPlayed};
use std::{fmt::Write, sync::Arc};

/// Length that the text of a position seldom exceeds.
const POSITION_BYTES: usize = 128;

/// The game, in progress or over.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    /// Boxed, so that the parts of a table are small blocks: a table is cloned for every change, and
    /// allocators hand out blocks above 1 KiB slowly.
    pub(crate) game: Box<AnyGame>,
    pub(crate) clock: Clock,
    /// The game at the end of the set-up; `None` during set-up. It never changes, so clones share it.
    pub(crate) opening: Option<Arc<AnyGame>>,
    /// Time when the game, or its set-up, began, Unix ms.
    pub(crate) since_ms: u64,
    /// One entry for each action since the opening.
    pub(crate) plies: SharedList<Arc<Ply>>,
    /// Start of the current set-up step, Unix ms.
    pub(crate) step_since_ms: u64,
    pub(crate) paused_since: Option<u64>,
    /// Seats whose flag has fallen. They show no remaining time, even if the next move has its own
    /// limit.
    pub(crate) flagged: SeatSet,
}

#[derive(Clone, Debug)]
pub(crate) struct Ply {
    pub(crate) played: AnyPlayed,
    /// The clock before the action, to restore after a takeback.
    pub(crate) before: Clock,
    /// Remaining time of the mover after the action, in milliseconds.
    pub(crate) left_ms: u64,
}

impl Play {
    /// Text of an action for `observer`, at the time and later. Once the game is over, everything
    /// is public.
    pub(crate) fn action_text(&self, ply: &Ply, observer: Observer) -> Option<String> {
        match self.game.turn() {
            Turn::Over => Some(ply.played.to_string()),
            Turn::Seat(_) | Turn::Setup(_) => self.game.describe_for(&ply.played, observer),
        }
    }

    /// Text of a position of this game for `observer`. Once the game is over, it includes all
    /// secrets.
    pub(crate) fn position_text(&self, game: &AnyGame, observer: Observer) -> String {
        if self.game.turn() == Turn::Over {
            game.truth_text()
        } else {
            // Written to a string with room for it, because every update contains one.
            let mut text = String::with_capacity(POSITION_BYTES);
            let _ = write!(text, "{}", game.view(observer));
            text
        }
    }
}
