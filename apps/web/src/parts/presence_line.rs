use super::RouteLink;
use crate::app::App;
use i18n::Message;
use leptos::prelude::*;
use protocol::Presence;
use ui_model::{Route, players::presence_message};

/// Whether a player is there, with a link to the public game in play.
#[component]
pub(crate) fn PresenceLine(presence: Presence) -> impl IntoView {
    let app = App::get();
    let Presence { online, table } = presence;
    let state = presence_message(online, table.is_some());
    let here = (online || table.is_some()).to_string();
    view! {
        <p class="presence" data-presence=true data-online=here>
            <span class="label">{app.text(state)}</span>
            {table.map(|table| view! {
                <RouteLink class="button" act="watch-player" to=Route::Table(table)>{app.text(Message::Watch)}</RouteLink>
            })}
        </p>
    }
}
