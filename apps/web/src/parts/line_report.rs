//! Reports of lines of a chat.

use super::ReportDialog;
use crate::{
    app::{App, effect},
    backend::players,
    browser,
};
use i18n::Message;
use leptos::prelude::*;
use protocol::{GameId, GuestReportRequest, ReportReason, ReportRequest};
use ui_model::chat::ReportedAuthor;

/// Time in which a report can be taken back, in milliseconds.
const UNDO_MS: u32 = 5_000;

/// How far a report is.
#[derive(Clone, PartialEq, Eq)]
enum Stage {
    /// The line is not reported.
    Open,
    /// The report will be sent when the time is over.
    Pending,
    /// The report is sent, or on its way.
    Sent,
    /// The server has refused the report, in words.
    Refused(String),
}

/// What a report says: the author, the table and the line.
type About = (ReportedAuthor, Option<GameId>, String);

/// Reports a line of another person at one tap, which the reader can take back for a few seconds, or
/// replace with a longer report. A guest is asked to sign in, and reports no guest.
#[component]
pub(crate) fn LineReport(
    /// The author of the line.
    author: ReportedAuthor,
    /// The table of the chat.
    table: Option<GameId>,
    /// The line.
    quote: String,
) -> impl IntoView {
    let app = App::get();
    let stage = RwSignal::new(Stage::Open);
    let has_form = RwSignal::new(false);
    // The account of the author, whom a longer report can name.
    let account = match &author {
        ReportedAuthor::Account(name) => Some(name.clone()),
        ReportedAuthor::Guest(_) => None,
    };
    let account = StoredValue::new(account);
    let about = StoredValue::new((author, table, quote));
    // Number of taps: a report that was taken back is not sent when its time is over.
    let taps = StoredValue::new(0_u32);
    let send = move || {
        let Some(about) = about.try_get_value() else { return };
        leptos::task::spawn_local(async move {
            if let Err(why) = send_report(app, about).await {
                // The chat may have been left in the meantime.
                let _ = stage.try_set(Stage::Refused(why));
            }
        });
    };
    let report = move |_| {
        if app.account.with_untracked(Option::is_none) {
            app.sign_in_open.set(true);
            return;
        }
        stage.set(Stage::Pending);
        taps.update_value(|taps| *taps += 1);
        let own = taps.get_value();
        browser::run_after(UNDO_MS, move || {
            let is_due = taps.try_get_value() == Some(own);
            if is_due && stage.try_get_untracked() == Some(Stage::Pending) {
                stage.set(Stage::Sent);
                send();
            }
        });
    };
    on_cleanup(move || {
        // The reader leaves the chat before the time is over.
        if stage.try_get_untracked() == Some(Stage::Pending) {
            send();
        }
    });
    let take_back = move |_| stage.set(Stage::Open);
    let open_form = move |_| {
        stage.set(Stage::Open);
        has_form.set(true);
    };
    let is_offered = Memo::new(move |_| {
        about.with_value(|(author, table, _)| match author {
            ReportedAuthor::Account(name) => app.account.with(|own| own.as_ref() != Some(name)),
            ReportedAuthor::Guest(_) => table.is_some() && app.account.with(Option::is_some),
        })
    });
    let button = move || {
        view! { <button class="plain report" data-act="report" on:click=report>{app.text(Message::Report)}</button> }
    };
    let has_account = move || account.with_value(Option::is_some);
    // The pressed button is gone, so the focus moves to the one that takes the report back.
    let undo = NodeRef::<leptos::html::Button>::new();
    effect(move || {
        if let Some(undo) = undo.get() {
            let _ = undo.focus();
        }
    });
    let pending = move || {
        view! {
            <span class="reported" role="status" data-reported="pending">
                {app.text(Message::Reported)}
                <button node_ref=undo class="plain" data-act="undo-report" on:click=take_back>{app.text(Message::BringBack)}</button>
                {has_account().then(|| view! {
                    <button class="plain" data-act="add-reason" on:click=open_form>{app.text(Message::ReportAddReason)}</button>
                })}
            </span>
        }
    };
    let sent = move || {
        view! { <span class="reported" role="status" data-reported="sent">{app.text(Message::Reported)}</span> }
    };
    let refused = move |why: String| {
        view! {
            <span class="reported" role="alert" data-trouble=true>{why}</span>
            {button()}
        }
    };
    let state = move || match stage.get() {
        Stage::Open => button().into_any(),
        Stage::Pending => pending().into_any(),
        Stage::Sent => sent().into_any(),
        Stage::Refused(why) => refused(why).into_any(),
    };
    let form = move || {
        let name = account.get_value().filter(|_| has_form.get());
        name.map(|name| {
            let (_, table, quote) = about.get_value();
            view! { <ReportDialog name table quote is_open=has_form/> }
        })
    };
    move || is_offered.get().then(|| view! { {state} {form} })
}

async fn send_report(app: App, (author, table, text): About) -> Result<(), String> {
    match (author, table) {
        (ReportedAuthor::Account(name), table) => {
            let reason = ReportReason::Chat;
            players::report(app, &name, &ReportRequest { reason, text, table }).await
        }
        (ReportedAuthor::Guest(guest), Some(table)) => {
            players::report_guest(app, &table, &GuestReportRequest { guest, text }).await
        }
        // Such a line has no button.
        (ReportedAuthor::Guest(_), None) => Ok(()),
    }
}
