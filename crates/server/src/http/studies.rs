//! Routes of studies.

use super::request::{JsonBody, NO_STORE, Shared, attachment, member, read_notation};
use crate::{
    app::Hub,
    base::{ApiError, bad},
    limits::{STUDY_BYTES, STUDY_EDITS_BYTES},
    studies::{StudyFormat, StudyKind},
};
use axum::{
    Json, Router,
    extract::{DefaultBodyLimit, Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::{IntoResponse, Response},
    routing::{get, post, put},
};
use protocol::StudyId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use studies::{EditRequest, NewStudyRequest};
use xiangqi::notation::Notation;

pub(super) fn routes() -> Router<Arc<Hub>> {
    Router::new()
        .route(
            "/api/studies",
            get(list).merge(post(create).layer(DefaultBodyLimit::max(STUDY_BYTES))),
        )
        .route("/api/studies/{id}", get(view).delete(delete))
        .route("/api/studies/{id}/chapters/{chapter}", get(chapter))
        .route(
            "/api/studies/{id}/edits",
            post(edit).layer(DefaultBodyLimit::max(STUDY_EDITS_BYTES)),
        )
        .route("/api/studies/{id}/changes", get(changes))
        .route("/api/studies/{id}/authors/{name}", put(add_author).delete(remove_author))
        .route("/api/studies/{id}/copy", post(copy))
        .route("/api/studies/{id}/file", get(file))
}

/// Id of a new study.
#[derive(Serialize)]
struct NewStudy {
    id: StudyId,
}

#[derive(Deserialize)]
struct ListQuery {
    /// `mine` or `public`.
    of: Option<String>,
    /// The `next` of an earlier list.
    after: Option<String>,
}

#[derive(Deserialize)]
struct ChangesQuery {
    since: Option<u64>,
    /// Whether to wait for a change: `1`.
    wait: Option<String>,
}

#[derive(Deserialize)]
struct FileQuery {
    format: Option<String>,
    chapter: Option<String>,
    notation: Option<String>,
}

async fn list(
    State(hub): Shared,
    headers: HeaderMap,
    Query(query): Query<ListQuery>,
) -> Result<Response, ApiError> {
    let kind = match query.of.as_deref() {
        Some("mine") => StudyKind::Mine,
        None | Some("public") => StudyKind::Public,
        Some(_) => return Err(bad("of", "of: expected `mine` or `public`")),
    };
    let reader = hub.accounts.signed_in(&headers).await?;
    let found = hub.studies.list(kind, reader.as_ref(), query.after.as_deref()).await?;
    Ok(([NO_STORE], Json(found)).into_response())
}

async fn create(
    State(hub): Shared,
    headers: HeaderMap,
    body: Result<JsonBody<NewStudyRequest>, ApiError>,
) -> Result<Response, ApiError> {
    let member = member(&hub, &headers).await?;
    let JsonBody(request) = body?;
    let id = hub.studies.create(&member, request).await?;
    Ok((StatusCode::CREATED, [NO_STORE], Json(NewStudy { id })).into_response())
}

async fn view(
    State(hub): Shared,
    headers: HeaderMap,
    Path(id): Path<StudyId>,
) -> Result<Response, ApiError> {
    let reader = hub.accounts.signed_in(&headers).await?;
    let view = hub.studies.view(&id, reader.as_ref()).await?;
    Ok(([NO_STORE], Json(view)).into_response())
}

async fn delete(
    State(hub): Shared,
    headers: HeaderMap,
    Path(id): Path<StudyId>,
) -> Result<StatusCode, ApiError> {
    let member = member(&hub, &headers).await?;
    hub.studies.delete(&id, &member).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn chapter(
    State(hub): Shared,
    headers: HeaderMap,
    Path((id, chapter)): Path<(StudyId, String)>,
) -> Result<Response, ApiError> {
    let reader = hub.accounts.signed_in(&headers).await?;
    let found = hub.studies.chapter(&id, &chapter, reader.as_ref()).await?;
    Ok(([NO_STORE], Json(found)).into_response())
}

async fn edit(
    State(hub): Shared,
    headers: HeaderMap,
    Path(id): Path<StudyId>,
    body: Result<JsonBody<EditRequest>, ApiError>,
) -> Result<Response, ApiError> {
    let member = member(&hub, &headers).await?;
    let JsonBody(request) = body?;
    // The client may disconnect between the judgement and the commit.
    let done = tokio::spawn(async move { hub.studies.edit(&id, &member, request).await });
    let reply = done.await.map_err(|_| crate::base::HubError::Busy)??;
    Ok(([NO_STORE], Json(reply)).into_response())
}

async fn changes(
    State(hub): Shared,
    headers: HeaderMap,
    Path(id): Path<StudyId>,
    Query(query): Query<ChangesQuery>,
) -> Result<Response, ApiError> {
    let reader = hub.accounts.signed_in(&headers).await?;
    let waits = query.wait.as_deref() == Some("1");
    let since = query.since.unwrap_or(0);
    let found = hub.studies.changes(&id, reader.as_ref(), since, waits).await?;
    Ok(([NO_STORE], Json(found)).into_response())
}

async fn add_author(
    State(hub): Shared,
    headers: HeaderMap,
    Path((id, name)): Path<(StudyId, String)>,
) -> Result<StatusCode, ApiError> {
    set_author(&hub, &headers, &id, &name, true).await
}

async fn remove_author(
    State(hub): Shared,
    headers: HeaderMap,
    Path((id, name)): Path<(StudyId, String)>,
) -> Result<StatusCode, ApiError> {
    set_author(&hub, &headers, &id, &name, false).await
}

async fn set_author(
    hub: &Hub,
    headers: &HeaderMap,
    id: &StudyId,
    name: &str,
    is_author: bool,
) -> Result<StatusCode, ApiError> {
    let member = member(hub, headers).await?;
    let author = if is_author {
        hub.accounts.find(name).await?
    } else {
        hub.accounts.find_any(name).await?
    };
    hub.studies.set_author(id, &member, &author.id, is_author).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn copy(
    State(hub): Shared,
    headers: HeaderMap,
    Path(id): Path<StudyId>,
) -> Result<Response, ApiError> {
    let member = member(&hub, &headers).await?;
    let id = hub.studies.copy(&id, &member).await?;
    Ok((StatusCode::CREATED, [NO_STORE], Json(NewStudy { id })).into_response())
}

async fn file(
    State(hub): Shared,
    headers: HeaderMap,
    Path(id): Path<StudyId>,
    Query(query): Query<FileQuery>,
) -> Result<Response, ApiError> {
    let reader = hub.accounts.signed_in(&headers).await?;
    let format: StudyFormat = query.format.as_deref().unwrap_or("pgn").parse()?;
    let notation = query.notation.as_deref().map(read_notation).transpose()?;
    let notation = notation.unwrap_or(Notation::Chinese);
    let chapter = query.chapter.as_deref();
    let file = hub.studies.file(&id, reader.as_ref(), chapter, format, notation).await?;
    Ok(([NO_STORE], attachment(&file.name, file.text)).into_response())
}
