//! Requests to the server about smart boards.

use super::server::{ask, post_as};
use crate::{app::App, browser};
use protocol::{BoardId, ClaimSeat, CorrectSmartBoard, RegisterSmartBoard, RegisteredSmartBoard};

const KEY: &str = "chuhe.arbiter";

/// The arbiter's key last typed on this device.
pub(crate) fn arbiter_key() -> String {
    browser::stored(KEY).unwrap_or_default()
}

/// Stores the arbiter's key.
pub(crate) fn keep_arbiter_key(key: &str) {
    browser::store(KEY, key.trim());
}

/// Registers a board.
pub(crate) async fn register(
    app: App,
    key: &str,
    request: &RegisterSmartBoard,
) -> Result<RegisteredSmartBoard, String> {
    ask(app, "/api/boards", &post_as(request)?, Some(key)).await
}

/// Sends an arbiter's correction.
pub(crate) async fn correct(
    app: App,
    key: &str,
    board: &BoardId,
    request: &CorrectSmartBoard,
) -> Result<(), String> {
    ask(app, &format!("/api/boards/{board}/corrections"), &post_as(request)?, Some(key)).await
}

/// Claims a seat for the signed-in player.
pub(crate) async fn claim(app: App, board: &BoardId, request: &ClaimSeat) -> Result<(), String> {
    ask(app, &format!("/api/boards/{board}/claims"), &post_as(request)?, None).await
}

/// Withdraws the claim.
pub(crate) async fn withdraw(app: App, board: &BoardId, request: &ClaimSeat) -> Result<(), String> {
    let init = post_as(request)?;
    init.set_method("DELETE");
    ask(app, &format!("/api/boards/{board}/claims"), &init, None).await
}
