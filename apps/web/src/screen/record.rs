use crate::{app::App, session::Session};
use leptos::prelude::*;

/// A record, opened from a file or of the game just played.
#[component]
pub(crate) fn Record() -> impl IntoView {
    view! { <main data-screen="record"></main> }
}

/// Saves the game to a file.
pub(crate) fn save(_app: App, _session: Session) {}

/// Shows the game as a record.
pub(crate) fn replay(_app: App, _session: Session) {}
