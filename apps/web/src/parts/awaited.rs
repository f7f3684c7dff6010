use super::{RouteLink, status_bar::Connection};
use crate::{
    app::App,
    session::{ConnectionState, Session},
};
use i18n::Message;
use leptos::prelude::*;
use ui_model::Route;

/// Loading skeleton of a page, with a text for screen readers.
#[component]
pub(crate) fn Awaited() -> impl IntoView {
    let app = App::get();
    view! {
        <div class="coming rows" role="status" data-awaited=true>
            <p class="spoken">{app.t(Message::Loading)}</p>
            <span></span><span></span><span></span><span></span>
        </div>
    }
}

/// Loading skeleton of a table: an empty board between two plates, and the state of the connection.
/// If the table does not exist, only that message is shown.
#[component]
pub(crate) fn AwaitedTable() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let comes = move || session.connection.get() != ConnectionState::Missing;
    view! {
        {move || comes().then(|| view! {
            <div class="board-place coming" data-awaited=true>
                <div class="slab river" style="--ratio:0.9"></div>
            </div>
            <div class="strip top coming"><span></span></div>
            <div class="strip bottom coming"><span></span></div>
            <div class="slot"><div class="news"><Connection/></div></div>
        })}
        {move || (!comes()).then(|| view! {
            <section class="missing" role="alert" data-link=true data-missing=true>
                <p>{app.t(Message::TableMissing)}</p>
                <RouteLink class="button main" act="to-start" to=Route::Start>{app.t(Message::Home)}</RouteLink>
            </section>
        })}
    }
}
