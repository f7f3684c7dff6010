use crate::{
    app::App,
    backend::players,
    parts::{
        FollowedPlayers, PageHeader, PasswordField, RouteLink, SignIn, StartBoard, value,
        watch_circle,
    },
};
use i18n::Message;
use leptos::{ev::SubmitEvent, html, prelude::*};
use protocol::ChangePassword;
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
    let circle = watch_circle(app);
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
        <FollowedPlayers circle shows_absent=true/>
        {blocked}
        <details class="more">
            <summary>{app.text(Message::ChangePassword)}</summary>
            <NewPassword name/>
        </details>
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
                    if let Some(field) = field.get_untracked() {
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
