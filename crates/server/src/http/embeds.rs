//! Games inside the pages of other sites: `/embed/t/ID`, `/embed/game/ID`, `/embed/study/ID/CHAPTER`,
//! and `/oembed`, which describes games.
//!
//! Any site may show these pages in a frame, and no other page of this server. They store nothing,
//! need no cookie, listen to no message of the page around them, and act for no player: they show
//! what every spectator sees. A table that is known only to those with its link is not shown, and
//! neither is a private study.

use super::{
    chapters::{open_replay, scene_of},
    pictures,
    request::{Shared, has_tag, language, origin},
};
use crate::{
    app::Hub,
    base::{ApiError, HubError, bad},
    net::Client,
    pictures::Scene,
    tables::{Reading, Text},
};
use axum::{
    Router,
    extract::{Path, Query, RawQuery, State},
    http::{HeaderMap, HeaderName, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use i18n::{Language, Message};
use protocol::{GameId, StudyId, TableInfo};
use serde::{Deserialize, Serialize};
use std::{fmt::Write, net::IpAddr, sync::Arc};
use studies::ChapterHead;
use ui_model::{
    EMBED_SIZE, Route, escape_html, percent,
    preview::{Preview, SITE},
    records::Replay,
    settings::PageSettings,
};

/// Content security policy of the embedded pages. Any site may frame them.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/// The smallest width and height of a frame, in pixels.
const LEAST: (u32, u32) = (240, 240);
/// Time for which a description, and the board of a finished game, may be kept, in seconds.
const CACHE_SECONDS: u32 = 300;

const SCRIPT: &str = include_str!("embed/embed.js");
const STYLE: &str = include_str!("embed/embed.css");

/// The address that describes how to embed a page.
pub(super) const OEMBED: &str = "/oembed";

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route("/embed/embed.js", get(async || file("text/javascript; charset=utf-8", SCRIPT)))
        .route("/embed/embed.css", get(async || file("text/css; charset=utf-8", STYLE)))
        .route("/embed/t/{id}", get(page))
        .route("/embed/game/{id}", get(page))
        .route("/embed/t/{id}/board.svg", get(board))
        .route("/embed/game/{id}/{ply}", get(position))
        .route("/embed/study/{id}", get(first_chapter))
        .route("/embed/study/{id}/{chapter}", get(chapter))
        .route("/embed/study/{id}/{chapter}/{ply}", get(chapter_position))
        .route(OEMBED, get(oembed))
}

fn file(media: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, media), (header::CACHE_CONTROL, "public, max-age=3600")], text)
        .into_response()
}

/// The game of an embedded page.
enum Shown {
    Running(TableInfo),
    Finished(TableInfo),
}

/// A game that any site may show.
///
/// # Errors
/// A waiting table, and a running one that is not public, are as unknown as a table that does not
/// exist.
async fn shown(hub: &Hub, id: &GameId) -> Result<Shown, HubError> {
    let info = hub.tables.info(id).await?;
    if info.over {
        return Ok(Shown::Finished(info));
    }
    let has_begun = info.seats.iter().all(|seat| seat.taken);
    if has_begun && info.plan.is_public {
        return Ok(Shown::Running(info));
    }
    Err(HubError::NoTable(id.clone()))
}

/// The embedded page of a table.
async fn page(
    State(hub): Shared,
    client: Client,
    Path(id): Path<GameId>,
    headers: HeaderMap,
) -> Response {
    let language = language(&headers);
    match page_text(&hub, &id, language, client.address).await {
        Ok(text) => embedded(Some(text), language),
        Err(HubError::NoTable(_)) => embedded(None, language),
        Err(error) => framed(ApiError::from(error).into_response()),
    }
}

/// The embedded page with this text, or the page for what is not there.
fn embedded(text: Option<String>, language: Language) -> Response {
    let (status, text) = match text {
        Some(text) => (StatusCode::OK, text),
        None => (StatusCode::NOT_FOUND, missing(language, Message::NoPage.in_language(language))),
    };
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, "accept-language"),
    ];
    framed((status, headers, text).into_response())
}

/// The response, in a frame of any site.
fn framed(mut response: Response) -> Response {
    let policy = header::HeaderValue::from_static(POLICY);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    // A frame of another site has no opener and no address to tell.
    let isolation = HeaderName::from_static("cross-origin-resource-policy");
    response.headers_mut().insert(isolation, header::HeaderValue::from_static("cross-origin"));
    response
}

fn start_of(language: Language, title: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>{} · {SITE}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"robots\" content=\"noindex\">\n\
         <link rel=\"stylesheet\" href=\"/embed/embed.css\">\n",
        language.tag(),
        escape_html(title),
    )
}

fn missing(language: Language, why: &str) -> String {
    format!(
        "{}</head>\n<body>\n<p>{}</p>\n</body>\n</html>\n",
        start_of(language, why),
        escape_html(why)
    )
}

async fn page_text(
    hub: &Hub,
    id: &GameId,
    language: Language,
    address: Option<IpAddr>,
) -> Result<String, HubError> {
    let (info, replay) = match shown(hub, id).await? {
        Shown::Running(info) => (info, None),
        Shown::Finished(info) => (info, replay(hub, id, address).await?),
    };
    let preview = Preview::of_table(language, &info);
    let pieces = if language.has_traditional_pieces() { "traditional" } else { "" };
    let route = match &replay {
        Some(_) => Route::TableGame(id.clone(), 0),
        None => Route::Table(id.clone()),
    };
    let mut page = start_of(language, &preview.title);
    // Writing to a string cannot fail, here and below.
    let _ = writeln!(
        page,
        "<script src=\"/embed/embed.js\" defer></script>\n</head>\n\
         <body data-table=\"{id}\" data-boards=\"/embed/game/{id}\" data-plies=\"{}\" data-pieces=\"{pieces}\" data-over=\"{}\" \
         data-days=\"{}\">\n\
         <header><a href=\"{}\" target=\"_blank\" rel=\"noopener\">{}</a> <small>{}</small></header>",
        replay.as_ref().map_or(info.plies, |replay| replay.model.history.len()),
        info.over,
        escape_html(Message::DaysHours.in_language(language)),
        route.href(),
        escape_html(&preview.title),
        escape_html(&preview.description),
    );
    let source = match &replay {
        Some(replay) => format!("/embed/game/{id}/{}.svg?{pieces}", replay.model.history.len()),
        None => format!("/embed/t/{id}/board.svg?{pieces}"),
    };
    let _ = writeln!(
        page,
        "<main><img id=\"board\" src=\"{source}\" alt=\"{}\">",
        escape_html(&preview.title)
    );
    match replay {
        Some(replay) => page += &moves(&replay, language),
        None => page += &players(&info, language),
    }
    Ok(page + "</main>\n</body>\n</html>\n")
}

/// The embedded page of the first chapter of a study.
async fn first_chapter(
    shared: Shared,
    client: Client,
    Path(id): Path<StudyId>,
    headers: HeaderMap,
) -> Response {
    chapter(shared, client, Path((id, String::new())), headers).await
}

/// The embedded page of a chapter: its main line with the comments on it.
async fn chapter(
    State(hub): Shared,
    client: Client,
    Path((id, chapter)): Path<(StudyId, String)>,
    headers: HeaderMap,
) -> Response {
    let language = language(&headers);
    match open_replay(&hub, &id, &chapter, client.address).await {
        Ok(found) => {
            let text = found
                .map(|(title, head, replay)| chapter_text(&id, &title, &head, &replay, language));
            embedded(text, language)
        }
        Err(error) => framed(ApiError::from(error).into_response()),
    }
}

fn chapter_text(
    id: &StudyId,
    study: &str,
    head: &ChapterHead,
    replay: &Replay,
    language: Language,
) -> String {
    let pieces = if language.has_traditional_pieces() { "traditional" } else { "" };
    let route = ui_model::studies::route(id, &head.id);
    let boards = format!("/embed{}", route.href());
    let plies = replay.model.history.len();
    let mut page = start_of(language, study);
    // Writing to a string cannot fail.
    let _ = writeln!(
        page,
        "<script src=\"/embed/embed.js\" defer></script>\n</head>\n\
         <body data-boards=\"{boards}\" data-plies=\"{plies}\" data-pieces=\"{pieces}\">\n\
         <header><a href=\"{}\" target=\"_blank\" rel=\"noopener\">{}</a> <small>{}</small></header>\n\
         <main><img id=\"board\" src=\"{boards}/{plies}.svg?{pieces}\" alt=\"{}\">",
        route.href(),
        escape_html(study),
        escape_html(&head.title),
        escape_html(&head.title),
    );
    page += &moves(replay, language);
    page + "</main>\n</body>\n</html>\n"
}

/// The board of a chapter after a number of plies: `/embed/study/ID/CHAPTER/12.svg`.
async fn chapter_position(
    State(hub): Shared,
    client: Client,
    Path((id, chapter, ply)): Path<(StudyId, String, String)>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let plies = read_plies(&ply)?;
    let replay = open_replay(&hub, &id, &chapter, client.address).await?;
    let (_, _, replay) = replay.ok_or_else(|| not_embedded("there is no such chapter"))?;
    // Authors may change a chapter.
    drawn(scene_of(&replay, plies), query, &headers, "no-cache".to_owned())
}

fn read_plies(ply: &str) -> Result<usize, ApiError> {
    ply.strip_suffix(".svg")
        .and_then(|plies| plies.parse().ok())
        .ok_or_else(|| bad("url", "expected a number of plies, such as `12.svg`"))
}

/// The players of a running game with places for their clocks.
fn players(info: &TableInfo, language: Language) -> String {
    let mut list = String::from("<ul id=\"players\">\n");
    for (index, seat) in info.seats.iter().enumerate() {
        let name = match &seat.level {
            Some(level) => i18n::level_words(language, level),
            None => i18n::shown_name(language, &seat.name).to_owned(),
        };
        let _ = writeln!(
            list,
            "<li data-seat=\"{index}\"><span>{}</span> <time></time></li>",
            escape_html(&name)
        );
    }
    list + "</ul>\n"
}

/// The moves of a finished game with its buttons and its result.
fn moves(replay: &Replay, language: Language) -> String {
    let notation = PageSettings::default().notation_for(language);
    let texts = replay.model.move_texts(language, notation);
    let mut list = String::from("<nav>\n");
    for (step, sign, message) in [
        ("first", "|◀", Message::First),
        ("back", "◀", Message::Previous),
        ("next", "▶", Message::Next),
        ("last", "▶|", Message::Last),
    ] {
        let name = escape_html(message.in_language(language));
        let _ = writeln!(
            list,
            "<button data-step=\"{step}\" aria-label=\"{name}\" title=\"{name}\">{sign}</button>"
        );
    }
    list += "</nav>\n<ol id=\"moves\">\n";
    for row in replay.model.rounds() {
        list += "<li>";
        for (_, ply) in row {
            let text = ply.checked_sub(1).and_then(|at| texts.get(at));
            let text = escape_html(text.map_or("", String::as_str));
            let _ = write!(list, "<button data-ply=\"{ply}\">{text}</button>");
        }
        list += "</li>\n";
    }
    list += "</ol>\n";
    if let Some(words) = replay.model.ending_words(language, &[]) {
        let _ = writeln!(list, "<p id=\"result\">{}</p>", escape_html(&words));
    }
    list
}

/// The replay of a finished game, for a client with this address; `None` if its record cannot be
/// replayed.
async fn replay(
    hub: &Hub,
    id: &GameId,
    address: Option<IpAddr>,
) -> Result<Option<Arc<Replay>>, HubError> {
    let Text::Written(file) = hub.tables.read(id, "", Reading::File).await? else {
        return Ok(None);
    };
    hub.pictures.replay(file, address).await
}

/// The board of a running game as its spectators see it.
async fn board(
    State(hub): Shared,
    Path(id): Path<GameId>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let scene = pictures::scene(&hub, &id).await?.ok_or(HubError::NoTable(id))?;
    drawn(scene, query, &headers, "no-cache".to_owned())
}

/// The board of a finished game after a number of plies: `/embed/game/ID/12.svg`.
async fn position(
    State(hub): Shared,
    client: Client,
    Path((id, ply)): Path<(GameId, String)>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let plies = read_plies(&ply)?;
    let Shown::Finished(_) = shown(&hub, &id).await? else {
        return Err(not_embedded("the game is not over; its board is at `board.svg`"));
    };
    let replay = replay(&hub, &id, client.address).await?;
    let replay = replay.ok_or_else(|| not_embedded("this game has no record"))?;
    drawn(scene_of(&replay, plies), query, &headers, format!("public, max-age={CACHE_SECONDS}"))
}

fn drawn(
    scene: Scene,
    query: Option<String>,
    headers: &HeaderMap,
    caching: String,
) -> Result<Response, ApiError> {
    let is_traditional = query.is_some_and(|it| it.split('&').any(|it| it == "traditional"));
    let scene = Scene { is_traditional, ..scene };
    let tag = scene.board_tag();
    let is_known = has_tag(headers, &tag);
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml".to_owned()),
        (header::CACHE_CONTROL, caching),
        (header::ETAG, tag),
    ];
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    let svg = scene.board().ok_or_else(|| not_embedded("this position cannot be drawn"))?;
    Ok((headers, svg).into_response())
}

/// Parameters of `GET /oembed`.
#[derive(Deserialize)]
struct OembedQuery {
    /// Address of a page of this server.
    url: Option<String>,
    /// Format of the answer; only `json`.
    format: Option<String>,
    /// Largest width of the frame, in pixels.
    maxwidth: Option<u32>,
    /// Largest height of the frame, in pixels.
    maxheight: Option<u32>,
}

/// Answer of `GET /oembed` (oEmbed 1.0, type `rich`).
#[derive(Serialize)]
struct Oembed {
    version: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    provider_name: &'static str,
    provider_url: String,
    title: String,
    html: String,
    width: u32,
    height: u32,
    cache_age: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    thumbnail_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thumbnail_width: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thumbnail_height: Option<u32>,
}

/// Describes how to embed the page of a game.
async fn oembed(
    State(hub): Shared,
    client: Client,
    Query(query): Query<OembedQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    if query.format.as_deref().is_some_and(|format| format != "json") {
        let message = "format: only `json` is available";
        return Err(ApiError::new(StatusCode::NOT_IMPLEMENTED, "format", message));
    }
    let url = query.url.ok_or_else(|| bad("url", "url: expected the address of a game"))?;
    let origin = origin(client, &headers).ok_or_else(|| bad("url", "expected a `host` header"))?;
    let id = game_of(&url, &origin)?;
    let (info, route) = match shown(&hub, &id).await? {
        Shown::Running(info) => (info, Route::Table(id)),
        Shown::Finished(info) => (info, Route::TableGame(id, 0)),
    };
    let language = language(&headers);
    let preview = Preview::of_table(language, &info);
    let width = EMBED_SIZE.0.min(query.maxwidth.unwrap_or(EMBED_SIZE.0)).max(LEAST.0);
    let height = EMBED_SIZE.1.min(query.maxheight.unwrap_or(EMBED_SIZE.1)).max(LEAST.1);
    let address = format!("{origin}/embed{}", route.href());
    let thumbnail = pictures::of_table(&info, language)
        .filter(|_| hub.app.config.has_pictures)
        .map(|path| format!("{origin}{path}"));
    let answer = Oembed {
        version: "1.0",
        kind: "rich",
        provider_name: SITE,
        provider_url: origin,
        html: ui_model::embed_code(&address, &preview.title, width, height),
        title: preview.title,
        width,
        height,
        cache_age: CACHE_SECONDS,
        thumbnail_width: thumbnail.as_ref().map(|_| board_art::picture::CARD_WIDTH),
        thumbnail_height: thumbnail.as_ref().map(|_| board_art::picture::CARD_HEIGHT),
        thumbnail_url: thumbnail,
    };
    Ok(axum::Json(answer).into_response())
}

fn not_embedded(message: &str) -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "not-embedded", message)
}

/// The game of an address of this server.
fn game_of(url: &str, origin: &str) -> Result<GameId, ApiError> {
    let foreign = || {
        let message = format!("url: expected an address that begins with `{origin}/`");
        ApiError::new(StatusCode::NOT_FOUND, "foreign-url", message)
    };
    let authority = |text: &str| {
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        Some((host.to_ascii_lowercase(), path.to_owned()))
    };
    let (host, path) = authority(url).ok_or_else(foreign)?;
    if authority(origin).is_none_or(|(own, _)| own != host) {
        return Err(foreign());
    }
    let path = path.split('#').next().unwrap_or_default();
    let (path, asked) = path.split_once('?').unwrap_or((path, ""));
    let path = path.strip_prefix("embed/").unwrap_or(path);
    match Route::read(path, asked) {
        Route::Table(id) | Route::TableGame(id, _) => Ok(id),
        _ => {
            let message = "url: only tables (`/t/…`) and finished games (`/game/…`) are embedded";
            Err(not_embedded(message))
        }
    }
}

/// The path of an embedded page's description; `None` if the address of the server is not known.
pub(super) fn description(route: &Route, client: Client, headers: &HeaderMap) -> Option<String> {
    let origin = origin(client, headers)?;
    let url = percent::encode(&format!("{origin}{}", route.href()));
    Some(format!("/oembed?format=json&url={url}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_games_are_embedded() {
        let read = |url| game_of(url, "https://a.example:8443").ok();
        for url in [
            "https://a.example:8443/t/k3x9",
            "http://a.example:8443/t/k3x9/",
            "https://A.example:8443/game/k3x9?ply=3#moves",
            "https://a.example:8443/embed/game/k3x9",
        ] {
            assert_eq!(read(url), Some("k3x9".into()), "{url}");
        }
        for url in [
            "",
            "/t/k3x9",
            "https://a.example/t/k3x9",
            "https://b.example/t/k3x9",
            "https://a.example:8443.b.example/t/k3x9",
            "https://b.example/https://a.example:8443/t/k3x9",
            "https://a.example:8443@b.example/t/k3x9",
            "https://a.example:8443",
            "https://a.example:8443/rules/banqi",
            "https://a.example:8443/t/a%2fb",
            "javascript:alert(1)",
        ] {
            assert_eq!(read(url), None, "{url}");
        }
    }
}
