//! Plain HTTP requests to the server.

use crate::{app::App, browser};
use i18n::{Message, refusal};
use protocol::{
    ChallengeRequest, Created, DeclineRequest, ErrorBody, GameId, InviteRequest, JoinRequest,
    Joined, LiveTable, OpenRequest, ReservedSeat, Seek, TableInfo, WatchedGames,
};
use serde::{Serialize, de::DeserializeOwned};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Request, RequestInit, Response};

/// Code of a refusal that asks for an account.
const SIGN_IN: &str = "sign-in";

/// Reason why a request failed. The caller puts it into words.
pub(super) enum Failure {
    /// No answer, or an invalid one.
    Unreachable,
    /// The resource does not exist.
    Missing,
    /// The arbiter's key cannot be sent in a header.
    Key,
    /// The body could not be serialised.
    Unwritten(String),
    /// The server refused the request.
    Refused(ErrorBody),
}

impl Failure {
    /// The text for the player.
    pub(super) fn words(self, app: App) -> String {
        match self {
            Failure::Unreachable => app.t(Message::ServerNeeded).to_owned(),
            Failure::Missing => app.t(Message::TableMissing).to_owned(),
            Failure::Key => app.t(Message::ArbiterAbout).to_owned(),
            Failure::Unwritten(why) => why,
            Failure::Refused(ErrorBody { code, values, message }) => {
                refusal(app.language(), &code, &values, &message)
            }
        }
    }
}

/// Opens a table.
pub(super) async fn open(app: App, request: &InviteRequest) -> Result<Created, Failure> {
    post_for(app, "/api/tables", request).await
}

/// Joins a player who seeks the same game, or opens a waiting table.
pub(super) async fn pair(app: App, request: &OpenRequest) -> Result<Created, Failure> {
    post_for(app, "/api/seeks", request).await
}

/// Challenges a player.
pub(super) async fn challenge(app: App, request: &ChallengeRequest) -> Result<Created, Failure> {
    post_for(app, "/api/challenges", request).await
}

/// Declines a challenge.
pub(super) async fn decline(
    app: App,
    table: &GameId,
    request: &DeclineRequest,
) -> Result<(), Failure> {
    post_for(app, &format!("/api/challenges/{table}/decline"), request).await
}

/// Players who wait for an opponent.
pub(super) async fn seeks(app: App) -> Result<Vec<Seek>, String> {
    get(app, "/api/seeks").await
}

/// Public live games.
pub(super) async fn live(app: App) -> Vec<LiveTable> {
    get(app, "/api/live").await.unwrap_or_default()
}

/// Public live games to watch.
pub(super) async fn watched(app: App) -> Result<WatchedGames, String> {
    get(app, "/api/watch").await
}

/// Joins an open seat.
pub(super) async fn join(
    app: App,
    table: &GameId,
    request: &JoinRequest,
) -> Result<Joined, Failure> {
    post_for(app, &format!("/api/tables/{table}/join"), request).await
}

/// Cancels a table that no other player has joined. An empty token leaves it to the account.
pub(super) async fn cancel(app: App, table: &GameId, token: &str) -> Result<(), Failure> {
    let init = RequestInit::new();
    init.set_method("DELETE");
    let token = Some(token).filter(|token| !token.is_empty());
    ask_text(app, &format!("/api/tables/{table}"), &init, token).await.map(|_| ())
}

/// The public data of a table.
pub(super) async fn info(app: App, table: &GameId) -> Result<TableInfo, Failure> {
    get_for(app, &format!("/api/tables/{table}")).await
}

/// The seats of a table that are reserved for accounts.
pub(super) async fn reserved(app: App, table: &GameId) -> Vec<ReservedSeat> {
    get(app, &format!("/api/tables/{table}/reserved")).await.unwrap_or_default()
}

/// The running games of the signed-in player.
pub(super) async fn account_games(app: App) -> Result<Vec<TableInfo>, Failure> {
    get_for(app, "/api/account/games").await
}

/// Addresses of this server in the local network; empty if it names none.
pub(super) async fn addresses(app: App) -> Vec<String> {
    #[derive(serde::Deserialize)]
    struct Lan {
        addresses: Vec<String>,
    }
    get(app, "/api/lan").await.map_or_else(|_| Vec::new(), |lan: Lan| lan.addresses)
}

/// Sends a GET request.
pub(super) async fn get<A: DeserializeOwned>(app: App, path: &str) -> Result<A, String> {
    get_for(app, path).await.map_err(|why| why.words(app))
}

pub(super) async fn get_for<A: DeserializeOwned>(app: App, path: &str) -> Result<A, Failure> {
    let init = RequestInit::new();
    init.set_method("GET");
    ask_for(app, path, &init, None).await
}

/// Sends a POST request.
pub(super) async fn post<Q: Serialize, A: DeserializeOwned>(
    app: App,
    path: &str,
    body: &Q,
) -> Result<A, String> {
    post_for(app, path, body).await.map_err(|why| why.words(app))
}

pub(super) async fn post_for<Q: Serialize, A: DeserializeOwned>(
    app: App,
    path: &str,
    body: &Q,
) -> Result<A, Failure> {
    let init = post_as(body).map_err(Failure::Unwritten)?;
    ask_for(app, path, &init, None).await
}

/// A request with a JSON body.
pub(super) fn post_as(body: &impl Serialize) -> Result<RequestInit, String> {
    let text = serde_json::to_string(body).map_err(|error| error.to_string())?;
    let init = RequestInit::new();
    init.set_method("POST");
    init.set_body(&JsValue::from_str(&text));
    Ok(init)
}

/// Sends a request. `key` authorises the sender.
pub(super) async fn ask<A: DeserializeOwned>(
    app: App,
    path: &str,
    init: &RequestInit,
    key: Option<&str>,
) -> Result<A, String> {
    ask_for(app, path, init, key).await.map_err(|why| why.words(app))
}

async fn ask_for<A: DeserializeOwned>(
    app: App,
    path: &str,
    init: &RequestInit,
    key: Option<&str>,
) -> Result<A, Failure> {
    let text = ask_text(app, path, init, key).await?;
    let text = if text.is_empty() { "null" } else { &text };
    serde_json::from_str(text).map_err(|_| Failure::Unreachable)
}

/// Fetches a text file.
pub(super) async fn get_text(app: App, path: &str) -> Result<String, String> {
    plain_text(app, path).await.map_err(|why| why.words(app))
}

async fn plain_text(app: App, path: &str) -> Result<String, Failure> {
    let init = RequestInit::new();
    init.set_method("GET");
    ask_text(app, path, &init, None).await
}

async fn ask_text(
    app: App,
    path: &str,
    init: &RequestInit,
    key: Option<&str>,
) -> Result<String, Failure> {
    let request = request(path, init)?;
    if let Some(key) = key
        && request.headers().set("authorization", &format!("Bearer {key}")).is_err()
    {
        return Err(Failure::Key);
    }
    let response = fetch(&request).await?;
    if response.ok() { text_of(&response).await } else { Err(refused(app, &response).await) }
}

/// A request with a JSON body.
pub(super) fn request(path: &str, init: &RequestInit) -> Result<Request, Failure> {
    let request = Request::new_with_str_and_init(path, init).map_err(|_| Failure::Unreachable)?;
    // A header that cannot be set is a programming error, which the first request would show.
    let _ = request.headers().set("content-type", "application/json");
    Ok(request)
}

/// Sends a request. The body of the response is not read yet.
pub(super) async fn fetch(request: &Request) -> Result<Response, Failure> {
    JsFuture::from(browser::window().fetch_with_request(request))
        .await
        .map_err(|_| Failure::Unreachable)?
        .dyn_into()
        .map_err(|_| Failure::Unreachable)
}

async fn text_of(response: &Response) -> Result<String, Failure> {
    let text = JsFuture::from(response.text().map_err(|_| Failure::Unreachable)?).await;
    Ok(text.map_err(|_| Failure::Unreachable)?.as_string().unwrap_or_default())
}

/// The reason of a response that is no success.
pub(super) async fn refused(app: App, response: &Response) -> Failure {
    let text = match text_of(response).await {
        Ok(text) => text,
        Err(failure) => return failure,
    };
    match serde_json::from_str::<ErrorBody>(&text) {
        Ok(error) => {
            if error.code == SIGN_IN {
                // The server knows no signed-in player here, so the page's account is outdated.
                app.set_account(None);
            }
            Failure::Refused(error)
        }
        Err(_) if response.status() == 404 => Failure::Missing,
        Err(_) => Failure::Unreachable,
    }
}
