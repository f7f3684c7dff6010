//! The page of moderators: reports, accounts, running games, the announcement and the audit log.

mod fair_play;

use crate::{
    app::{App, effect},
    backend::players,
    browser,
    parts::{Awaited, PageHeader, RouteLink, Unanswered, report_words},
};
use fair_play::FairPlayPanel;
use i18n::{Message, variant_name};
use leptos::{ev::SubmitEvent, html, prelude::*};
use protocol::{
    AccountFile, AuditEntry, ModerationDesk, ModeratorAct, ModeratorActRequest, REPORT_CHARS,
    ReportReason, ReportView, ReportedGuest, Role, TableInfo,
};
use ui_model::{Route, Variant, chat::guest_digits};

/// The moderators' desk, or what they see of an account.
#[component]
pub(crate) fn Moderation(
    /// Name of the account.
    account: Option<String>,
) -> impl IntoView {
    let app = App::get();
    let title = match &account {
        Some(name) => Signal::stored(name.clone()),
        None => app.title(Message::Moderation),
    };
    view! {
        <main class="new wide" data-screen="moderation">
            <PageHeader title/>
            {match account {
                Some(name) => view! { <FileOf name/> }.into_any(),
                None => view! { <Desk/> }.into_any(),
            }}
        </main>
    }
}

/// An answer of the server; `None` until it has arrived.
type Answer<T> = RwSignal<Option<Result<T, String>>>;

/// Asks now, again when the account changes, and whenever the returned callback is called.
fn asked<T, F>(app: App, question: impl Fn() -> F + 'static) -> (Answer<T>, Callback<()>)
where
    T: Clone + Send + Sync + 'static,
    F: Future<Output = Result<T, String>> + 'static,
{
    let found = RwSignal::new(None);
    let again = RwSignal::new(0_u32);
    let account = Memo::new(move |_| app.account.get());
    effect(move || {
        account.track();
        again.track();
        let asking = question();
        leptos::task::spawn_local(async move {
            let answer = asking.await;
            // The page may have been left in the meantime.
            let _ = found.try_set(Some(answer));
        });
    });
    (found, Callback::new(move |()| again.update(|count| *count += 1)))
}

/// How far a question is. It stays the same when a later answer differs, so that forms keep their
/// fields and the focus.
#[derive(Clone, PartialEq)]
enum Stage {
    Awaited,
    Failed(String),
    Known,
}

fn stage<T: Send + Sync + 'static>(found: Answer<T>) -> Memo<Stage> {
    Memo::new(move |_| {
        found.with(|found| match found {
            None => Stage::Awaited,
            Some(Err(why)) => Stage::Failed(why.clone()),
            Some(Ok(_)) => Stage::Known,
        })
    })
}

/// A part of the answer; the default before there is one.
fn part<T, P>(found: Answer<T>, of: impl Fn(&T) -> P + Send + Sync + 'static) -> Memo<P>
where
    T: Send + Sync + 'static,
    P: Default + PartialEq + Send + Sync + 'static,
{
    Memo::new(move |_| {
        found.with(|found| match found {
            Some(Ok(found)) => of(found),
            _ => P::default(),
        })
    })
}

/// Waits for the first answer, or shows why there is none.
fn unknown(stage: Stage, ask: Callback<()>) -> Option<AnyView> {
    match stage {
        Stage::Awaited => {
            Some(view! { <div class="sheet" aria-live="polite"><Awaited/></div> }.into_any())
        }
        Stage::Failed(why) => Some(
            view! { <div class="sheet" aria-live="polite"><Unanswered why ask/></div> }.into_any(),
        ),
        Stage::Known => None,
    }
}

#[component]
fn Desk() -> impl IntoView {
    let app = App::get();
    let (found, ask) = asked(app, move || players::moderation_desk(app));
    let stage = stage(found);
    move || {
        let _ = app.language();
        unknown(stage.get(), ask).unwrap_or_else(|| view! { <KnownDesk found ask/> }.into_any())
    }
}

#[component]
fn KnownDesk(found: Answer<ModerationDesk>, ask: Callback<()>) -> impl IntoView {
    let app = App::get();
    let reports = part(found, |desk| desk.reports.clone());
    let tables = part(found, |desk| desk.tables.clone());
    let log = part(found, |desk| desk.log.clone());
    let announcement = part(found, |desk| desk.announcement.clone());
    view! {
        <div class="profile">
            <section class="sheet latest" data-panel="reports">
                <h2>{app.t(Message::OpenReports)}</h2>
                {move || view! { <Reports reports=reports.get() ask/> }}
            </section>
            <section class="sheet latest" data-panel="find-account">
                <FindAccount/>
            </section>
            <section class="sheet latest" data-panel="announcement">
                <h2>{app.t(Message::Announcement)}</h2>
                <AnnouncementForm text=announcement.get_untracked() ask/>
            </section>
            <section class="sheet latest" data-panel="tables">
                <h2>{app.t(Message::GamesInProgress)}</h2>
                {move || view! { <Tables tables=tables.get()/> }}
            </section>
            <section class="sheet latest" data-panel="log">
                <h2>{app.t(Message::AuditLog)}</h2>
                {move || view! { <Log first=log.get() is_whole=false/> }}
            </section>
        </div>
    }
}

#[component]
fn FileOf(name: String) -> impl IntoView {
    let app = App::get();
    let name = StoredValue::new(name);
    let (found, ask) =
        asked(app, move || async move { players::moderated_account(app, &name.get_value()).await });
    let stage = stage(found);
    move || {
        let _ = app.language();
        unknown(stage.get(), ask).unwrap_or_else(|| view! { <KnownFile found ask/> }.into_any())
    }
}

#[component]
fn KnownFile(found: Answer<AccountFile>, ask: Callback<()>) -> impl IntoView {
    let app = App::get();
    let name = part(found, |file| file.name.clone());
    let is_closed = part(found, |file| file.closed);
    let is_muted = part(found, |file| file.muted);
    let warning = part(found, |file| file.warning.clone());
    let since_and_role = part(found, |file| (file.since_ms.0, file.role));
    let reports = part(found, |file| file.reports.clone());
    let log = part(found, |file| file.log.clone());
    let about = move || {
        let (since_ms, role) = since_and_role.get();
        let since = browser::format_day(app.language().tag(), since_ms);
        let mut about = vec![app.t_with(Message::Since, &[&since])];
        about.extend(role.map(|role| app.t(role_words(role)).to_owned()));
        about.extend(is_muted.get().then(|| app.t(Message::Muted).to_owned()));
        about.extend(is_closed.get().then(|| app.t(Message::ClosedAccount).to_owned()));
        about.join("\u{a0}· ")
    };
    let warning = move || {
        warning.get().map(|text| {
            view! { <p class="label">{app.t(Message::ModeratorWarning)}": "{text}</p> }
        })
    };
    let profile = move || {
        (!is_closed.get()).then(|| {
            let name = name.get();
            view! { <RouteLink to=Route::Player(name.clone())>{format!("@{name}")}</RouteLink> }
        })
    };
    view! {
        <div class="profile">
            <section class="sheet latest" data-panel="acts" data-closed=move || is_closed.get().to_string() data-muted=move || is_muted.get().to_string()>
                <p class="label">{about}</p>
                {warning}
                {profile}
                <Acts name is_closed is_muted ask/>
                <RouteLink to=Route::Moderation(None)>{app.t(Message::Moderation)}</RouteLink>
            </section>
            <section class="sheet latest" data-panel="reports">
                <h2>{app.t(Message::Report)}</h2>
                {move || view! { <Reports reports=reports.get() ask/> }}
            </section>
            <FairPlayPanel name ask/>
            <section class="sheet latest" data-panel="log">
                <h2>{app.t(Message::AuditLog)}</h2>
                {move || view! { <Log first=log.get() is_whole=true/> }}
            </section>
        </div>
    }
}

/// What a moderator can do about an account, with a reason.
#[component]
fn Acts(
    name: Memo<String>,
    is_closed: Memo<bool>,
    is_muted: Memo<bool>,
    ask: Callback<()>,
) -> impl IntoView {
    let app = App::get();
    let trouble = RwSignal::new(None::<String>);
    let done = RwSignal::new(None::<ModeratorAct>);
    let is_sending = RwSignal::new(false);
    let field = NodeRef::<html::Textarea>::new();
    let send = move |act: ModeratorAct| {
        let reason = field.get_untracked().map(|field| field.value()).unwrap_or_default();
        let name = name.get_untracked();
        trouble.set(None);
        done.set(None);
        is_sending.set(true);
        leptos::task::spawn_local(async move {
            let answer = players::moderate(app, &name, &ModeratorActRequest { act, reason }).await;
            let _ = is_sending.try_set(false);
            let field = field.try_get_untracked().flatten();
            match answer {
                Ok(()) => {
                    let _ = done.try_set(Some(act));
                    field.iter().for_each(|field| field.set_value(""));
                    ask.run(());
                }
                Err(why) => _ = trouble.try_set(Some(why)),
            }
            // The button was disabled meanwhile, or is offered no more.
            field.iter().for_each(|field| _ = field.focus());
        });
    };
    let is_offered = move |act: &ModeratorAct| match act {
        ModeratorAct::Settle | ModeratorAct::Warn => true,
        ModeratorAct::Mute => !is_muted.get(),
        ModeratorAct::Unmute => is_muted.get(),
        ModeratorAct::Close => !is_closed.get(),
        ModeratorAct::Reopen => is_closed.get(),
    };
    let buttons = move || {
        let offered = ModeratorAct::ALL.into_iter().filter(is_offered).map(|act| {
            view! {
                <button type="button" data-act=act.as_str() disabled=move || is_sending.get() on:click=move |_| send(act)>{app.t(act_words(act.as_str()))}</button>
            }
        });
        offered.collect_view()
    };
    view! {
        <label class="field">
            <span class="label">{app.t(Message::ModerateReason)}</span>
            <textarea node_ref=field data-input="reason" rows="2" maxlength=REPORT_CHARS.to_string()></textarea>
        </label>
        <div role="alert">
            {move || trouble.get().map(|why| view! { <p class="trouble" data-trouble=true>{why}</p> })}
        </div>
        <div role="status">
            {move || done.get().map(|act| view! {
                <p data-done=act.as_str()>{app.t(act_words(act.as_str()))}": "{app.t(Message::ModerationDone)}</p>
            })}
        </div>
        <div class="person-acts">{buttons}</div>
    }
}

#[component]
fn Reports(reports: Vec<ReportView>, ask: Callback<()>) -> impl IntoView {
    let app = App::get();
    if reports.is_empty() {
        return view! { <p class="label" data-empty="reports">{app.t(Message::NoReports)}</p> }
            .into_any();
    }
    let rows = reports.into_iter().map(|report| {
        let reason = ReportReason::parse(&report.reason)
            .map_or_else(|| report.reason.clone(), |reason| app.t(report_words(reason)).to_owned());
        let at = browser::format_time(app.language().tag(), report.at_ms.0);
        let from = app.t_with(Message::ReportedBy, &[&report.from]);
        let table = report.table.map(|table| {
            let words = table.to_string();
            view! { "\u{a0}· " <RouteLink to=Route::Table(table)>{words}</RouteLink> }
        });
        let (of, on, name) = (report.on.clone(), report.on.clone(), report.on);
        let author = match report.guest {
            Some(guest) => guest_words(app, guest).into_any(),
            None => view! { <RouteLink to=Route::Moderation(Some(on))>{name}</RouteLink> }.into_any(),
        };
        // The acts on the page of an account settle the other reports.
        let settle = report.guest.filter(|_| !report.settled);
        let settle = settle.map(|_| view! { <SettleReport number=report.number ask/> });
        view! {
            <li data-report=of data-guest=report.guest.is_some().to_string() data-settled=report.settled.to_string()>
                <p><strong>{author}</strong>" "{reason}</p>
                {(!report.text.is_empty()).then(|| view! { <p><bdi>{report.text}</bdi></p> })}
                <p class="label">{from}"\u{a0}· "{at}{table}</p>
                {settle}
            </li>
        }
    });
    view! { <ul class="moderated">{rows.collect_view()}</ul> }.into_any()
}

/// A person without an account, at the table of a report.
fn guest_words(app: App, guest: ReportedGuest) -> String {
    let (message, number) = match guest {
        ReportedGuest::Seat(seat) => (Message::PlayerNumber, u64::from(seat) + 1),
        ReportedGuest::Spectator(number) => (Message::SpectatorNumber, guest_digits(number)),
    };
    app.t_with(message, &[&number.to_string()])
}

/// Settles a report on a person without an account, with a reason.
#[component]
fn SettleReport(number: u64, ask: Callback<()>) -> impl IntoView {
    let app = App::get();
    let trouble = RwSignal::new(None::<String>);
    let field = NodeRef::<html::Input>::new();
    let settle = move |event: SubmitEvent| {
        event.prevent_default();
        let reason = field.get_untracked().map(|field| field.value()).unwrap_or_default();
        trouble.set(None);
        leptos::task::spawn_local(async move {
            match players::settle_report(app, number, reason).await {
                Ok(()) => ask.run(()),
                // The page may have been left in the meantime.
                Err(why) => _ = trouble.try_set(Some(why)),
            }
        });
    };
    view! {
        <form class="account-form" data-form="settle" on:submit=settle>
            <input node_ref=field type="text" data-input="settle-reason" autocomplete="off" maxlength=REPORT_CHARS.to_string() aria-label=app.t(Message::ModerateReason) placeholder=app.t(Message::ModerateReason)/>
            <button data-act="settle-report">{app.t(Message::ActSettle)}</button>
        </form>
        <div role="alert">
            {move || trouble.get().map(|why| view! { <p class="trouble" data-trouble=true>{why}</p> })}
        </div>
    }
}

#[component]
fn FindAccount() -> impl IntoView {
    let app = App::get();
    let name = NodeRef::<html::Input>::new();
    let find = move |event: SubmitEvent| {
        event.prevent_default();
        let name = name.get_untracked().map(|field| field.value()).unwrap_or_default();
        let name = name.trim().to_owned();
        if !name.is_empty() {
            app.go(Route::Moderation(Some(name)));
        }
    };
    view! {
        <form class="account-form" data-form="find-account" on:submit=find>
            <label class="field">
                <span class="label">{app.t(Message::FindAccount)}</span>
                <input type="text" autocomplete="off" spellcheck="false" data-input="find-account" node_ref=name/>
            </label>
        </form>
    }
}

#[component]
fn AnnouncementForm(text: String, ask: Callback<()>) -> impl IntoView {
    let app = App::get();
    let trouble = RwSignal::new(None::<String>);
    let (is_done, is_sending) = (RwSignal::new(false), RwSignal::new(false));
    let field = NodeRef::<html::Input>::new();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let text = field.get_untracked().map(|field| field.value()).unwrap_or_default();
        trouble.set(None);
        is_done.set(false);
        is_sending.set(true);
        leptos::task::spawn_local(async move {
            let answer = players::announce(app, text).await;
            let _ = is_sending.try_set(false);
            match answer {
                Ok(()) => {
                    let _ = is_done.try_set(true);
                    ask.run(());
                }
                Err(why) => _ = trouble.try_set(Some(why)),
            }
            // The button was disabled meanwhile.
            if let Some(field) = field.try_get_untracked().flatten() {
                let _ = field.focus();
            }
        });
    };
    view! {
        <form class="account-form" data-form="announcement" on:submit=send>
            <label class="field">
                <span class="label">{app.t(Message::AnnouncementAbout)}</span>
                <input type="text" autocomplete="off" maxlength=REPORT_CHARS.to_string() data-input="announcement" node_ref=field value=text/>
            </label>
            <div role="alert">
                {move || trouble.get().map(|why| view! { <p class="trouble" data-trouble=true>{why}</p> })}
            </div>
            <div role="status">
                {move || is_done.get().then(|| view! { <p data-done=true>{app.t(Message::ModerationDone)}</p> })}
            </div>
            <button data-act="announce" disabled=move || is_sending.get()>{app.t(Message::Confirm)}</button>
        </form>
    }
}

/// Running games, as every spectator may see them.
#[component]
fn Tables(tables: Vec<TableInfo>) -> impl IntoView {
    let app = App::get();
    if tables.is_empty() {
        return view! { <p class="label" data-empty="tables">{app.t(Message::None)}</p> }
            .into_any();
    }
    let rows = tables.into_iter().map(|info| {
        let variant = info.plan.variant.parse::<Variant>().ok();
        let game = variant.map_or(info.plan.variant.clone(), |variant| {
            variant_name(app.language(), variant).to_owned()
        });
        let names: Vec<String> = info.seats.iter().map(|seat| seat.name.clone()).collect();
        let id = info.table.to_string();
        view! {
            <li data-running=id>
                <RouteLink to=Route::Table(info.table)>{names.join("\u{a0}– ")}</RouteLink>
                <span class="label">{game}</span>
            </li>
        }
    });
    view! { <ul class="moderated">{rows.collect_view()}</ul> }.into_any()
}

/// Entries of the audit log, and a button for earlier ones.
#[component]
fn Log(first: Vec<AuditEntry>, is_whole: bool) -> impl IntoView {
    let app = App::get();
    let is_empty = first.is_empty();
    let entries = RwSignal::new(first);
    let has_more = RwSignal::new(!is_whole && !is_empty);
    let more = move |_| {
        let last = entries.with_untracked(|entries| entries.last().map(|entry| entry.number));
        leptos::task::spawn_local(async move {
            let Some(before) = last else { return };
            if let Ok(found) = players::audit_log(app, before).await {
                let _ = has_more.try_set(!found.is_empty());
                let _ = entries.try_update(|entries| entries.extend(found));
            }
        });
    };
    let row = move |entry: AuditEntry| {
        let at = browser::format_time(app.language().tag(), entry.at_ms.0);
        let by = entry.by.unwrap_or_else(|| app.t(Message::Operator).to_owned());
        let on = entry.on.map(|on| {
            view! { " " <RouteLink to=Route::Moderation(Some(on.clone()))>{on}</RouteLink> }
        });
        let reason = match Role::parse(&entry.reason) {
            Some(role) if entry.act == "grant" => app.t(role_words(role)).to_owned(),
            _ => entry.reason,
        };
        view! {
            <li data-entry=entry.act.clone()>
                <p><strong>{app.t(act_words(&entry.act))}</strong>{on}</p>
                {(!reason.is_empty()).then(|| view! { <p><bdi>{reason}</bdi></p> })}
                <p class="label">{by}"\u{a0}· "{at}</p>
            </li>
        }
    };
    view! {
        {is_empty.then(|| view! { <p class="label" data-empty="log">{app.t(Message::None)}</p> })}
        <ul class="moderated">{move || entries.get().into_iter().map(row).collect_view()}</ul>
        {move || has_more.get().then(|| view! { <button data-act="more" on:click=more>{app.t(Message::More)}</button> })}
    }
}

fn act_words(act: &str) -> Message {
    match act {
        "settle" => Message::ActSettle,
        "warn" => Message::ActWarn,
        "mute" => Message::ActMute,
        "unmute" => Message::ActUnmute,
        "close" => Message::CloseAccount,
        "reopen" => Message::ActReopen,
        "grant" => Message::ActGrant,
        "revoke" => Message::ActRevoke,
        "fair-play" => Message::FairPlay,
        _ => Message::Announcement,
    }
}

const fn role_words(role: Role) -> Message {
    match role {
        Role::Owner => Message::RoleOwner,
        Role::Moderator => Message::RoleModerator,
        Role::Arbiter => Message::RoleArbiter,
    }
}
