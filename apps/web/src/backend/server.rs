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

/// Opens a table.
pub(super) async fn open(app: App, request: &OpenRequest) -> Result<Created, String> {
    post(app, "/api/tables", request).await
}

/// Sits down with whoever seeks the same, or waits.
pub(super) async fn pair(app: App, request: &OpenRequest) -> Result<Created, String> {
    post(app, "/api/seeks", request).await
}

/// Who waits for anybody.
pub(super) async fn seeks(app: App) -> Vec<Seek> {
    get(app, "/api/seeks").await.unwrap_or_default()
}

/// Takes an open seat.
pub(super) async fn join(app: App, table: &str, request: &JoinRequest) -> Result<Joined, String> {
    post(app, &format!("/api/tables/{table}/join"), request).await
}

/// What a guest may know of a table.
pub(super) async fn info(app: App, table: &str) -> Result<TableInfo, String> {
    get(app, &format!("/api/tables/{table}")).await
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
    let init = RequestInit::new();
    init.set_method("GET");
    ask(app, path, &init, None).await
}

/// Brings something.
pub(super) async fn post<Q: Serialize, A: DeserializeOwned>(
    app: App,
    path: &str,
    body: &Q,
) -> Result<A, String> {
    ask(app, path, &post_as(body)?, None).await
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
    let text = ask_text(app, path, init, key).await?;
    let text = if text.is_empty() { "null" } else { &text };
    serde_json::from_str(text).map_err(|_| app.say(Message::ServerNeeded).to_owned())
}

/// Asks for a file.
pub(super) async fn get_text(app: App, path: &str) -> Result<String, String> {
    let init = RequestInit::new();
    init.set_method("GET");
    ask_text(app, path, &init, None).await
}

async fn ask_text(
    app: App,
    path: &str,
    init: &RequestInit,
    key: Option<&str>,
) -> Result<String, String> {
    let unreachable = || app.say(Message::ServerNeeded).to_owned();
    let request = Request::new_with_str_and_init(path, init).map_err(|_| unreachable())?;
    // A name that cannot be set is a programming error the first request would show.
    let _ = request.headers().set("content-type", "application/json");
    if let Some(key) = key
        && request.headers().set("authorization", &format!("Bearer {key}")).is_err()
    {
        return Err(app.say(Message::ArbiterAbout).to_owned());
    }
    let response: Response = JsFuture::from(browser::window().fetch_with_request(&request))
        .await
        .map_err(|_| unreachable())?
        .dyn_into()
        .map_err(|_| unreachable())?;
    let text = JsFuture::from(response.text().map_err(|_| unreachable())?)
        .await
        .map_err(|_| unreachable())?
        .as_string()
        .unwrap_or_default();
    if response.ok() {
        return Ok(text);
    }
    match serde_json::from_str::<ErrorBody>(&text) {
        Ok(error) => {
            if error.code == SIGN_IN {
                // The server knows nobody here, whatever the page thought.
                app.account.set(None);
            }
            Err(refusal(app.language(), &error.code, &error.message))
        }
        Err(_) if response.status() == 404 => Err(app.say(Message::TableMissing).to_owned()),
        Err(_) => Err(unreachable()),
    }
}
