//! The server's few plain requests.

use crate::{app::App, browser};
use leptos::prelude::Set;
use protocol::{Created, ErrorBody, JoinRequest, Joined, OpenRequest, Seek, TableInfo};
use serde::{Serialize, de::DeserializeOwned};
use ui_model::catalogue::{Message, refusal};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Request, RequestInit, Response};

/// The refusal of what needs an account.
const SIGN_IN: &str = "sign-in";

/// Why something that was asked for did not come.
pub(super) struct Failure {
    /// For the player.
    pub(super) words: String,
    /// Whether there was no answer at all.
    pub(super) is_unreachable: bool,
}

/// Opens a table.
pub(super) async fn open(app: App, request: &OpenRequest) -> Result<Created, Failure> {
    post_for(app, "/api/tables", request).await
}

/// Sits down with whoever seeks the same, or waits.
pub(super) async fn pair(app: App, request: &OpenRequest) -> Result<Created, Failure> {
    post_for(app, "/api/seeks", request).await
}

/// Who waits for anybody.
pub(super) async fn seeks(app: App) -> Vec<Seek> {
    get(app, "/api/seeks").await.unwrap_or_default()
}

/// Takes an open seat.
pub(super) async fn join(app: App, table: &str, request: &JoinRequest) -> Result<Joined, Failure> {
    post_for(app, &format!("/api/tables/{table}/join"), request).await
}

/// Gives up a table at which nobody else has sat down.
pub(super) async fn cancel(app: App, table: &str, token: &str) -> Result<(), Failure> {
    let init = RequestInit::new();
    init.set_method("DELETE");
    ask_text(app, &format!("/api/tables/{table}"), &init, Some(token)).await.map(|_| ())
}

/// What a guest may know of a table.
pub(super) async fn info(app: App, table: &str) -> Result<TableInfo, Failure> {
    get_for(app, &format!("/api/tables/{table}")).await
}

/// The running games of whoever is signed in.
pub(super) async fn account_games(app: App) -> Result<Vec<TableInfo>, Failure> {
    get_for(app, "/api/account/games").await
}

/// Addresses at which others in the network reach this server; empty when it names none.
pub(super) async fn addresses(app: App) -> Vec<String> {
    #[derive(serde::Deserialize)]
    struct Lan {
        addresses: Vec<String>,
    }
    get(app, "/api/lan").await.map_or_else(|_| Vec::new(), |lan: Lan| lan.addresses)
}

/// Asks for something.
pub(super) async fn get<A: DeserializeOwned>(app: App, path: &str) -> Result<A, String> {
    get_for(app, path).await.map_err(|why| why.words)
}

async fn get_for<A: DeserializeOwned>(app: App, path: &str) -> Result<A, Failure> {
    let init = RequestInit::new();
    init.set_method("GET");
    ask_for(app, path, &init, None).await
}

/// Brings something.
pub(super) async fn post<Q: Serialize, A: DeserializeOwned>(
    app: App,
    path: &str,
    body: &Q,
) -> Result<A, String> {
    post_for(app, path, body).await.map_err(|why| why.words)
}

async fn post_for<Q: Serialize, A: DeserializeOwned>(
    app: App,
    path: &str,
    body: &Q,
) -> Result<A, Failure> {
    let init = post_as(body).map_err(|words| Failure { words, is_unreachable: false })?;
    ask_for(app, path, &init, None).await
}

/// A request that brings a body.
pub(super) fn post_as(body: &impl Serialize) -> Result<RequestInit, String> {
    let text = serde_json::to_string(body).map_err(|error| error.to_string())?;
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_body(&JsValue::from_str(&text));
    Ok(init)
}

/// Asks the server; `key` shows who asks.
pub(super) async fn ask<A: DeserializeOwned>(
    app: App,
    path: &str,
    init: &RequestInit,
    key: Option<&str>,
) -> Result<A, String> {
    ask_for(app, path, init, key).await.map_err(|why| why.words)
}

async fn ask_for<A: DeserializeOwned>(
    app: App,
    path: &str,
    init: &RequestInit,
    key: Option<&str>,
) -> Result<A, Failure> {
    let text = ask_text(app, path, init, key).await?;
    let text = if text.is_empty() { "null" } else { &text };
    serde_json::from_str(text).map_err(|_| unreachable(app))
}

/// Asks for a file.
pub(super) async fn get_text(app: App, path: &str) -> Result<String, String> {
    let init = RequestInit::new();
    init.set_method("GET");
    ask_text(app, path, &init, None).await.map_err(|why| why.words)
}

fn unreachable(app: App) -> Failure {
    Failure { words: app.say(Message::ServerNeeded).to_owned(), is_unreachable: true }
}

async fn ask_text(
    app: App,
    path: &str,
    init: &RequestInit,
    key: Option<&str>,
) -> Result<String, Failure> {
    let refused = |words: String| Failure { words, is_unreachable: false };
    let request = Request::new_with_str_and_init(path, init).map_err(|_| unreachable(app))?;
    // A name that cannot be set is a programming error the first request would show.
    let _ = request.headers().set("content-type", "application/json");
    if let Some(key) = key
        && request.headers().set("authorization", &format!("Bearer {key}")).is_err()
    {
        return Err(refused(app.say(Message::ArbiterAbout).to_owned()));
    }
    let response: Response = JsFuture::from(browser::window().fetch_with_request(&request))
        .await
        .map_err(|_| unreachable(app))?
        .dyn_into()
        .map_err(|_| unreachable(app))?;
    let text = JsFuture::from(response.text().map_err(|_| unreachable(app))?)
        .await
        .map_err(|_| unreachable(app))?
        .as_string()
        .unwrap_or_default();
    if response.ok() {
        return Ok(text);
    }
    Err(match serde_json::from_str::<ErrorBody>(&text) {
        Ok(error) => {
            if error.code == SIGN_IN {
                // The server knows nobody here, whatever the page thought.
                app.account.set(None);
            }
            refused(refusal(app.language(), &error.code, &error.values, &error.message))
        }
        Err(_) if response.status() == 404 => refused(app.say(Message::TableMissing).to_owned()),
        Err(_) => unreachable(app),
    })
}
