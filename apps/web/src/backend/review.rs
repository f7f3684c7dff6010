//! Computer reviews of finished games, in the page's own worker.

use super::worker::Thinker;
use protocol::{ReviewRequest, ReviewedPly};
use ui_model::GameModel;

/// Requests a judgement of each action of a fully known game, delivered one by one. The review ends
/// when the returned handle is dropped. `on_trouble` is called if no further answer will come.
/// `None` in a browser without workers.
pub(crate) fn review(
    model: &GameModel,
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
