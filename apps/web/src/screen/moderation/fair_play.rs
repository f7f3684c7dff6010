//! Signals of fair play of an account, beside those of other players.

use crate::{app::App, backend::players, browser, parts::RouteLink};
use i18n::Message;
use leptos::prelude::*;
use protocol::{FairPlay, FairPlayBase, FairPlayGame, FairPlayLadder, FairPlaySignals};
use ui_model::{Route, fair_play::columns, profile::ladder_name};

/// Interval of asking again while values are computed, in milliseconds.
const AGAIN_MS: u32 = 3_000;

/// A panel that shows nothing until the moderator asks: each look is in the audit log.
#[component]
pub(super) fn FairPlayPanel(name: Memo<String>, ask: Callback<()>) -> impl IntoView {
    let app = App::get();
    let found = RwSignal::new(None::<FairPlay>);
    let trouble = RwSignal::new(None::<String>);
    let is_asking = RwSignal::new(false);
    let look = move |_| {
        let name = name.get_untracked();
        trouble.set(None);
        is_asking.set(true);
        leptos::task::spawn_local(async move {
            loop {
                let answer = players::fair_play(app, &name).await;
                let is_complete = answer.as_ref().map_or(true, |answer| answer.waiting == 0);
                // The page may have been left in the meantime.
                let is_left = match answer {
                    Ok(answer) => found.try_set(Some(answer)).is_some(),
                    Err(why) => trouble.try_set(Some(why)).is_some(),
                };
                if is_left {
                    return;
                }
                if is_complete {
                    break;
                }
                browser::pause(AGAIN_MS).await;
            }
            let _ = is_asking.try_set(false);
            // The audit log has a new entry.
            ask.run(());
        });
    };
    let waiting = move || {
        let count = found.with(|found| found.as_ref().map_or(0, |found| found.waiting));
        (is_asking.get() && count > 0)
            .then(|| view! { <p class="label">{app.t_with(Message::FairPlayWaiting, &[&count.to_string()])}</p> })
    };
    let ladders = move || {
        found.get().map(|found| {
            if found.ladders.is_empty() {
                return view! { <p class="label" data-empty="fair-play">{app.t(Message::FairPlayNone)}</p> }
                    .into_any();
            }
            let ladders = found.ladders.into_iter();
            ladders.map(|ladder| view! { <Ladder ladder/> }).collect_view().into_any()
        })
    };
    view! {
        <section class="sheet latest" data-panel="fair-play">
            <h2>{app.t(Message::FairPlay)}</h2>
            <p class="label">{app.t(Message::FairPlayAbout)}</p>
            <div role="alert">
                {move || trouble.get().map(|why| view! { <p class="trouble" data-trouble=true>{why}</p> })}
            </div>
            <div class="person-acts">
                <button type="button" data-act="fair-play" disabled=move || is_asking.get() on:click=look>{app.t(Message::FairPlayShow)}</button>
            </div>
            <div role="status">{waiting}</div>
            {ladders}
        </section>
    }
}

/// A ladder's table: the games, their medians, and the base rates.
#[component]
fn Ladder(ladder: FairPlayLadder) -> impl IntoView {
    let app = App::get();
    let title = ladder_name(app.language(), &ladder.variant, &ladder.speed);
    let heading = |message: Message| view! { <th scope="col" class="figure">{app.t(message)}</th> };
    let games = ladder.games.iter().map(|game| game_row(app, game)).collect_view();
    let middle = (!ladder.games.is_empty()).then(|| {
        let head = app.t(Message::FairPlayMiddle).to_owned();
        row(head.into_any(), &ladder.middle, "middle")
    });
    let base = ladder.base.map(|base| base_rows(app, &base));
    view! {
        <h3>{title}</h3>
        <div class="wide-table">
            <table class="places signals" data-ladder=format!("{}/{}", ladder.variant, ladder.speed)>
                <thead>
                    <tr>
                        <th scope="col">{app.t(Message::GameTitle)}</th>
                        {heading(Message::FairPlayLoss)}
                        {heading(Message::FairPlayTime)}
                        {heading(Message::FairPlaySpread)}
                        {heading(Message::FairPlayEven)}
                        {heading(Message::FairPlayHidden)}
                    </tr>
                </thead>
                <tbody>{games}{middle}{base}</tbody>
            </table>
        </div>
    }
}

fn game_row(app: App, game: &FairPlayGame) -> impl IntoView + use<> {
    let day = browser::format_day(app.language().tag(), game.ended_ms.0);
    let to = Route::Table(game.table.clone());
    row(view! { <RouteLink to>{day}</RouteLink> }.into_any(), &game.signals, "game")
}

fn base_rows(app: App, base: &FairPlayBase) -> impl IntoView + use<> {
    let words = if base.is_similar { Message::FairPlaySimilar } else { Message::FairPlayOthers };
    let about = app.t_with(words, &[&base.count.to_string()]);
    let quantile = |head: &str, signals, kind| row(head.to_owned().into_any(), signals, kind);
    view! {
        <tr><th scope="row" colspan="6">{about}</th></tr>
        {quantile("10 %", &base.low, "low")}
        {quantile("50 %", &base.middle, "base")}
        {quantile("90 %", &base.high, "high")}
    }
}

fn row(head: AnyView, signals: &FairPlaySignals, kind: &'static str) -> impl IntoView + use<> {
    let cells = columns(signals).map(|text| view! { <td class="figure">{text}</td> });
    view! { <tr data-signals=kind><th scope="row">{head}</th>{cells.into_iter().collect_view()}</tr> }
}
