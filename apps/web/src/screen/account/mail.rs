//! The account's mail address, and a new password by mail.

use crate::{
    app::App,
    backend::players,
    browser,
    parts::{
        AccountNameField, MailField, PageHeader, PasswordField, RouteLink, SignIn, StartBoard,
        value,
    },
};
use i18n::{Message, fill};
use leptos::{ev::SubmitEvent, html, prelude::*};
use protocol::MailStatus;
use ui_model::{Route, Variant, players::mail_problem};

/// Result of the last request of a form, in words.
type Said = RwSignal<Option<Result<String, String>>>;

/// Reads whether the server sends mail, and the account's address.
fn ask_status(app: App, known: RwSignal<Option<MailStatus>>) {
    leptos::task::spawn_local(async move {
        // Without an answer the page offers no mail.
        if let Ok(status) = players::mail_status(app).await {
            let _ = known.try_set(Some(status));
        }
    });
}

/// The account's mail address, with a form to change and to remove it. Empty if the server sends no
/// mail and has no address.
#[component]
pub(super) fn MailAddress(name: String) -> impl IntoView {
    let app = App::get();
    let known = RwSignal::new(None::<MailStatus>);
    ask_status(app, known);
    let is_shown = Memo::new(move |_| {
        known.with(|known| known.as_ref().is_some_and(|it| it.offered || it.address.is_some()))
    });
    move || {
        is_shown.get().then(|| {
            view! {
                <details class="more" data-panel="mail">
                    <summary>{app.text(Message::MailAddress)}</summary>
                    <p>{app.text(Message::MailAddressAbout)}</p>
                    <MailAddressForm name=name.clone() known/>
                </details>
            }
        })
    }
}

#[component]
fn MailAddressForm(name: String, known: RwSignal<Option<MailStatus>>) -> impl IntoView {
    let app = App::get();
    let said: Said = RwSignal::new(None);
    let is_busy = RwSignal::new(false);
    let address = NodeRef::<html::Input>::new();
    let password = NodeRef::<html::Input>::new();
    // Shows the result of a request, and the address as it is now.
    let finish = move |result: Result<String, String>| {
        if result.is_ok() {
            for field in [address, password] {
                if let Some(field) = field.get_untracked() {
                    field.set_value("");
                }
            }
            ask_status(app, known);
        }
        let _ = said.try_set(Some(result));
        let _ = is_busy.try_set(false);
    };
    let begin = move || {
        said.set(None);
        !is_busy.get_untracked() && {
            is_busy.set(true);
            true
        }
    };
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let (typed, password) = (value(address).trim().to_owned(), value(password));
        if let Some(problem) = mail_problem(app.language_untracked(), &typed) {
            said.set(Some(Err(problem)));
        } else if begin() {
            leptos::task::spawn_local(async move {
                let sent = players::change_mail(app, &typed, password).await;
                finish(sent.map(|()| fill(app.t(Message::ConfirmationSent), &[&typed])));
            });
        }
    };
    let remove = move |_| {
        let password = value(password);
        if begin() {
            leptos::task::spawn_local(async move {
                let removed = players::remove_mail(app, password).await;
                finish(removed.map(|()| app.t(Message::MailAddressRemoved).to_owned()));
            });
        }
    };
    let is_offered = move || known.with(|known| known.as_ref().is_some_and(|it| it.offered));
    let shown = move || known.with(|known| known.as_ref()?.address.clone());
    view! {
        <form class="account-form" data-form="mail" on:submit=send>
            {move || shown().map(|address| view! { <p><strong data-own-mail=true>{address}</strong></p> })}
            // Tells password managers the account's name.
            <input type="text" name="username" autocomplete="username" readonly hidden value=name/>
            {move || is_offered().then(|| view! { <MailField label=Message::NewMailAddress hint=false field=address/> })}
            <PasswordField label=Message::OldPassword name="mail-password" autocomplete="current-password" hint=false field=password/>
            <Saying said/>
            {move || is_offered().then(|| view! {
                <button data-act="send-confirmation" disabled=move || is_busy.get()>{app.text(Message::SendConfirmation)}</button>
            })}
            {move || shown().map(|_| view! {
                <button type="button" data-act="remove-mail" disabled=move || is_busy.get() on:click=remove>
                    {app.text(Message::RemoveMailAddress)}
                </button>
            })}
        </form>
    }
}

#[component]
fn Saying(said: Said) -> impl IntoView {
    view! {
        <div role="status">
            {move || said.get().map(|said| match said {
                Ok(words) => view! { <p data-done=true>{words}</p> }.into_any(),
                Err(why) => view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> }.into_any(),
            })}
        </div>
    }
}

/// The page that asks for a link for a new password by mail.
#[component]
pub(crate) fn ForgotPassword() -> impl IntoView {
    let app = App::get();
    let known = RwSignal::new(None::<MailStatus>);
    ask_status(app, known);
    let said: Said = RwSignal::new(None);
    let is_busy = RwSignal::new(false);
    let name = NodeRef::<html::Input>::new();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let typed = value(name).trim().to_owned();
        if typed.is_empty() || is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        leptos::task::spawn_local(async move {
            let sent = players::forgot_password(app, &typed).await;
            let _ = said.try_set(Some(sent.map(|()| app.t(Message::ResetLinkSent).to_owned())));
            let _ = is_busy.try_set(false);
        });
    };
    let is_sent = Memo::new(move |_| said.with(|said| matches!(said, Some(Ok(_)))));
    let is_offered =
        Memo::new(move |_| known.with(|known| known.as_ref().is_some_and(|known| known.offered)));
    view! {
        <main class="new pair" data-screen="forgot-password">
            <PageHeader title=app.title(Message::ForgotPassword)/>
            <div class="sheet">
                {move || (is_offered.get() && !is_sent.get()).then(|| view! {
                    <form class="account-form" data-form="forgot-password" on:submit=send>
                        <p>{app.text(Message::ForgotPasswordAbout)}</p>
                        <AccountNameField label=Message::NameOrMail input="name-or-mail" field=name/>
                        <button class="main big" data-act="send-reset-link" disabled=move || is_busy.get()>
                            {app.text(Message::SendResetLink)}
                        </button>
                    </form>
                })}
                <Saying said/>
                <p class="label">{app.text(Message::ResetWithoutMail)}</p>
            </div>
            <StartBoard variant=Variant::Xiangqi/>
        </main>
    }
}

/// The page of a link that confirms a mail address. The account must be signed in, so that a wrong
/// address, whose owner gets the link, gives no access.
#[component]
pub(crate) fn ConfirmMail() -> impl IntoView {
    let app = App::get();
    leptos::task::spawn_local(players::recall(app));
    let said: Said = RwSignal::new(None);
    let is_busy = RwSignal::new(false);
    let confirm = move |_| {
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        let code = browser::window().location().hash().unwrap_or_default();
        let code = code.trim_start_matches('#').to_owned();
        leptos::task::spawn_local(async move {
            let confirmed = players::confirm_mail(app, code).await;
            if confirmed.is_ok() {
                app.replace_address(&Route::ConfirmMail);
            }
            let words = |()| app.t(Message::MailAddressConfirmed).to_owned();
            let _ = said.try_set(Some(confirmed.map(words)));
            let _ = is_busy.try_set(false);
        });
    };
    let is_done = Memo::new(move |_| said.with(|said| matches!(said, Some(Ok(_)))));
    let signed_in = move |name: String| {
        view! {
            <p><span class="label">{app.text(Message::SignedInAs)}</span><strong data-own-name=true>{name}</strong></p>
            <Saying said/>
            {move || if is_done.get() {
                view! { <RouteLink class="button main" act="account" to=Route::Account>{app.text(Message::Account)}</RouteLink> }.into_any()
            } else {
                view! {
                    <button class="main big" data-act="confirm-mail" disabled=move || is_busy.get() on:click=confirm>
                        {app.text(Message::ConfirmMailAddress)}
                    </button>
                }
                .into_any()
            }}
        }
    };
    view! {
        <main class="new pair" data-screen="confirm-mail">
            <PageHeader title=app.title(Message::ConfirmMailAddress)/>
            <div class="sheet">
                {move || match app.account.get() {
                    Some(name) => view! { <section class="own">{signed_in(name)}</section> }.into_any(),
                    None => view! {
                        <p class="label">{app.text(Message::SignInToConfirm)}</p>
                        <SignIn on_done=Callback::new(|()| ())/>
                    }
                    .into_any(),
                }}
            </div>
            <StartBoard variant=Variant::Xiangqi/>
        </main>
    }
}
