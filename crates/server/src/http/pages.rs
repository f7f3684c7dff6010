//! The pages: embedded in a release build, read from disk in a debug build.

use super::{
    embeds, pictures,
    request::{Shared, has_tag, language, origin, text},
};
use crate::{app::Hub, base::HubError, net::Client, smart_boards::SmartBoardError};
use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, Response, StatusCode, Uri, header},
};
use i18n::Language;
use protocol::BoardId;
use rust_embed::EmbeddedFile;
use sha2::{Digest, Sha256};
use std::{collections::BTreeSet, sync::OnceLock, time::Duration};
use studies::ChapterHead;
use ui_model::{
    Route, Variant,
    preview::{Place, Preview, SHARED_FROM},
    puzzles::{Corpus, PuzzleId, PuzzleMode},
    studies::{StudyId, is_on_device},
};

// Defines `Pages` for the folder of the built pages.
include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Folder whose file names contain a hash; its files never change.
const VERSIONED: &str = "program/";

/// The page of every address.
const PAGE: &str = "index.html";

/// The page from [`SHARED_FROM`] on as the end of a Brotli stream. `cargo xtask ui` writes it.
const PAGE_END: &str = "index.end.br";

/// Longest wait for what a preview names. The page does not wait for a slow store: it loads without
/// the names, and reports the trouble itself.
const PREVIEW: Duration = Duration::from_secs(1);

const NOT_BUILT: &str = "chuhe is running, but its pages are not built.\n\
    Build them with `cargo xtask ui`, then build the program again; or simply run `cargo play`.\n";

/// Serves the page of an address, or a file of the pages.
pub(crate) async fn serve(
    State(hub): Shared,
    client: Client,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let route = Route::read(uri.path(), uri.query().unwrap_or_default());
    let path = uri.path().trim_start_matches('/');
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if route == Route::NotFound && is_file {
        if let Some(subject) = pictures::Subject::read(path) {
            return pictures::serve(&hub, subject, client, &uri, &headers).await;
        }
        return match found(path, &headers) {
            Some((file, is_small)) => reply(path, &file, is_small, &headers),
            None => text(StatusCode::NOT_FOUND, "there is nothing here\n"),
        };
    }
    let language = language(&headers);
    let known = tokio::time::timeout(PREVIEW, preview(&hub, language, &route, &headers)).await;
    let Answer { preview, status, is_embedded } = known.unwrap_or_else(|_| Answer {
        preview: Preview::of_route(language, &route),
        status: StatusCode::OK,
        is_embedded: false,
    });
    let place = Place {
        origin: origin(client, &headers),
        path: route.href(),
        has_pictures: hub.app.config.has_pictures,
        oembed: if is_embedded { embeds::description(&route, client, &headers) } else { None },
    };
    page(&preview.head(language, &place), status, &headers)
}

/// What the server knows of the page of a route.
struct Answer {
    /// What the page says about itself.
    preview: Preview,
    status: StatusCode,
    /// Whether other sites may show the page in a frame.
    is_embedded: bool,
}

/// What the page of a route says about itself, and its status. A preview of a table holds only what
/// `GET /api/tables/{id}` tells everyone. If the store fails, the page itself shows the error.
async fn preview(hub: &Hub, language: Language, route: &Route, headers: &HeaderMap) -> Answer {
    let plain = Preview::of_route(language, route);
    let mut is_embedded = matches!(route, Route::TableGame(..));
    let (known, is_missing) = match route {
        Route::Table(id) | Route::TableGame(id, _) => match hub.tables.info(id).await {
            Ok(info) => {
                let shown = Preview::of_table(language, &info);
                let picture = pictures::of_table(&info, language);
                is_embedded |= info.plan.is_public;
                (Some(picture.into_iter().fold(shown, Preview::pictured)), false)
            }
            Err(error) => (None, matches!(error, HubError::NoTable(_))),
        },
        Route::Player(name) => match hub.accounts.find(name).await {
            Ok(player) => {
                let route = Route::Player(player.name);
                (Some(Preview::of_route(language, &route)), false)
            }
            Err(error) => (None, error.is_not_found()),
        },
        Route::SmartBoard(id) => match hub.boards.view(id).await {
            Ok(view) => (Some(plain.clone().titled(view.name)), false),
            Err(error) => (None, matches!(error, SmartBoardError::NoBoard)),
        },
        Route::SmartBoardGame(id, number, _) => match board_game(hub, id, *number).await {
            Ok(name) => (Some(plain.clone().titled(name)), false),
            Err(error) => {
                let is_missing =
                    matches!(error, SmartBoardError::NoBoard | SmartBoardError::NoGame(_));
                (None, is_missing)
            }
        },
        // A private study looks like a missing one, except to its authors.
        Route::Study(place) => match open_chapter(hub, place).await {
            Ok(Some((title, head, route))) => {
                let picture = format!("{}.png", route.href());
                let titled = plain.clone().titled(format!("{title} · {}", head.title));
                (Some(titled.pictured(picture)), false)
            }
            Ok(None) => {
                let (id, _) = ui_model::studies::place(place);
                (None, !is_on_device(&id) && !can_read_study(hub, &id, headers).await)
            }
            Err(_) => (None, false),
        },
        Route::Puzzles(variant, PuzzleMode::One(id)) => (None, !has_puzzle(*variant, *id)),
        Route::NotFound => (None, true),
        _ => (None, false),
    };
    if is_missing {
        let preview = Preview::of_route(language, &Route::NotFound);
        return Answer { preview, status: StatusCode::NOT_FOUND, is_embedded: false };
    }
    Answer { preview: known.unwrap_or(plain), status: StatusCode::OK, is_embedded }
}

/// Name of the board whose game has this number.
async fn board_game(hub: &Hub, id: &BoardId, number: u32) -> Result<String, SmartBoardError> {
    if !hub.boards.games(id).await?.contains(&number) {
        return Err(SmartBoardError::NoGame(number));
    }
    Ok(hub.boards.view(id).await?.name)
}

/// Whether the signed-in reader may read a study. Also `true` if the store fails: then the page itself
/// shows the error.
async fn can_read_study(hub: &Hub, id: &StudyId, headers: &HeaderMap) -> bool {
    match hub.accounts.signed_in(headers).await {
        Ok(Some(reader)) => match hub.studies.view(id, Some(&reader)).await {
            Ok(_) => true,
            Err(error) => !error.is_not_found(),
        },
        Ok(None) => false,
        Err(_) => true,
    }
}

/// Whether the puzzles of a game contain this one. Also `true` if the pages are not built.
fn has_puzzle(variant: Variant, id: PuzzleId) -> bool {
    static IDS: OnceLock<Vec<(Variant, BTreeSet<PuzzleId>)>> = OnceLock::new();
    let ids = IDS.get_or_init(|| {
        let read = |variant: Variant| {
            let file = Pages::get(Corpus::path(variant).trim_start_matches('/'))?;
            let corpus = Corpus::read(variant, &String::from_utf8_lossy(&file.data))?;
            Some((variant, (0..corpus.len()).filter_map(|index| corpus.id(index)).collect()))
        };
        Variant::ALL.into_iter().filter_map(read).collect()
    });
    ids.iter().find(|(of, _)| *of == variant).is_none_or(|(_, ids)| ids.contains(&id))
}

/// Title of a study that is not private, its chapter, and the chapter's page.
async fn open_chapter(
    hub: &Hub,
    place: &str,
) -> Result<Option<(String, ChapterHead, Route)>, HubError> {
    let (id, chapter) = ui_model::studies::place(place);
    let found = hub.studies.open_chapter(&id, chapter).await?;
    Ok(found.map(|(title, head)| {
        let route = ui_model::studies::route(&id, &head.id);
        (title, head, route)
    }))
}

/// The page with this head.
fn page(head: &str, status: StatusCode, headers: &HeaderMap) -> Response<Body> {
    let end = if takes_brotli(headers) { Pages::get(PAGE_END) } else { None };
    let (body, is_small) = match (end, Pages::get(PAGE)) {
        (Some(end), _) => (spliced(head, &end.data), true),
        (None, Some(whole)) => {
            let whole = String::from_utf8_lossy(&whole.data);
            let end = whole.find(SHARED_FROM).map_or("", |at| &whole[at..]);
            ([head, end].concat().into_bytes(), false)
        }
        (None, None) => return text(StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT),
    };
    let tag = tag(&Sha256::digest(&body));
    let response = Response::builder()
        .header(header::CONTENT_TYPE, media_type(PAGE))
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::VARY, "accept-encoding, accept-language")
        .header(header::ETAG, &tag);
    if status == StatusCode::OK && has_tag(headers, &tag) {
        return response.status(StatusCode::NOT_MODIFIED).body(Body::empty()).unwrap_or_default();
    }
    let response =
        if is_small { response.header(header::CONTENT_ENCODING, "br") } else { response };
    response.status(status).body(Body::from(body)).unwrap_or_default()
}

/// A Brotli stream (RFC 7932, 9) of a text, uncompressed, and of the prepared end of a stream. Only
/// the end is worth compressing, and it is the same for every address.
fn spliced(head: &str, end: &[u8]) -> Vec<u8> {
    /// The window of `cargo xtask ui`, 4 MiB, in the first 4 bits of a stream.
    const WINDOW: u32 = 0b1011;
    let mut stream = Vec::with_capacity(head.len() + end.len() + 3);
    for (i, block) in head.as_bytes().chunks(1 << 16).enumerate() {
        let (start, bits) = if i == 0 { (WINDOW, 4) } else { (0, 0) };
        // An uncompressed block that is not the last, with its length less 1 in 16 bits.
        let header = start | (block.len() as u32 - 1) << (bits + 3) | 1 << (bits + 19);
        stream.extend_from_slice(&header.to_le_bytes()[..3]);
        stream.extend_from_slice(block);
    }
    stream.extend_from_slice(end);
    stream
}

fn takes_brotli(headers: &HeaderMap) -> bool {
    headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.split(',').any(|coding| coding.trim().starts_with("br")))
}

/// A file of the pages, and whether it is compressed.
fn found(path: &str, headers: &HeaderMap) -> Option<(EmbeddedFile, bool)> {
    let small = if takes_brotli(headers) { Pages::get(&format!("{path}.br")) } else { None };
    match small {
        Some(file) => Some((file, true)),
        None => Some((Pages::get(path)?, false)),
    }
}

fn reply(path: &str, file: &EmbeddedFile, is_small: bool, headers: &HeaderMap) -> Response<Body> {
    let tag = tag(&file.metadata.sha256_hash());
    let is_versioned = path.starts_with(VERSIONED);
    let kept = if is_versioned { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = Response::builder()
        .header(header::CONTENT_TYPE, media_type(path))
        .header(header::CACHE_CONTROL, kept)
        .header(header::VARY, "accept-encoding")
        .header(header::ETAG, &tag);
    if has_tag(headers, &tag) {
        return response.status(StatusCode::NOT_MODIFIED).body(Body::empty()).unwrap_or_default();
    }
    if is_small {
        response = response.header(header::CONTENT_ENCODING, "br");
    }
    response.body(Body::from(file.data.clone().into_owned())).unwrap_or_default()
}

fn tag(hash: &[u8]) -> String {
    format!("\"{}\"", base16ct::lower::encode_string(&hash[..12]))
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("txt") => "text/plain; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("ico") => "image/x-icon",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    #[test]
    fn a_head_of_any_length_precedes_the_prepared_end() {
        // A block with the text `end` and an empty last block, from a byte boundary on.
        let end = [&[0x10, 0x00, 0x08][..], b"end", &[0x03]].concat();
        for length in [1, 2, 1000, 65_536, 65_537, 140_000] {
            let head = "h".repeat(length);
            let mut read = String::new();
            let stream = spliced(&head, &end);
            let mut reader = brotli_decompressor::Decompressor::new(&stream[..], 4096);
            reader.read_to_string(&mut read).expect("a valid stream");
            assert_eq!(read, head + "end");
        }
    }
}
