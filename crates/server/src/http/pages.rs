//! The pages: embedded in a release build, read from disk in a debug build.

use axum::{
    body::Body,
    http::{HeaderMap, Response, StatusCode, Uri, header},
};
use rust_embed::EmbeddedFile;

// Defines `Pages` for the folder of the built pages.
include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Folder whose file names contain a hash; its files never change.
const VERSIONED: &str = "program/";

const NOT_BUILT: &str = "chuhe is running, but its pages are not built.\n\
    Build them with `cargo xtask ui`, then build the program again; or simply run `cargo play`.\n";

/// Serves a file of the pages. Paths without a file extension get the application.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response<Body> {
    let path = uri.path().trim_start_matches('/');
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let path = if is_file { path } else { "index.html" };
    let takes_brotli = headers
        .get(header::ACCEPT_ENCODING)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.split(',').any(|coding| coding.trim().starts_with("br")));
    let small = if takes_brotli { Pages::get(&format!("{path}.br")) } else { None };
    let is_small = small.is_some();
    match small.or_else(|| Pages::get(path)) {
        Some(file) => reply(path, &file, is_small, &headers),
        None if path == "index.html" => text(StatusCode::SERVICE_UNAVAILABLE, NOT_BUILT),
        None => text(StatusCode::NOT_FOUND, "there is nothing here\n"),
    }
}

fn reply(path: &str, file: &EmbeddedFile, is_small: bool, headers: &HeaderMap) -> Response<Body> {
    let hash = base16ct::lower::encode_string(&file.metadata.sha256_hash()[..12]);
    let tag = format!("\"{hash}\"");
    let is_versioned = path.starts_with(VERSIONED);
    let kept = if is_versioned { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = Response::builder()
        .header(header::CONTENT_TYPE, media_type(path))
        .header(header::CACHE_CONTROL, kept)
        .header(header::VARY, "accept-encoding")
        .header(header::ETAG, &tag);
    if headers.get(header::IF_NONE_MATCH).is_some_and(|seen| seen.as_bytes() == tag.as_bytes()) {
        return response.status(StatusCode::NOT_MODIFIED).body(Body::empty()).unwrap_or_default();
    }
    if is_small {
        response = response.header(header::CONTENT_ENCODING, "br");
    }
    response.body(Body::from(file.data.clone().into_owned())).unwrap_or_default()
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("ico") => "image/x-icon",
        _ => "application/octet-stream",
    }
}

fn text(status: StatusCode, text: &'static str) -> Response<Body> {
    let response = Response::builder()
        .status(status)
        .header(header::CONTENT_TYPE, "text/plain; charset=utf-8");
    response.body(Body::from(text)).unwrap_or_default()
}
