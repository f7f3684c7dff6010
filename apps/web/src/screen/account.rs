mod mail;
mod standing;

pub(crate) use mail::{ConfirmMail, ForgotPassword};

use crate::{
    app::App,
    backend::players,
    browser,
    parts::{
        FollowedPlayers, PageHeader, PasswordField, RouteLink, SignIn, StartBoard, value,
        watch_circle,
    },
};
use i18n::{Message, fill};
use leptos::{ev::SubmitEvent, html, prelude::*};
use mail::MailAddress;
use protocol::{ChangePassword, ResetPassword, SignedInDevice};
use standing::{CloseAccount, OwnStanding};
use ui_model::{Route, Variant, players::password_problem};

/// The account page, or the sign-in form.
#[component]
pub(crate) fn Account() -> impl IntoView {
    let app = App::get();
    leptos::task::spawn_local(players::recall(app));
    view! {
        <main class="new pair" data-screen="account" data-account=move || app.account.get().unwrap_or_default()>
            <PageHeader title=app.title(Message::Account)/>
            <div class="sheet">
                {move || match app.account.get() {
                    Some(name) => view! { <SignedInAccount name/> }.into_any(),
                    None => view! {
                        <p class="label">{app.t(Message::AccountAbout)}</p>
                        <SignIn on_done=Callback::new(move |()| app.back())/>
                    }
                    .into_any(),
                }}
            </div>
            <StartBoard variant=Variant::Xiangqi/>
        </main>
    }
}

/// The page of a signed-in player.
#[component]
fn SignedInAccount(name: String) -> impl IntoView {
    let app = App::get();
    let trouble = RwSignal::new(None::<String>);
    let sign_out = move |_| {
        leptos::task::spawn_local(async move {
            match players::sign_out(app).await {
                Ok(()) => app.set_account(None),
                Err(why) => _ = trouble.try_set(Some(why)),
            }
        });
    };
    let circle = RwSignal::default();
    watch_circle(app, circle);
    let blocked = move || {
        let names = circle.with(|circle| circle.blocked.clone());
        (!names.is_empty()).then(|| {
            let row = |name: String| {
                let (to, words) = (Route::Player(name.clone()), name.clone());
                view! { <li data-blocked=name><RouteLink class="name" to>{words}</RouteLink></li> }
            };
            view! {
                <section class="followed" data-panel="blocked">
                    <h2>{app.text(Message::BlockedPlayers)}</h2>
                    <ul>{names.into_iter().map(row).collect_view()}</ul>
                </section>
            }
        })
    };
    view! {
        <section class="own">
            <p><span class="label">{app.text(Message::SignedInAs)}</span><strong data-own-name=true>{name.clone()}</strong></p>
            <RouteLink class="button main" act="own-page" to=Route::Player(name.clone())>{app.text(Message::MyPage)}</RouteLink>
            <button data-act="sign-out" on:click=sign_out>{app.text(Message::SignOut)}</button>
            <div role="alert">
                {move || trouble.get().map(|why| view! { <p class="trouble" data-trouble=true>{why}</p> })}
            </div>
        </section>
        <OwnStanding/>
        <FollowedPlayers circle shows_absent=true/>
        {blocked}
        <details class="more">
            <summary>{app.text(Message::ChangePassword)}</summary>
            <NewPassword name=name.clone()/>
        </details>
        <MailAddress name=name.clone()/>
        <Devices/>
        <CloseAccount name/>
    }
}

/// The devices on which the account is signed in, each with a button to sign out. Asked for when
/// the list is opened.
#[component]
fn Devices() -> impl IntoView {
    let app = App::get();
    let found = RwSignal::new(None::<Result<Vec<SignedInDevice>, String>>);
    let trouble = RwSignal::new(None::<String>);
    let ask = move || {
        leptos::task::spawn_local(async move {
            let devices = players::devices(app).await;
            let _ = found.try_set(Some(devices));
        });
    };
    // A failed request is repeated when the list is opened again.
    let on_toggle = move |event: web_sys::Event| {
        let is_open = event_target::<web_sys::Element>(&event).has_attribute("open");
        if is_open && !found.with_untracked(|found| matches!(found, Some(Ok(_)))) {
            found.set(None);
            ask();
        }
    };
    let end = move |id: String| {
        trouble.set(None);
        leptos::task::spawn_local(async move {
            match players::sign_out_device(app, &id).await {
                Ok(()) => ask(),
                Err(why) => _ = trouble.try_set(Some(why)),
            }
        });
    };
    let list = move || match found.get() {
        None => view! { <p class="label" role="status">{app.t(Message::OneMoment)}</p> }.into_any(),
        Some(Err(why)) => {
            view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> }.into_any()
        }
        Some(Ok(devices)) => {
            let row = move |SignedInDevice { id, since_ms, is_this }| {
                let since = browser::format_time(app.language().tag(), since_ms.0);
                let since = fill(app.t(Message::SignedInSince), &[&since]);
                let button = move || {
                    let id = id.clone();
                    view! {
                        <button type="button" data-act="sign-out-device" on:click=move |_| end(id.clone())>
                            {app.text(Message::SignOut)}
                        </button>
                    }
                };
                view! {
                    <li data-device=if is_this { "this" } else { "other" }>
                        <span>{since}</span>
                        {if is_this {
                            view! { <strong>{app.text(Message::ThisDevice)}</strong> }.into_any()
                        } else {
                            button().into_any()
                        }}
                    </li>
                }
            };
            let rows = devices.into_iter().map(row).collect_view();
            view! { <ul class="devices">{rows}</ul> }.into_any()
        }
    };
    view! {
        <details class="more" data-panel="devices" on:toggle=on_toggle>
            <summary>{app.text(Message::SignedInDevices)}</summary>
            <div role="alert">
                {move || trouble.get().map(|why| view! { <p class="trouble" data-trouble=true>{why}</p> })}
            </div>
            {list}
        </details>
    }
}

/// The form for a new password, from a link.
#[component]
pub(crate) fn PasswordReset(name: String) -> impl IntoView {
    let app = App::get();
    let trouble = RwSignal::new(None::<String>);
    let password = NodeRef::<html::Input>::new();
    let account = name.clone();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let code = browser::window().location().hash().unwrap_or_default();
        let code = code.trim_start_matches('#').to_owned();
        let reset = ResetPassword { name: account.clone(), code, password: value(password) };
        if let Some(fault) = password_problem(&reset.password) {
            trouble.set(Some(app.t(fault).to_owned()));
            return;
        }
        leptos::task::spawn_local(async move {
            match players::reset_password(app, &reset).await {
                Ok(account) => {
                    app.set_account(Some(account.name));
                    // The code in the address is used up.
                    app.replace_address(&Route::Account);
                    app.route.set(Route::Account);
                }
                Err(why) => _ = trouble.try_set(Some(why)),
            }
        });
    };
    view! {
        <main class="new pair" data-screen="password-reset">
            <PageHeader title=app.title(Message::NewPassword)/>
            <div class="sheet">
                <section class="own"><p><span class="label">{app.text(Message::AccountName)}</span><strong>{name.clone()}</strong></p></section>
                <form class="account-form" data-form="password-reset" on:submit=send>
                    <input type="text" name="username" autocomplete="username" readonly hidden value=name/>
                    <PasswordField label=Message::NewPassword name="new-password" autocomplete="new-password" hint=true field=password/>
                    <div role="alert">
                        {move || trouble.get().map(|why| view! { <p class="trouble" data-trouble=true>{why}</p> })}
                    </div>
                    <button class="main big" data-act="reset-password">{app.text(Message::ChangePassword)}</button>
                </form>
            </div>
            <StartBoard variant=Variant::Xiangqi/>
        </main>
    }
}

/// Changes the password.
#[component]
fn NewPassword(name: String) -> impl IntoView {
    let app = App::get();
    let said = RwSignal::new(None::<Result<(), String>>);
    let old = NodeRef::<html::Input>::new();
    let new = NodeRef::<html::Input>::new();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let change = ChangePassword { old: value(old), new: value(new) };
        if let Some(fault) = password_problem(&change.new) {
            said.set(Some(Err(app.t(fault).to_owned())));
            return;
        }
        leptos::task::spawn_local(async move {
            let answer = players::change_password(app, &change).await;
            if answer.is_ok() {
                for field in [old, new] {
                    // The page may have been left in the meantime.
                    if let Some(field) = field.try_get_untracked().flatten() {
                        field.set_value("");
                    }
                }
            }
            let _ = said.try_set(Some(answer));
        });
    };
    view! {
        <form class="account-form" data-form="password" on:submit=send>
            // Tells password managers the account's name.
            <input type="text" name="username" autocomplete="username" readonly hidden value=name/>
            <PasswordField label=Message::OldPassword name="old-password" autocomplete="current-password" hint=false field=old/>
            <PasswordField label=Message::NewPassword name="new-password" autocomplete="new-password" hint=true field=new/>
            <div role="status">
                {move || said.get().map(|said| match said {
                    Ok(()) => view! { <p data-done=true>{app.t(Message::PasswordChanged)}</p> }.into_any(),
                    Err(why) => view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> }.into_any(),
                })}
            </div>
            <button data-act="change-password">{app.text(Message::ChangePassword)}</button>
        </form>
    }
}
