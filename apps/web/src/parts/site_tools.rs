use super::Icon;
use crate::{app::App, parts::RouteLink};
use i18n::Message;
use leptos::prelude::*;
use ui_model::Route;

/// The account and the settings at the end of the site's bar.
#[component]
pub(crate) fn SiteTools() -> impl IntoView {
    let app = App::get();
    let is_shown =
        Memo::new(move |_| app.has_site_bar() || app.route.with(|route| *route == Route::Start));
    move || {
        is_shown
            .get()
            .then(|| view! { <nav class="site-tools" aria-label=app.text(Message::Account)><WaitingChallenges/><AccountChip/><OpenSettings/></nav> })
    }
}

/// Shows the challenges that the player has put aside, and counts them.
#[component]
fn WaitingChallenges() -> impl IntoView {
    let app = App::get();
    let count = Memo::new(move |_| app.challenges_aside.get());
    let label = move || app.t_with(Message::ChallengesWait, &[&count.get().to_string()]);
    move || {
        (count.get() > 0).then(|| view! {
            <button class="chip waiting-challenges" data-act="open-challenges" aria-label=label title=label on:click=move |_| app.shows_challenges.set(true)>
                <Icon d="M5 4V20M5 5H18L15 9L18 13H5"/>
                <span aria-hidden="true">{move || count.get()}</span>
            </button>
        })
    }
}

/// The signed-in player, or a link to sign in.
#[component]
fn AccountChip() -> impl IntoView {
    let app = App::get();
    view! {
        <RouteLink class="button chip" act="account" to=Route::Account>
            <Icon d="M12 12A4 4 0 1 1 12 4A4 4 0 1 1 12 12M4 20C5 14 19 14 20 20"/>
            <span data-chip=true>{move || app.account.get().unwrap_or_else(|| app.t(Message::SignIn).to_owned())}</span>
        </RouteLink>
    }
}

/// The settings button of a page, unless the site's bar has one.
#[component]
pub(crate) fn SettingsButton() -> impl IntoView {
    let app = App::get();
    let is_shown = Memo::new(move |_| !app.has_site_bar());
    move || is_shown.get().then(|| view! { <OpenSettings/> })
}

/// Opens the settings.
#[component]
fn OpenSettings() -> impl IntoView {
    let app = App::get();
    view! {
        <button class="plain" data-act="settings" aria-label=app.text(Message::Settings) on:click=move |_| app.settings_open.set(true)>
            <Icon d="M4 7H13M17 7H20M15 5V9M4 12H7M11 12H20M9 10V14M4 17H14M18 17H20M16 15V19"/>
        </button>
    }
}
