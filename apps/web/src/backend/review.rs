//! A game that is over, looked at again by the computer in a worker of the page's own.

use super::worker::Thinker;
use protocol::ReviewRequest;
use ui_model::{TableModel, thinking::ReviewedPly};

/// Asks what is to be said of each action of a game that is known whole, and hears it one by one. It
/// ends when what is answered is dropped, and `on_trouble` hears when nothing more will come; `None` in a
/// browser without workers.
pub(crate) fn review(
    model: &TableModel,
    on_ply: impl Fn(ReviewedPly) + 'static,
    on_trouble: impl Fn() + 'static,
) -> Option<Thinker> {
    let game = ReviewRequest {
        variant: model.variant.to_string(),
        options: model.options.clone(),
        start: model.start.clone(),
        actions: model.history.iter().map(|entry| entry.done.clone()).collect(),
    };
    Thinker::start(on_ply, on_trouble).filter(|thinker| thinker.ask(&game))
}
