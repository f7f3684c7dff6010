//! Challenges to the player, and challenging another player.

use super::{Call, ChoiceGroup, Dialog, call_player, stop_calling};
use crate::{
    app::{App, effect},
    backend, browser, sound,
};
use i18n::{Message, clock_words, variant_name};
use leptos::prelude::*;
use protocol::{Challenge, DeclineReason, GameId};
use ui_model::{
    FirstMover, NewGame, Opponent, Route, Sound, Variant, players::player_words, quick_clocks,
};

/// The games for two.
const GAMES: [Variant; 3] = [Variant::Xiangqi, Variant::Undercover, Variant::Banqi];

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
    let Challenge { table, plan, .. } = challenge;
    let variant = plan.variant.parse::<Variant>().ok();
    let mut about = Vec::new();
    about.extend(variant.map(|variant| variant_name(app.language(), variant).to_owned()));
    about.push(clock_words(app.language(), &plan.clock));
    about.push(app.t(if plan.rated { Message::Rated } else { Message::CasualGame }).to_owned());
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
                    answered.run(());
                }
                Err(why) => {
                    // The page may have been left in the meantime.
                    is_joining.try_set(false);
                    trouble.try_set(Some(why));
                }
            }
        });
    };
    let reasons = DeclineReason::ALL.map(|reason| {
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
        <p>{about.join("\u{a0}· ")}</p>
        <button class="main big" data-act="accept-challenge" disabled=move || is_joining.get() on:click=accept>
            {app.text(Message::ChallengeAccept)}
        </button>
        <div class="field">
            <span class="label">{app.text(Message::DeclineWhy)}</span>
            <div class="choices">{reasons}</div>
        </div>
        {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
    }
}

/// A button that opens the form for a challenge to a player.
#[component]
pub(crate) fn ChallengeButton(name: String) -> impl IntoView {
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
            <button class="main" data-act="challenge" on:click=open>{app.text(Message::Challenge)}</button>
            {move || is_open.get().then(|| {
                let title = Signal::derive(move || app.t_with(Message::ChallengeTitle, &[&name.get_value()]));
                view! {
                    <Dialog title name="challenge" on_close=Callback::new(move |()| is_open.set(false))>
                        <ChallengeForm name=name.get_value()/>
                    </Dialog>
                }
            })}
        })
    }
}

/// The clocks of challenges to correspondence games.
const CORRESPONDENCE: [&str; 3] = ["1d-move", "3d-move", "7d-move"];

/// Game, clock, rating and side of a challenge.
#[component]
fn ChallengeForm(name: String) -> impl IntoView {
    let app = App::get();
    let form = RwSignal::new(challenge_form(Variant::Xiangqi, "10+5", true));
    let variant = move || form.with(|form| form.variant);
    let games = Signal::derive(move || {
        let label = |game: Variant| variant_name(app.language(), game).to_owned();
        GAMES.map(|game| (game.to_string(), label(game))).to_vec()
    });
    let choose_game = Callback::new(move |game: String| {
        let Ok(game) = game.parse::<Variant>() else { return };
        form.update(|form| {
            let clock = quick_clocks(game).iter().find(|&&clock| clock == form.clock);
            let days = CORRESPONDENCE.iter().find(|&&clock| clock == form.clock);
            let clock = clock.or(days).or(quick_clocks(game).first()).copied().unwrap_or_default();
            let (rated, first) = (form.rated, form.first);
            *form = NewGame { first, ..challenge_form(game, clock, rated) };
        });
    });
    let clocks = Signal::derive(move || {
        let clocks = quick_clocks(variant()).iter();
        let days = CORRESPONDENCE.iter();
        let days = days.map(|&clock| (clock.to_owned(), clock_words(app.language(), clock)));
        clocks.map(|&clock| (clock.to_owned(), clock.to_owned())).chain(days).collect()
    });
    let choose_clock = Callback::new(move |clock| form.update(|form| form.set_clock(clock)));
    let ratings = Signal::derive(move || {
        vec![
            ("rated".to_owned(), app.t(Message::Rated).to_owned()),
            ("casual".to_owned(), app.t(Message::CasualGame).to_owned()),
        ]
    });
    let rating = Signal::derive(move || {
        if form.with(|form| form.rated) { "rated" } else { "casual" }.to_owned()
    });
    let choose_rating =
        Callback::new(move |chosen: String| form.update(|form| form.set_rated(chosen == "rated")));
    let sides = Signal::derive(move || {
        [
            (FirstMover::Random, Message::AtRandom),
            (FirstMover::Me, Message::GoFirst),
            (FirstMover::Other, Message::GoSecond),
        ]
        .map(|(side, words)| (side.as_str().to_owned(), app.t(words).to_owned()))
        .to_vec()
    });
    let side = Signal::derive(move || form.with(|form| form.first).as_str().to_owned());
    let choose_side = Callback::new(move |side: String| {
        form.update(|form| form.first = FirstMover::parse(&side).unwrap_or(FirstMover::Random));
    });
    let trouble = RwSignal::new(None::<String>);
    let is_sending = RwSignal::new(false);
    let send = move |_| {
        is_sending.set(true);
        trouble.set(None);
        let coin = browser::random::<1>().is_ok_and(|[byte]| byte % 2 == 1);
        let (to, plan) = (name.clone(), form.with_untracked(|form| form.plan(coin)));
        leptos::task::spawn_local(async move {
            let answer = backend::challenge_remote(app, to, plan).await;
            // The page may have been left in the meantime.
            if is_sending.try_set(false).is_some() {
                return;
            }
            match answer {
                Ok(table) => app.go(Route::Table(table)),
                Err(why) => trouble.set(Some(why)),
            }
        });
    };
    let chosen_game = Signal::derive(move || variant().to_string());
    let chosen_clock = Signal::derive(move || form.with(|form| form.clock.clone()));
    view! {
        <ChoiceGroup title=app.text(Message::GameTitle) name="game" list=games chosen=chosen_game choose=choose_game/>
        <ChoiceGroup title=app.text(Message::Clock) name="clock" list=clocks chosen=chosen_clock choose=choose_clock/>
        <ChoiceGroup title=app.text(Message::Rated) name="rated" list=ratings chosen=rating choose=choose_rating/>
        <ChoiceGroup title=app.text(Message::FirstMove) name="first" list=sides chosen=side choose=choose_side/>
        <button class="main big" data-act="send-challenge" disabled=move || is_sending.get() on:click=send>
            {app.text(Message::Challenge)}
        </button>
        {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
    }
}

/// The default rules of a game, against an invited player.
fn challenge_form(variant: Variant, clock: &str, rated: bool) -> NewGame {
    let mut form = NewGame::new(variant);
    form.set_opponent(Opponent::Invited);
    form.set_clock(clock.to_owned());
    form.set_rated(rated);
    form.first = FirstMover::Random;
    form
}
