//! Challenges to the player.

use super::{Call, Dialog, call_player, stop_calling};
use crate::{
    app::{App, effect},
    backend::{self, players},
    sound,
};
use i18n::Message;
use leptos::prelude::*;
use protocol::{Challenge, GameId, Tally};
use ui_model::{
    Route, Sound, challenge_terms, decline_reasons, players::player_words, profile::tally_words,
};

/// A sheet with the oldest open challenge to the player, over any page.
#[component]
pub(crate) fn IncomingChallenges() -> impl IntoView {
    let app = App::get();
    let incoming = RwSignal::new(Vec::<Challenge>::new());
    // Challenges that the player has put aside or answered.
    let aside = RwSignal::new(Vec::<GameId>::new());
    backend::watch_challenges(incoming);
    let shown = Memo::new(move |_| {
        let aside = aside.get();
        incoming.with(|all| all.iter().find(|it| !aside.contains(&it.table)).cloned())
    });
    effect(move || {
        if shown.with(Option::is_some) {
            sound::play(app, Sound::Low);
            call_player(app, Call::Challenge, None);
        } else {
            stop_calling(Call::Challenge);
        }
    });
    let put_aside = move |table: GameId| aside.update(|aside| aside.push(table));
    // The site's bar counts the challenges that wait, and shows them again.
    let waiting = Memo::new(move |_| {
        let aside = aside.get();
        incoming.with(|all| all.iter().filter(|it| aside.contains(&it.table)).count())
    });
    effect(move || app.challenges_aside.set(waiting.get()));
    on_cleanup(move || app.challenges_aside.set(0));
    effect(move || {
        if app.shows_challenges.get() {
            app.shows_challenges.set(false);
            aside.set(Vec::new());
        }
    });
    move || {
        shown.get().map(|challenge| {
            let table = challenge.table.clone();
            let on_close = Callback::new(move |()| put_aside(table.clone()));
            let from = player_words(&challenge.from, challenge.strength);
            let title = Signal::derive(move || app.t_with(Message::ChallengeFrom, &[&from]));
            view! {
                <Dialog title name="challenge-received" on_close>
                    <ReceivedChallenge challenge answered=on_close/>
                </Dialog>
            }
        })
    }
}

/// The game of a challenge, and the answers to it.
#[component]
fn ReceivedChallenge(challenge: Challenge, answered: Callback<()>) -> impl IntoView {
    let app = App::get();
    let Challenge { table, from, plan, .. } = challenge;
    let terms = challenge_terms(app.language(), &plan)
        .into_iter()
        .map(|words| view! { <span class="tag">{words}</span> })
        .collect_view();
    // The results of the reader against the challenger.
    let met = RwSignal::new(None::<Tally>);
    let asked = from.clone();
    leptos::task::spawn_local(async move {
        // Without an answer the sheet shows no score.
        if let Ok(results) = players::results(app, &asked).await {
            // The page may have been left in the meantime.
            let _ = met.try_set(results.with_reader.map(|met| met.tally));
        }
    });
    let score = move || {
        met.get().filter(|tally| tally.games() > 0).map(|tally| {
            let pair = app.t_with(Message::YouAnd, &[&from]);
            let words =
                app.t_with(Message::Labelled, &[&pair, &tally_words(app.language(), tally)]);
            view! { <p class="label" data-met=true>{words}</p> }
        })
    };
    let trouble = RwSignal::new(None::<String>);
    let is_joining = RwSignal::new(false);
    let joined = table.clone();
    let accept = move |_| {
        let table = joined.clone();
        is_joining.set(true);
        trouble.set(None);
        leptos::task::spawn_local(async move {
            match backend::join_remote(app, &table, None).await {
                Ok(()) => {
                    app.go(Route::Table(table));
                    // The lobby may have removed the challenge, and with it this sheet, before the
                    // answer came.
                    let _ = answered.try_run(());
                }
                Err(why) => {
                    // The page may have been left in the meantime.
                    is_joining.try_set(false);
                    trouble.try_set(Some(why));
                }
            }
        });
    };
    let reasons = decline_reasons(&plan).into_iter().map(|reason| {
        let table = table.clone();
        let decline = move |_| {
            leptos::task::spawn_local(backend::decline_challenge(app, table.clone(), reason));
            answered.run(());
        };
        view! {
            <button type="button" data-decline=reason.as_str() on:click=decline>
                {app.text(backend::decline_words(reason))}
            </button>
        }
    });
    view! {
        <p class="plan" data-terms=true>{terms}</p>
        {score}
        <button class="main big" data-act="accept-challenge" disabled=move || is_joining.get() on:click=accept>
            {app.text(Message::ChallengeAccept)}
        </button>
        <div class="field">
            <span class="label">{app.text(Message::DeclineWhy)}</span>
            <div class="choices">{reasons.collect_view()}</div>
        </div>
        {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
    }
}
