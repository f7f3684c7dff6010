//! Computer reviews of finished games, in the page's own worker or on the server.

use super::{
    server::{self, Failure},
    worker::Thinker,
};
use crate::app::App;
use protocol::{ReviewRequest, ReviewedPly};
use ui_model::{GameModel, Knowledge, Variant};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, ReadableStreamDefaultReader};

/// A running review, which ends when this is dropped.
pub(crate) enum RunningReview {
    /// In a worker of the page.
    Page(#[expect(dead_code, reason = "its drop ends the worker")] Thinker),
    /// On the server.
    Server(AbortController),
}

impl Drop for RunningReview {
    fn drop(&mut self) {
        if let RunningReview::Server(request) = self {
            request.abort();
        }
    }
}

/// Requests a judgement of each action of a fully known game, delivered one by one. In undercover
/// `knowledge` says whose moles the judgement uses. `on_trouble` is called if no further answer will
/// come. `None` in a browser without workers.
pub(crate) fn review(
    model: &GameModel,
    knowledge: Knowledge,
    on_ply: impl Fn(ReviewedPly) + 'static,
    on_trouble: impl Fn() + 'static,
) -> Option<RunningReview> {
    let game = request(model, knowledge);
    let thinker = Thinker::start(on_ply, on_trouble).filter(|thinker| thinker.ask(&game));
    thinker.map(RunningReview::Page)
}

/// As [`review`], by the server. `on_trouble` receives the reason in words.
pub(crate) fn review_on_server(
    app: App,
    model: &GameModel,
    knowledge: Knowledge,
    on_ply: impl Fn(ReviewedPly) + 'static,
    on_trouble: impl Fn(String) + 'static,
) -> Option<RunningReview> {
    let game = request(model, knowledge);
    let controller = AbortController::new().ok()?;
    let signal = controller.signal();
    leptos::task::spawn_local(async move {
        let heard = read_lines(app, &game, &signal, &on_ply).await;
        if let Err(why) = heard
            && !signal.aborted()
        {
            on_trouble(why.words(app));
        }
    });
    Some(RunningReview::Server(controller))
}

fn request(model: &GameModel, knowledge: Knowledge) -> ReviewRequest {
    ReviewRequest {
        variant: model.variant.to_string(),
        options: model.options.clone(),
        start: model.start.clone(),
        actions: model.history.iter().map(|entry| entry.done.clone()).collect(),
        known: knowledge.seat_numbers().filter(|_| model.variant == Variant::Undercover),
    }
}

/// Sends the request and reads the lines of the response as they arrive.
async fn read_lines(
    app: App,
    game: &ReviewRequest,
    signal: &web_sys::AbortSignal,
    on_ply: &impl Fn(ReviewedPly),
) -> Result<(), Failure> {
    let lost = |_: JsValue| Failure::Unreachable;
    let init = server::post_as(game).map_err(Failure::Unwritten)?;
    init.set_signal(Some(signal));
    let request = server::request("/api/analysis/game", &init)?;
    let _ = request.headers().set("accept", "application/x-ndjson");
    let response = server::fetch(&request).await?;
    if !response.ok() {
        return Err(server::refused(app, &response).await);
    }
    let body = response.body().ok_or(Failure::Unreachable)?;
    let reader: ReadableStreamDefaultReader =
        body.get_reader().dyn_into().map_err(|_| Failure::Unreachable)?;
    let (mut bytes, mut left) = (Vec::new(), game.actions.len());
    while left > 0 {
        let chunk = JsFuture::from(reader.read()).await.map_err(lost)?;
        let value = js_sys::Reflect::get(&chunk, &JsValue::from_str("value")).map_err(lost)?;
        let Ok(value) = value.dyn_into::<js_sys::Uint8Array>() else {
            // The end comes before the last action.
            return Err(Failure::Unreachable);
        };
        bytes.extend(value.to_vec());
        while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = bytes.drain(..=end).collect();
            let ply = serde_json::from_slice(&line).map_err(|_| Failure::Unreachable)?;
            on_ply(ply);
            left = left.saturating_sub(1);
        }
    }
    Ok(())
}
