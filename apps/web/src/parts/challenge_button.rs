//! Challenging another player.

use super::{ChoiceGroup, Clocks, Dialog, GameOptions};
use crate::{
    app::App,
    backend, browser,
    lazy::{Lazy, LazyChunk, NotFetched},
};
use i18n::{Message, variant_name};
use leptos::{prelude::*, wasm_split::wasm_split};
use ui_model::{
    FirstMover, NewGame, Route, Variant, challenge, challenge_clocks, is_correspondence,
};

/// The games for two.
const GAMES: [Variant; 3] = [Variant::Xiangqi, Variant::Undercover, Variant::Banqi];

/// A button that opens the form for a challenge to a player. A guest is asked to sign in; there is
/// none for the reader's own name.
#[component]
pub(crate) fn ChallengeButton(
    name: String,
    /// Whether the button is the main one of its place.
    #[prop(optional)]
    is_main: bool,
    /// The game chosen at first.
    #[prop(default = Variant::Xiangqi)]
    variant: Variant,
) -> impl IntoView {
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
            <button class:main=is_main data-act="challenge" on:click=open>{app.text(Message::Challenge)}</button>
            {move || is_open.get().then(|| {
                let title = Signal::derive(move || app.t_with(Message::ChallengeTitle, &[&name.get_value()]));
                view! {
                    <Dialog title name="challenge" on_close=Callback::new(move |()| is_open.set(false))>
                        <Lazy chunk=LazyChunk::new(fetch_challenge, move || challenge_form(name.get_value(), variant))/>
                    </Dialog>
                }
            })}
        })
    }
}

#[wasm_split(challenge, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_challenge))]
fn challenge_form(name: String, variant: Variant) -> Result<AnyView, NotFetched> {
    Ok(view! { <ChallengeForm name first=variant/> }.into_any())
}

/// Game, clock, rating, side and rules of a challenge.
#[component]
fn ChallengeForm(
    name: String,
    /// The game chosen at first.
    first: Variant,
) -> impl IntoView {
    let app = App::get();
    let first = Some(first).filter(|first| GAMES.contains(first)).unwrap_or(Variant::Xiangqi);
    let clock = challenge_clocks(first).find(|&clock| clock == "10+5");
    let clock = clock.or(challenge_clocks(first).next()).unwrap_or_default();
    let form = RwSignal::new(challenge(first, clock, true));
    let chosen = Memo::new(move |_| form.with(|form| form.variant));
    let variant = move || chosen.get();
    let games = Signal::derive(move || {
        let label = |game: Variant| variant_name(app.language(), game).to_owned();
        GAMES.map(|game| (game.to_string(), label(game))).to_vec()
    });
    let choose_game = Callback::new(move |game: String| {
        let Ok(game) = game.parse::<Variant>() else { return };
        form.update(|form| {
            let clock = challenge_clocks(game).find(|&clock| clock == form.clock);
            let clock = clock.or(challenge_clocks(game).next()).unwrap_or_default();
            let (rated, first) = (form.rated, form.first);
            *form = NewGame { first, ..challenge(game, clock, rated) };
        });
    });
    let ratings = Signal::derive(move || {
        vec![
            ("rated".to_owned(), app.t(Message::Rated).to_owned()),
            ("casual".to_owned(), app.t(Message::CasualGame).to_owned()),
        ]
    });
    let rating = Signal::derive(move || {
        if form.with(|form| form.rated) { "rated" } else { "casual" }.to_owned()
    });
    let has_days = Memo::new(move |_| form.with(|form| is_correspondence(&form.clock)));
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
        trouble.set(form.with_untracked(NewGame::clock_problem).map(|why| app.t(why).to_owned()));
        if trouble.with_untracked(Option::is_some) {
            return;
        }
        is_sending.set(true);
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
    view! {
        <ChoiceGroup title=app.text(Message::GameTitle) name="game" list=games chosen=chosen_game choose=choose_game/>
        <Clocks form clocks=|variant| challenge_clocks(variant).collect()/>
        <ChoiceGroup title=app.text(Message::Rated) name="rated" list=ratings chosen=rating choose=choose_rating/>
        // Choosing such a clock has switched the rating off.
        {move || has_days.get().then(|| view! {
            <small class="label" role="status" data-not-rated=true>{app.t(Message::RatedNotByDays)}</small>
        })}
        <ChoiceGroup title=app.text(Message::FirstMove) name="first" list=sides chosen=side choose=choose_side/>
        // The options are those of the chosen game.
        {move || {
            chosen.track();
            view! { <GameOptions form/> }
        }}
        <button class="main big" data-act="send-challenge" disabled=move || is_sending.get() on:click=send>
            {app.text(Message::Challenge)}
        </button>
        {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
    }
}
