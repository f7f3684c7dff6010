use super::hand::Workbench;
use crate::{
    app::App,
    backend,
    parts::{Dialog, LevelChoice, open_local_game},
};
use leptos::prelude::*;
use protocol::TablePlan;
use ui_model::{
    FirstMover, Level, NewGame, Opponent, Route, board::Side, catalogue::Message, editor::Editor,
};

/// Against whom the position is played. Such a table is for training: undo is free, nothing counts.
#[component]
pub(super) fn PlayDialog(on_close: Callback<()>) -> impl IntoView {
    let app = App::get();
    let bench = Workbench::get();
    let opponent = RwSignal::new(Opponent::Computer);
    let level = RwSignal::new(Level::USUAL);
    let variant = bench.editor.with_untracked(Editor::variant);
    let mine = RwSignal::new(bench.editor.with_untracked(Editor::turn));
    let trouble = RwSignal::new(None::<String>);
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
    let start = move |_| start(app, bench, &chosen(bench, opponent, mine, level), trouble);
    view! {
        <Dialog title=app.title(Message::ContinueHere) name="play-here" on_close>
            <div class="choices" role="group" aria-label=app.text(Message::Opponent)>{opponents}</div>
            {move || (opponent.get() != Opponent::SameDevice && bench.editor.with(Editor::has_turn)).then(|| view! { <OwnSide mine/> })}
            {move || (opponent.get() == Opponent::Computer).then(|| view! {
                <LevelChoice variant chosen=level choose=Callback::new(move |value| level.set(value))/>
            })}
            {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
            <button class="main big" data-act="start" on:click=start>{app.text(Message::StartGame)}</button>
        </Dialog>
    }
}

/// Which side the player has.
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

fn chosen(
    bench: Workbench,
    opponent: RwSignal<Opponent>,
    mine: RwSignal<Side>,
    level: RwSignal<Level>,
) -> NewGame {
    let (variant, turn) = bench.editor.with_untracked(|editor| (editor.variant(), editor.turn()));
    let mut game = NewGame::new(variant);
    game.set_opponent(opponent.get_untracked());
    game.level = level.get_untracked();
    // Where the play decides the sides the first seat is whoever is on move; elsewhere it is Red's.
    let first = if variant.has_fixed_sides() { Side::Red } else { turn };
    let is_first = mine.get_untracked() == first;
    game.first = if is_first { FirstMover::Me } else { FirstMover::Other };
    game
}

/// Opens the table, here or at the server.
fn start(app: App, bench: Workbench, game: &NewGame, trouble: RwSignal<Option<String>>) {
    let Some((_, text)) = bench.deal() else { return };
    let plan = TablePlan { start: Some(text), training: true, ..game.plan(false) };
    if game.is_local() {
        if let Err(why) = open_local_game(app, plan) {
            trouble.set(Some(why));
        }
        return;
    }
    leptos::task::spawn_local(async move {
        match backend::open_remote(app, plan).await {
            Ok(table) => app.go(Route::Table(table)),
            Err(why) => _ = trouble.try_set(Some(why)),
        }
    });
}
