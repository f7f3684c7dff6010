use clock::Clock;
use game::{Observer, SeatSet, Turn};
use games::{AnyGame, AnyPlayed};
use std::sync::Arc;

/// The game under way, or over.
#[derive(Clone, Debug)]
pub(crate) struct Play {
    pub(crate) game: AnyGame,
    pub(crate) clock: Clock,
    /// The game as it stood when the set-up was over; `None` during set-up.
    pub(crate) opening: Option<AnyGame>,
    /// When all seats were taken.
    pub(crate) since_ms: u64,
    /// One entry for each action since the opening, shared by all copies: a table is copied with every
    /// change of it.
    pub(crate) plies: Vec<Arc<Ply>>,
    /// When the set-up step under way began.
    pub(crate) step_since_ms: u64,
    pub(crate) paused_since: Option<u64>,
    /// The seats whose flag has fallen: they have nothing left, whatever the next move would have
    /// been allowed.
    pub(crate) flagged: SeatSet,
}

#[derive(Clone, Debug)]
pub(crate) struct Ply {
    pub(crate) played: AnyPlayed,
    /// The clock before the action, to restore after a takeback.
    pub(crate) before: Clock,
    /// The mover's time after it.
    pub(crate) left_ms: u64,
}

impl Play {
    /// What `observer` may know of an action, now and ever after: once the game is over, all of it.
    pub(crate) fn action_text(&self, ply: &Ply, observer: Observer) -> Option<String> {
        match self.game.turn() {
            Turn::Over => Some(ply.played.to_string()),
            Turn::Seat(_) | Turn::Setup(_) => self.game.tell(&ply.played, observer),
        }
    }

    /// The text of a position of this game as `observer` may know it: the whole truth once the game
    /// is over.
    pub(crate) fn position_text(&self, game: &AnyGame, observer: Observer) -> String {
        if self.game.turn() == Turn::Over {
            game.truth_text()
        } else {
            game.view(observer).to_string()
        }
    }
}
