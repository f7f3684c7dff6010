//! Registers a board at a server.

use crate::{
    delivery_error::shorten,
    http::{ServerUrl, agent},
};
use serde::Deserialize;
use smart_boards::Key;
use std::fmt;
use ureq::{
    Body,
    http::{Response, StatusCode},
};

/// Maximum length of a server's answer and of a board's view that is read, in bytes.
const MAX_REPLY_BYTES: u64 = 16 * 1024;
const MAX_VIEW_BYTES: u64 = 4 * 1024 * 1024;

/// Registers a board over HTTP. A board that is known already receives a new name and a new key; its
/// old key is invalid from then on.
///
/// `id` is the board's number, 24 hex digits. `arbiter_key` authorises the registration.
///
/// # Errors
/// If the server cannot be reached, or refuses the registration.
pub fn register(
    server: &ServerUrl,
    arbiter_key: &str,
    id: &str,
    name: &str,
) -> Result<Registration, RegistrationError> {
    let url = format!("{}/api/boards", server.as_str());
    let agent = agent(server);
    let body = serde_json::json!({ "id": id, "name": name }).to_string();
    let away = |error: ureq::Error| {
        RegistrationError(format!("{} does not answer: {error}", server.as_str()))
    };
    let refused = |status: StatusCode, text: &str| {
        RegistrationError(format!(
            "{} does not register the board: {} {}",
            server.as_str(),
            status.as_u16(),
            shorten(text.trim())
        ))
    };
    let answer = |mut response: Response<Body>, limit: u64| {
        let text = response.body_mut().with_config().limit(limit).read_to_string();
        Ok((response.status(), text.map_err(away)?))
    };
    let response = agent
        .post(&url)
        .header("authorization", format!("Bearer {arbiter_key}"))
        .header("content-type", "application/json")
        .send(&body)
        .map_err(away)?;
    let (status, text) = answer(response, MAX_REPLY_BYTES)?;
    let registered = serde_json::from_str(&text).ok().filter(|_| status.is_success());
    let Some(key) = registered.and_then(|Registered { key }| key.parse().ok()) else {
        return Err(refused(status, &text));
    };
    let response = agent.get(format!("{url}/{id}")).call().map_err(away)?;
    let (status, text) = answer(response, MAX_VIEW_BYTES)?;
    match serde_json::from_str(&text) {
        Ok(View { game }) if status.is_success() => Ok(Registration { key, last_game: game }),
        _ => Err(refused(status, &text)),
    }
}

/// A registered board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Registration {
    /// The board's key.
    pub key: Key,
    /// Number of the board's latest game at the server, 0 before the first.
    pub last_game: u32,
}

/// The server's answer to a registration.
#[derive(Deserialize)]
struct Registered {
    key: String,
}

/// The part of a board's view that is read.
#[derive(Deserialize)]
struct View {
    game: u32,
}

/// Why a board was not registered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RegistrationError(String);

impl fmt::Display for RegistrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RegistrationError {}
