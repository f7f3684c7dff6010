//! Requests to the server about studies, and the studies of this device.

use super::server::{Failure, ask, get, get_for, post, post_for};
use crate::{
    app::App,
    browser::{self, BrowserStorage},
};
use i18n::{Message, refusal};
use leptos::prelude::*;
use protocol::UnixMs;
use serde::Deserialize;
use ui_model::{
    percent,
    studies::{
        ChapterView, Edit, EditRefused, EditReply, EditRequest, LoggedEdit, NewStudyRequest,
        RefusedEdit, SentEdit, StudyChanges, StudyId, StudyList, StudyView, device_id,
        device_study, is_on_device, remove_device_study,
    },
};
use web_sys::RequestInit;

#[derive(Deserialize)]
struct NewStudy {
    id: StudyId,
}

/// Why a study cannot be read or changed.
pub(crate) enum StudyFailure {
    /// The study does not exist, or is private now.
    Gone,
    /// Trying again may help.
    Unreachable,
    /// The session has ended, in the reader's words. Signing in again helps.
    SignedOut(String),
    /// The server refused the request, in the reader's words.
    Refused(String),
}

impl StudyFailure {
    fn of(app: App, failure: Failure) -> StudyFailure {
        match failure {
            Failure::Refused(body) if matches!(body.code.as_str(), "no-study" | "no-chapter") => {
                StudyFailure::Gone
            }
            Failure::Refused(body) if body.code.starts_with("study-") || body.code == "sign-in" => {
                let words =
                    refusal(app.language_untracked(), &body.code, &body.values, &body.message);
                if body.code == "sign-in" {
                    StudyFailure::SignedOut(words)
                } else {
                    StudyFailure::Refused(words)
                }
            }
            _ => StudyFailure::Unreachable,
        }
    }
}

/// A part of the list of studies.
pub(crate) async fn list(app: App, of: &str, after: Option<&str>) -> Result<StudyList, String> {
    let after = after.map(|after| format!("&after={}", percent::encode(after))).unwrap_or_default();
    get(app, &format!("/api/studies?of={of}{after}")).await
}

/// Creates a study: of the account, or without one on this device.
pub(crate) async fn create(app: App, request: &NewStudyRequest) -> Result<StudyId, String> {
    if app.account.with_untracked(Option::is_some) {
        return post(app, "/api/studies", request).await.map(|new: NewStudy| new.id);
    }
    let study = ui_model::studies::DeviceStudy::new(request, now());
    let study = study.map_err(|refused| refused_words(app, refused))?;
    let id = device_id(&browser::random_hex::<6>()?);
    let is_stored = study.store(BrowserStorage, &id);
    if is_stored { Ok(id) } else { Err(app.t(Message::StudyNoRoom).to_owned()) }
}

/// A study as the reader sees it.
pub(crate) async fn view(app: App, id: &StudyId) -> Result<StudyView, StudyFailure> {
    if is_on_device(id) {
        let study = device_study(BrowserStorage, id).ok_or(StudyFailure::Gone)?;
        return Ok(study.view(id));
    }
    get_for(app, &format!("/api/studies/{id}")).await.map_err(|why| StudyFailure::of(app, why))
}

/// A chapter of a study.
pub(crate) async fn chapter(
    app: App,
    id: &StudyId,
    chapter: &str,
) -> Result<ChapterView, StudyFailure> {
    if is_on_device(id) {
        let study = device_study(BrowserStorage, id).ok_or(StudyFailure::Gone)?;
        let file = study.file(chapter).ok_or(StudyFailure::Gone)?.to_owned();
        return Ok(ChapterView { version: 0, file });
    }
    let path = format!("/api/studies/{id}/chapters/{chapter}");
    get_for(app, &path).await.map_err(|why| StudyFailure::of(app, why))
}

/// Sends edits.
pub(crate) async fn edit(
    app: App,
    id: &StudyId,
    since: u64,
    edits: Vec<SentEdit>,
) -> Result<EditReply, StudyFailure> {
    if is_on_device(id) {
        return edit_here(app, id, since, edits);
    }
    let request = EditRequest { since, edits };
    let path = format!("/api/studies/{id}/edits");
    post_for(app, &path, &request).await.map_err(|why| StudyFailure::of(app, why))
}

/// Sends one edit that concerns no moves.
pub(crate) async fn edit_study(app: App, id: &StudyId, edit: Edit) -> Result<(), String> {
    let sent = SentEdit { id: new_id(), edit };
    // Only the answer to this edit matters.
    match self::edit(app, id, u64::MAX, vec![sent]).await {
        Ok(EditReply { refused, .. }) => match refused.into_iter().next() {
            Some(no) => Err(refusal(app.language_untracked(), &no.code, &[], &no.message)),
            None => Ok(()),
        },
        Err(why) => Err(words(app, why)),
    }
}

/// Carries out edits of a study of this device.
fn edit_here(
    app: App,
    id: &StudyId,
    since: u64,
    edits: Vec<SentEdit>,
) -> Result<EditReply, StudyFailure> {
    let mut study = device_study(BrowserStorage, id).ok_or(StudyFailure::Gone)?;
    let (mut logged, mut refused) = (Vec::new(), Vec::new());
    let mut version = if since == u64::MAX { 0 } else { since };
    for SentEdit { id, edit } in edits {
        match study.edit(&edit, now()) {
            Ok(()) => {
                version += 1;
                let edit = matches!(edit, Edit::Tree { .. }).then_some(edit);
                logged.push(LoggedEdit { version, id, author: String::new(), edit });
            }
            Err(EditRefused { code, message }) => {
                refused.push(RefusedEdit { id, code: code.to_owned(), message });
            }
        }
    }
    if !study.store(BrowserStorage, id) {
        return Err(StudyFailure::Refused(app.t(Message::StudyNoRoom).to_owned()));
    }
    Ok(EditReply { changes: StudyChanges { version, edits: logged, more: false }, refused })
}

/// Waits for edits after a version.
pub(crate) async fn changes(
    app: App,
    id: &StudyId,
    since: u64,
) -> Result<StudyChanges, StudyFailure> {
    let path = format!("/api/studies/{id}/changes?since={since}&wait=1");
    get_for(app, &path).await.map_err(|why| StudyFailure::of(app, why))
}

/// Lets a player edit the study, or no longer.
pub(crate) async fn set_author(
    app: App,
    id: &StudyId,
    name: &str,
    is_author: bool,
) -> Result<(), String> {
    let init = RequestInit::new();
    init.set_method(if is_author { "PUT" } else { "DELETE" });
    let path = format!("/api/studies/{id}/authors/{}", percent::encode(name));
    ask(app, &path, &init, None).await
}

/// Deletes a study.
pub(crate) async fn delete(app: App, id: &StudyId) -> Result<(), String> {
    if is_on_device(id) {
        remove_device_study(BrowserStorage, id);
        return Ok(());
    }
    let init = RequestInit::new();
    init.set_method("DELETE");
    ask(app, &format!("/api/studies/{id}"), &init, None).await
}

/// Copies a study as the reader's own.
pub(crate) async fn copy(app: App, id: &StudyId) -> Result<StudyId, String> {
    post(app, &format!("/api/studies/{id}/copy"), &()).await.map(|new: NewStudy| new.id)
}

/// The text of a failure.
pub(crate) fn words(app: App, why: StudyFailure) -> String {
    match why {
        StudyFailure::Gone => app.t(Message::StudyGone).to_owned(),
        StudyFailure::Unreachable => app.t(Message::ServerNeeded).to_owned(),
        StudyFailure::SignedOut(words) | StudyFailure::Refused(words) => words,
    }
}

/// Id of a new edit or chapter.
pub(crate) fn new_id() -> String {
    browser::random_hex::<10>().unwrap_or_else(|_| format!("t{}", browser::epoch_ms()))
}

fn now() -> UnixMs {
    UnixMs(browser::epoch_ms())
}

fn refused_words(app: App, refused: EditRefused) -> String {
    refusal(app.language_untracked(), refused.code, &[], &refused.message)
}
