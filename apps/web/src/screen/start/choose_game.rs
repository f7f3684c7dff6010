use crate::{
    app::App,
    board::PieceFace,
    parts::{Icon, RouteLink, usual_game},
};
use games::board::{BoardShape, Face, Piece};
use i18n::{Message, level_name, variant_name};
use leptos::prelude::*;
use ui_model::{
    Route, Variant,
    first_page::{INVITE_ICON, OPTIONS_ICON},
    preview::variant_about,
};

/// The choice of a game and of an opponent: the computer, the next player, or a friend.
#[component]
pub(super) fn ChooseGame(
    /// The chosen game.
    chosen: Memo<Variant>,
    /// Whether the server cannot be reached.
    is_offline: RwSignal<bool>,
    /// The clocks of quick pairing.
    children: Children,
) -> impl IntoView {
    let app = App::get();
    let chosen = move || chosen.get();
    let cards = Variant::ALL.map(|variant| {
        let is_chosen = move || (chosen() == variant).to_string();
        view! {
            <button class="card" data-game=variant.as_str() aria-pressed=is_chosen on:click=move |_| app.chosen_game.set(Some(variant))>
                <svg class="card-picture" viewBox="0 0 200 110" aria-hidden="true">{emblem(variant)}</svg>
                <strong>{move || variant_name(app.language(), variant)}</strong>
            </button>
        }
    });
    let about = move || {
        let game = usual_game(chosen());
        let level = level_name(app.language(), game.level);
        format!("{}\u{a0}· {level} {}", app.t(Message::VsComputer), game.level.rating(game.variant))
    };
    view! {
        <section class="hero">
            <h2>{app.text(Message::LobbyQuestion)}</h2>
            <p class="label hero-about">{move || app.t(variant_about(chosen()))}</p>
            <div class="cards" role="group" aria-label=app.text(Message::GameTitle)>{cards}</div>
            <div class="quick-place">{children()}</div>
            <div class="ways">
                <RouteLink class="button main big play-now" act="play-now" to=Route::Now>
                    <Icon d="M8 5L18 12L8 19Z"/>
                    <span>{app.text(Message::PlayNow)}</span>
                    <small>{about}</small>
                </RouteLink>
                <button data-act="invite" disabled=move || is_offline.get() on:click=move |_| app.go(Route::NewInvitation(chosen()))>
                    <Icon d=INVITE_ICON/>
                    <span>{app.text(Message::InviteFriend)}</span>
                    {move || is_offline.get().then(|| view! { <small>{app.t(Message::BoardOffline)}</small> })}
                </button>
                <button data-act="new-game" on:click=move |_| app.go(Route::New(chosen()))>
                    <Icon d=OPTIONS_ICON/>
                    <span>{app.text(Message::Options)}</span>
                </button>
            </div>
            <svg class="hero-picture" viewBox="0 0 200 110" aria-hidden="true">{move || emblem(chosen())}</svg>
        </section>
    }
}

/// A few pieces that identify the game.
fn emblem(variant: Variant) -> impl IntoView {
    let shape = BoardShape::of(variant);
    let two = |letter: char| Piece::from_letter(letter).map(Face::Open);
    let four = |side: char, kind: char| Piece::from_letters(side, kind).map(Face::Open);
    let (scale, pieces): (f64, Vec<(Option<Face>, f64, f64)>) = match variant {
        Variant::Xiangqi => (0.98, vec![(two('k'), 140.0, 55.0), (two('K'), 60.0, 55.0)]),
        Variant::Undercover => (0.98, vec![(two('p'), 140.0, 55.0), (two('P'), 60.0, 55.0)]),
        Variant::Sifang => (
            0.52,
            vec![
                (four('y', 'F'), 100.0, 27.0),
                (four('b', 'C'), 58.0, 54.0),
                (four('g', 'B'), 142.0, 54.0),
                (four('r', 'M'), 100.0, 80.0),
            ],
        ),
        Variant::Banqi => (
            0.98,
            vec![
                (Some(Face::Down), 152.0, 55.0),
                (Some(Face::Down), 48.0, 55.0),
                (two('C'), 100.0, 55.0),
            ],
        ),
    };
    pieces
        .into_iter()
        .filter_map(|(face, x, y)| {
            let face = face?;
            Some(view! {
                <g transform=format!("translate({x} {y}) scale({scale})")><PieceFace face shape/></g>
            })
        })
        .collect_view()
}
