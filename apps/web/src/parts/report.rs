//! Reports of players to the moderators.

use super::{ChoiceGroup, Dialog};
use crate::{
    app::App,
    backend::players,
    lazy::{Lazy, LazyChunk, NotFetched},
};
use i18n::Message;
use leptos::{ev::SubmitEvent, html, prelude::*, wasm_split::wasm_split};
use protocol::{GameId, REPORT_CHARS, ReportReason, ReportRequest};

/// A button that opens the form for a report on a player. A guest is asked to sign in; there is none
/// for the reader's own name.
#[component]
pub(crate) fn ReportButton(name: String) -> impl IntoView {
    let app = App::get();
    let is_open = RwSignal::new(false);
    let name = StoredValue::new(name);
    let open = move |_| {
        if app.account.with_untracked(Option::is_some) {
            is_open.set(true);
        } else {
            app.sign_in_open.set(true);
        }
    };
    let is_other = move || app.account.with(|own| own.as_ref() != Some(&name.get_value()));
    move || {
        is_other().then(|| view! {
            <button class="plain report" data-act="report" on:click=open>{app.text(Message::Report)}</button>
            {move || is_open.get().then(|| view! { <ReportDialog name=name.get_value() table=None quote=String::new() is_open/> })}
        })
    }
}

/// The form for a report on a player in a dialog.
#[component]
pub(crate) fn ReportDialog(
    name: String,
    /// The table where it happened.
    table: Option<GameId>,
    /// The first words of the report.
    quote: String,
    /// Whether the dialog is open.
    is_open: RwSignal<bool>,
) -> impl IntoView {
    let app = App::get();
    let about = StoredValue::new((name, table, quote));
    let title = Signal::derive(move || {
        about.with_value(|(name, ..)| app.t_with(Message::ReportTitle, &[name]))
    });
    view! {
        <Dialog title name="report" on_close=Callback::new(move |()| is_open.set(false))>
            <Lazy chunk=LazyChunk::new(fetch_report, move || report_form(about.get_value()))/>
        </Dialog>
    }
}

#[wasm_split(report, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_report))]
fn report_form(about: (String, Option<GameId>, String)) -> Result<AnyView, NotFetched> {
    let (name, table, quote) = about;
    Ok(view! { <ReportForm name table quote/> }.into_any())
}

/// The text of a reason.
pub(crate) const fn report_words(reason: ReportReason) -> Message {
    match reason {
        ReportReason::Chat => Message::ReportChat,
        ReportReason::Name => Message::ReportName,
        ReportReason::Cheating => Message::ReportCheating,
        ReportReason::Unsporting => Message::ReportUnsporting,
        ReportReason::Other => Message::ReportOther,
    }
}

/// Reason and text of a report.
#[component]
fn ReportForm(name: String, table: Option<GameId>, quote: String) -> impl IntoView {
    let app = App::get();
    let reason = RwSignal::new(if quote.is_empty() { "cheating" } else { "chat" }.to_owned());
    let list = Signal::derive(move || {
        ReportReason::ALL
            .map(|reason| (reason.as_str().to_owned(), app.t(report_words(reason)).to_owned()))
            .to_vec()
    });
    let trouble = RwSignal::new(None::<String>);
    let is_sent = RwSignal::new(false);
    let text = NodeRef::<html::Textarea>::new();
    let about = StoredValue::new((name, table));
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(reason) = reason.with_untracked(|name| ReportReason::parse(name)) else { return };
        let text = text.get_untracked().map(|field| field.value()).unwrap_or_default();
        let (name, table) = about.get_value();
        trouble.set(None);
        leptos::task::spawn_local(async move {
            match players::report(app, &name, &ReportRequest { reason, text, table }).await {
                Ok(()) => _ = is_sent.try_set(true),
                Err(why) => _ = trouble.try_set(Some(why)),
            }
        });
    };
    move || {
        if is_sent.get() {
            return view! { <div role="status"><p data-done=true>{app.text(Message::ReportSent)}</p></div> }
                .into_any();
        }
        let quote = quote.clone();
        view! {
            <form data-form="report" on:submit=send>
                <p class="label">{app.text(Message::ReportAbout)}</p>
                <ChoiceGroup title=app.title(Message::ModerateReason) name="report-reason" list chosen=reason.into() choose=Callback::new(move |value| reason.set(value))/>
                <label class="field">
                    <span class="label">{app.text(Message::ReportText)}</span>
                    <textarea node_ref=text data-input="report" rows="4" maxlength=REPORT_CHARS.to_string()>{quote}</textarea>
                </label>
                <div role="alert">
                    {move || trouble.get().map(|why| view! { <p class="trouble" data-trouble=true>{why}</p> })}
                </div>
                <button class="main big" data-act="send-report">{app.text(Message::ReportSend)}</button>
            </form>
        }
        .into_any()
    }
}
