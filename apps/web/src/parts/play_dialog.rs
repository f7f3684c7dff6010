use super::{Dialog, LevelChoice, open_local_game};
use crate::{app::App, backend};
use games::board::Side;
use i18n::Message;
use leptos::prelude::*;
use protocol::TablePlan;
use ui_model::{FirstMover, Level, NewGame, Opponent, Route, Variant};

/// The starting point of a game from a custom position.
#[derive(Clone)]
pub(crate) struct Beginning {
    pub(crate) variant: Variant,
    /// The options' text.
    pub(crate) options: String,
    /// The side to move. `None` if no side is decided yet, or in games for four.
    pub(crate) turn: Option<Side>,
    /// The referee's text of the position.
    pub(crate) text: String,
}

/// Choice of the opponent for a custom position. Against the computer and on one device the game is
/// training with unlimited undo. Against a person it is a normal unrated game, and
/// nothing in the position is hidden from one side alone.
#[component]
pub(crate) fn PlayDialog(beginning: Beginning, on_close: Callback<()>) -> impl IntoView {
    let app = App::get();
    let opponent = RwSignal::new(Opponent::Computer);
    let level = RwSignal::new(Level::USUAL);
    let Beginning { variant, turn, .. } = beginning;
    let mine = RwSignal::new(turn.unwrap_or(Side::Red));
    let trouble = RwSignal::new(None::<String>);
    let is_starting = RwSignal::new(false);
    let opponents = [
        (Opponent::Computer, "computer", Message::VsComputer),
        (Opponent::SameDevice, "device", Message::SameDevice),
        (Opponent::Invited, "invite", Message::InviteFriend),
    ]
    .map(|(choice, name, message)| {
        view! {
            <button data-opponent=name aria-pressed=move || (opponent.get() == choice).to_string() on:click=move |_| opponent.set(choice)>
                {app.text(message)}
            </button>
        }
    });
    let start = move |_| {
        let mut game = NewGame::new(variant);
        game.set_opponent(opponent.get_untracked());
        game.level = level.get_untracked();
        // In banqi the first seat is on move; in other games it plays Red.
        let first = turn.filter(|_| !variant.has_fixed_sides()).unwrap_or(Side::Red);
        let is_first = mine.get_untracked() == first;
        game.first = if is_first { FirstMover::Me } else { FirstMover::Other };
        trouble.set(None);
        is_starting.set(true);
        let beginning = beginning.clone();
        leptos::task::spawn_local(async move {
            if let Err(why) = begin(app, beginning, &game, is_starting).await {
                // The dialog may have been closed in the meantime.
                is_starting.try_set(false);
                trouble.try_set(Some(why));
            }
        });
    };
    view! {
        <Dialog title=app.title(Message::ContinueHere) name="play-here" on_close>
            <div class="choices" role="group" aria-label=app.text(Message::Opponent)>{opponents}</div>
            {move || (opponent.get() != Opponent::SameDevice && turn.is_some()).then(|| view! { <OwnSide mine/> })}
            {move || (opponent.get() == Opponent::Computer).then(|| view! {
                <LevelChoice variant chosen=level choose=Callback::new(move |value| level.set(value))/>
            })}
            {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
            <button class="main big" data-act="start" disabled=move || is_starting.get() on:click=start>{app.text(Message::StartGame)}</button>
        </Dialog>
    }
}

/// Choice of the player's side.
#[component]
fn OwnSide(mine: RwSignal<Side>) -> impl IntoView {
    let app = App::get();
    [(Side::Red, Message::PlayRed), (Side::Black, Message::PlayBlack)].map(|(side, message)| {
        view! {
            <button data-own-side=side.id() aria-pressed=move || (mine.get() == side).to_string() on:click=move |_| mine.set(side)>
                <span class="emblem" data-side=side.id()></span>
                {app.text(message)}
            </button>
        }
    }).into_iter().collect_view()
}

/// Opens the table on this device or on the server, unless the dialog was closed. The error is a text
/// for the player: among others, the computer plays on from no position while the player has a running
/// contest of this kind, because its moves would be advice.
async fn begin(
    app: App,
    beginning: Beginning,
    game: &NewGame,
    is_starting: RwSignal<bool>,
) -> Result<(), String> {
    let Beginning { variant, options, text, .. } = beginning;
    if game.opponent == Opponent::Computer && backend::plays_contest(app, variant).await {
        return Err(app.t(Message::EngineOff).to_owned());
    }
    if is_starting.is_disposed() {
        return Ok(());
    }
    let training = game.is_local() || !variant.is_open();
    let plan = TablePlan { start: Some(text), options, training, ..game.plan(false) };
    if game.is_local() {
        return open_local_game(app, plan);
    }
    let table = backend::open_remote(app, plan, Vec::new()).await?;
    app.go(Route::Table(table));
    Ok(())
}
