use super::{Dialog, RouteLink};
use crate::{
    app::App,
    backend::players,
    lazy::{Lazy, LazyChunk, NotFetched},
};
use i18n::{Message, fill};
use leptos::{ev::SubmitEvent, html, prelude::*, wasm_split::wasm_split};
use protocol::Credentials;
use ui_model::{
    Route,
    players::{mail_problem, name_problem, password_problem},
};

/// The sign-in dialog over the current page.
#[component]
pub(crate) fn SignInDialog() -> impl IntoView {
    let app = App::get();
    move || {
        app.sign_in_open.get().then(|| {
            let close = Callback::new(move |()| app.sign_in_open.set(false));
            view! {
                <Dialog title=app.title(Message::SignIn) name="sign-in" on_close=close>
                    <Lazy chunk=LazyChunk::new(fetch_sign_in, move || sign_in(close)).with_styles(&["/style/players.css"])/>
                </Dialog>
            }
        })
    }
}

/// Says what became of the message that confirms the mail address of a new account.
#[component]
pub(crate) fn MailNotice() -> impl IntoView {
    let app = App::get();
    let close = move || app.mail_notice.set(None);
    move || {
        app.mail_notice.get().map(|[words, again]| {
            view! {
                <Dialog title=app.title(Message::Account) name="mail-notice" on_close=Callback::new(move |()| close())>
                    <p>{words}</p>
                    <p class="label">{again}</p>
                    <p on:click=move |_| close()>
                        <RouteLink class="button main" act="account" to=Route::Account>{app.text(Message::Account)}</RouteLink>
                    </p>
                </Dialog>
            }
        })
    }
}

#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_sign_in))]
fn sign_in(on_done: Callback<()>) -> Result<AnyView, NotFetched> {
    Ok(view! { <SignIn on_done/> }.into_any())
}

/// A note that an account is needed, with a link to sign in.
#[component]
pub(crate) fn NeedsAccount() -> impl IntoView {
    let app = App::get();
    view! {
        <div class="needs" role="status" data-needs="account">
            <p>{app.text(Message::RatedNeedsAccount)}</p>
            <button type="button" class="main" data-act="sign-in" on:click=move |_| app.sign_in_open.set(true)>
                {app.text(Message::SignIn)}
            </button>
        </div>
    }
}

/// The form to sign in or register.
#[component]
pub(crate) fn SignIn(
    /// Called when the player has signed in.
    on_done: Callback<()>,
) -> impl IntoView {
    let app = App::get();
    let is_new = RwSignal::new(false);
    let busy = RwSignal::new(false);
    let trouble = RwSignal::new(None::<String>);
    let takes_games = RwSignal::new(true);
    let finished_games = players::own_finished_games();
    let sends_mail = RwSignal::new(false);
    leptos::task::spawn_local(async move {
        // Without an answer the form offers no mail.
        if let Ok(status) = players::mail_status(app).await {
            let _ = sends_mail.try_set(status.offered);
        }
    });
    // The values are read when the form is sent, because a browser does not always report what it
    // fills in.
    let name = NodeRef::<html::Input>::new();
    let password = NodeRef::<html::Input>::new();
    let mail = NodeRef::<html::Input>::new();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        let credentials =
            Credentials { name: value(name).trim().to_owned(), password: value(password) };
        let is_new = is_new.get_untracked();
        let takes_games = takes_games.get_untracked();
        let mail = if is_new { value(mail).trim().to_owned() } else { String::new() };
        let fault = name_problem(&credentials.name)
            .or_else(|| password_problem(&credentials.password).filter(|_| is_new))
            .map(|fault| app.t(fault).to_owned());
        let fault = fault.or_else(|| match &*mail {
            "" => None,
            mail => mail_problem(app.language_untracked(), mail),
        });
        let has_fault = fault.is_some();
        trouble.set(fault);
        if has_fault {
            return;
        }
        busy.set(true);
        leptos::task::spawn_local(async move {
            match send_credentials(app, &credentials, is_new, takes_games, &mail).await {
                Ok(notice) => {
                    // The form may have been closed in the meantime.
                    let _ = on_done.try_run(());
                    app.mail_notice.set(notice);
                }
                Err(why) => _ = trouble.try_set(Some(why)),
            }
            let _ = busy.try_set(false);
        });
    };
    let submit = move || match (busy.get(), is_new.get()) {
        (true, _) => Message::OneMoment,
        (false, true) => Message::Register,
        (false, false) => Message::SignIn,
    };
    view! {
        <form class="account-form" data-form="account" on:submit=send>
            <SignInModes is_new trouble/>
            <AccountNameField label=Message::AccountName input="account-name" fault="account-trouble" field=name/>
            <PasswordField
                label=Message::Password
                name="password"
                autocomplete=Signal::derive(move || if is_new.get() { "new-password" } else { "current-password" })
                hint=is_new
                field=password
            />
            {move || (is_new.get() && sends_mail.get()).then(|| view! {
                <MailField label=Message::MailAddress hint=true field=mail/>
            })}
            {move || (is_new.get() && finished_games > 0).then(|| view! {
                <label class="switch" data-field="take-games">
                    <span>
                        {app.text(Message::TakeGames)}
                        <small class="label">{app.text(Message::TakeGamesAbout)}</small>
                    </span>
                    <input
                        type="checkbox"
                        role="switch"
                        data-option="take-games"
                        prop:checked=move || takes_games.get()
                        on:change=move |event| takes_games.set(event_target_checked(&event))
                    />
                </label>
            })}
            <div role="alert" id="account-trouble">
                {move || trouble.get().map(|why| view! { <p class="trouble" data-trouble=true>{why}</p> })}
            </div>
            {move || (!is_new.get() && sends_mail.get()).then(|| view! {
                // The dialog is left with the page below it.
                <p on:click=move |_| app.sign_in_open.set(false)>
                    <RouteLink act="forgot-password" to=Route::ForgotPassword>{app.text(Message::ForgotPassword)}</RouteLink>
                </p>
            })}
            <button class="main big" data-act="send-account" aria-busy=move || busy.get().to_string()>
                {move || app.t(submit())}
            </button>
        </form>
    }
}

/// Signs in or registers, and updates the page's account. A new account gets a link to confirm its
/// mail address, unless it is empty. Returns words about that message.
async fn send_credentials(
    app: App,
    credentials: &Credentials,
    is_new: bool,
    takes_games: bool,
    mail: &str,
) -> Result<Option<[String; 2]>, String> {
    let mut notice = None;
    let account = if is_new {
        let account = players::register(app, credentials).await?;
        if takes_games {
            players::claim_games(app).await;
        }
        if !mail.is_empty() {
            // The account exists in any case. Its page shows whether it has an address.
            let sent = players::change_mail(app, mail, credentials.password.clone()).await;
            let language = app.language_untracked();
            let (words, values) = match &sent {
                Ok(()) => (Message::ConfirmationSent, vec![mail]),
                Err(why) => (Message::ConfirmationNotSent, vec![mail, why]),
            };
            let words = fill(words.in_language(language), &values);
            let again = Message::ConfirmationAgain.in_language(language);
            notice = Some([words, again.to_owned()]);
        }
        account
    } else {
        players::sign_in(app, credentials).await?
    };
    app.set_account(Some(account.name));
    Ok(notice)
}

/// The choice between signing in and registering.
#[component]
fn SignInModes(is_new: RwSignal<bool>, trouble: RwSignal<Option<String>>) -> impl IntoView {
    let app = App::get();
    let mode = move |id: &'static str, new: bool, message: Message| {
        let choose = move |_| {
            trouble.set(None);
            is_new.set(new);
        };
        view! {
            <button type="button" data-mode=id aria-pressed=move || (is_new.get() == new).to_string() on:click=choose>
                {app.text(message)}
            </button>
        }
    };
    view! {
        <div class="choices" role="group" aria-label=app.text(Message::Account)>
            {mode("sign-in", false, Message::SignIn)}
            {mode("register", true, Message::NewAccount)}
        </div>
    }
}

/// A field for the account's name, or for what names the account.
#[component]
pub(crate) fn AccountNameField(
    label: Message,
    /// Name for tests.
    input: &'static str,
    /// Id of the element that describes a fault.
    #[prop(optional)]
    fault: Option<&'static str>,
    field: NodeRef<html::Input>,
) -> impl IntoView {
    let app = App::get();
    view! {
        <label class="field">
            <span class="label">{app.text(label)}</span>
            <input
                type="text"
                name="username"
                autocomplete="username"
                autocapitalize="none"
                spellcheck="false"
                required
                data-input=input
                aria-describedby=fault
                node_ref=field
            />
        </label>
    }
}

/// A field for a mail address.
#[component]
pub(crate) fn MailField(
    label: Message,
    /// Whether to say what the address is for.
    hint: bool,
    field: NodeRef<html::Input>,
) -> impl IntoView {
    let app = App::get();
    view! {
        <label class="field">
            <span class="label">{app.text(label)}</span>
            // Not of the type `email`: browsers would word the faults differently.
            <input
                type="text"
                inputmode="email"
                name="email"
                autocomplete="email"
                autocapitalize="none"
                spellcheck="false"
                data-input="mail-address"
                node_ref=field
            />
            {hint.then(|| view! { <small class="label">{app.text(Message::MailAddressAbout)}</small> })}
        </label>
    }
}

/// A field for a password, which can be shown.
#[component]
pub(crate) fn PasswordField(
    label: Message,
    name: &'static str,
    /// The purpose of the field, for password managers.
    #[prop(into)]
    autocomplete: Signal<&'static str>,
    /// Whether to show the minimum length.
    #[prop(into)]
    hint: Signal<bool>,
    field: NodeRef<html::Input>,
) -> impl IntoView {
    let app = App::get();
    let shown = RwSignal::new(false);
    view! {
        <label class="field">
            <span class="label">{app.text(label)}</span>
            <span class="secret">
                <input
                    type=move || if shown.get() { "text" } else { "password" }
                    name=name
                    autocomplete=move || autocomplete.get()
                    autocapitalize="none"
                    spellcheck="false"
                    required
                    data-input=name
                    node_ref=field
                />
                <button
                    type="button"
                    class="plain"
                    data-act="show-password"
                    aria-label=app.text(Message::ShowPassword)
                    aria-pressed=move || shown.get().to_string()
                    on:click=move |_| shown.update(|on| *on = !*on)
                >
                    <super::Icon d="M2 12C6 5 18 5 22 12C18 19 6 19 2 12ZM12 15A3 3 0 1 1 12 9A3 3 0 1 1 12 15"/>
                </button>
            </span>
            {move || hint.get().then(|| view! { <small class="label">{app.t(Message::PasswordHint)}</small> })}
        </label>
    }
}

/// The current text of a field.
pub(crate) fn value(field: NodeRef<html::Input>) -> String {
    field.get_untracked().map(|field| field.value()).unwrap_or_default()
}
