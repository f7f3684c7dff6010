//! What moderators and the player have set for the account, and its end.

use crate::{
    app::App,
    backend::players,
    browser::BrowserStorage,
    parts::{PasswordField, RouteLink, value},
};
use i18n::Message;
use leptos::{ev::SubmitEvent, html, prelude::*};
use protocol::{Account, Role};
use ui_model::{Route, puzzles::AccountCopy};

/// A warning to acknowledge, a note to a muted player, the moderators' page, and whether other
/// players see when the player is online.
#[component]
pub(super) fn OwnStanding() -> impl IntoView {
    let app = App::get();
    let known = RwSignal::new(None::<Account>);
    let trouble = RwSignal::new(None::<String>);
    leptos::task::spawn_local(async move {
        if let Ok(account) = players::own_account(app).await {
            let _ = known.try_set(account);
        }
    });
    let acknowledge = move |_| {
        let Some(seen) = known.with_untracked(|known| known.as_ref()?.warning.clone()) else {
            return;
        };
        leptos::task::spawn_local(async move {
            // There may be a later warning.
            let answer = match players::acknowledge_warning(app, seen).await {
                Ok(()) => players::own_account(app).await,
                Err(why) => Err(why),
            };
            match answer {
                Ok(account) => _ = known.try_set(account),
                Err(why) => _ = trouble.try_set(Some(why)),
            }
        });
    };
    let hide = move |hidden: bool| {
        leptos::task::spawn_local(async move {
            let answer = players::set_hidden(app, hidden).await;
            let _ = trouble.try_set(answer.clone().err());
            let is_hidden = if answer.is_ok() { hidden } else { !hidden };
            let _ =
                known.try_update(|known| known.as_mut().map(|account| account.hidden = is_hidden));
        });
    };
    let warning = move || {
        known.with(|known| known.as_ref()?.warning.clone()).map(|warning| {
            view! {
                <section class="warning" data-panel="warning">
                    <h2>{app.text(Message::ModeratorWarning)}</h2>
                    <p>{warning}</p>
                    <button data-act="acknowledge-warning" on:click=acknowledge>{app.text(Message::Confirm)}</button>
                </section>
            }
        })
    };
    let is_muted = move || known.with(|known| known.as_ref().is_some_and(|account| account.muted));
    let may_moderate =
        move || known.with(|known| known.as_ref()?.role).is_some_and(Role::may_moderate);
    view! {
        {warning}
        {move || is_muted().then(|| view! { <p class="trouble" data-muted=true>{app.text(Message::MutedAbout)}</p> })}
        {move || may_moderate().then(|| view! {
            <RouteLink class="button" act="moderation" to=Route::Moderation(None)>{app.text(Message::Moderation)}</RouteLink>
        })}
        {move || known.with(Option::is_some).then(|| view! {
            <label class="switch">
                <span>{app.text(Message::HidePresence)}</span>
                <input
                    type="checkbox"
                    role="switch"
                    data-setting="hidden"
                    prop:checked=move || known.with(|known| known.as_ref().is_some_and(|account| account.hidden))
                    on:change=move |event| hide(event_target_checked(&event))
                />
            </label>
            <p class="label">{app.text(Message::HidePresenceAbout)}</p>
        })}
        <div role="alert">
            {move || trouble.get().map(|why| view! { <p class="trouble" data-trouble=true>{why}</p> })}
        </div>
    }
}

/// Closes the account after the password is given again.
#[component]
pub(super) fn CloseAccount(name: String) -> impl IntoView {
    let app = App::get();
    let trouble = RwSignal::new(None::<String>);
    let is_sending = RwSignal::new(false);
    let password = NodeRef::<html::Input>::new();
    let closed = name.clone();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let (password, closed) = (value(password), closed.clone());
        is_sending.set(true);
        trouble.set(None);
        leptos::task::spawn_local(async move {
            let answer = players::close_account(app, password).await;
            let _ = is_sending.try_set(false);
            match answer {
                Ok(()) => {
                    AccountCopy::forget(BrowserStorage, &closed);
                    app.set_account(None);
                }
                Err(why) => _ = trouble.try_set(Some(why)),
            }
        });
    };
    view! {
        <details class="more" data-panel="close-account">
            <summary>{app.text(Message::CloseAccount)}</summary>
            <p>{app.text(Message::CloseAccountAbout)}</p>
            <form class="account-form" data-form="close-account" on:submit=send>
                // Tells password managers the account's name.
                <input type="text" name="username" autocomplete="username" readonly hidden value=name/>
                <PasswordField label=Message::OldPassword name="close-password" autocomplete="current-password" hint=false field=password/>
                <div role="alert">
                    {move || trouble.get().map(|why| view! { <p class="trouble" data-trouble=true>{why}</p> })}
                </div>
                <button data-act="close-account" disabled=move || is_sending.get()>{app.text(Message::CloseAccount)}</button>
            </form>
        </details>
    }
}
