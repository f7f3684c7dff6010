use super::{Dialog, Icon};
use crate::{app::App, board::PieceFace, session::Session};
use leptos::prelude::*;
use ui_model::{
    board::{BoardShape, Face, Kind, Piece, Side},
    catalogue::Message,
};

/// How sifang's pieces move, in the order of their worth.
const KINDS: [(Kind, Message); 7] = [
    (Kind::General, Message::RuleMarshal),
    (Kind::Chariot, Message::RuleTank),
    (Kind::Battleship, Message::RuleBattleship),
    (Kind::Fighter, Message::RuleFighter),
    (Kind::Cannon, Message::RuleArtillery),
    (Kind::Horse, Message::RuleCavalry),
    (Kind::Pawn, Message::RuleInfantry),
];

/// Opens the rule card.
#[component]
pub(crate) fn RuleButton() -> impl IntoView {
    let app = App::get();
    let open = RwSignal::new(false);
    let rows = move || {
        KINDS
            .map(|(kind, message)| {
                let face = Face::Open(Piece { side: Side::Red, kind });
                view! {
                    <li>
                        <svg viewBox="-50 -50 100 100" width="44" height="44" aria-hidden="true">
                            <PieceFace face shape=BoardShape::Cross/>
                        </svg>
                        <span>{app.say(message)}</span>
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <button class="plain" data-act="rules" aria-label=app.text(Message::RuleCard) on:click=move |_| open.set(true)>
            <Icon d="M5 4H19V20H5ZM8 8H16M8 12H16M8 16H13"/>
        </button>
        {move || open.get().then(|| view! {
            <Dialog
                title=app.title(Message::RuleCard)
                name="rules"
                on_close=Callback::new(move |()| open.set(false))
            >
                <ul class="rule-card">{rows()}</ul>
            </Dialog>
        })}
    }
}

/// Switches the loupe: with it a tap comes nearer first, so that a point is wide enough for a
/// finger.
#[component]
pub(crate) fn LoupeButton() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    view! {
        <button
            class="plain"
            data-act="loupe"
            aria-label=app.text(Message::Loupe)
            aria-pressed=move || session.loupe.get().to_string()
            on:click=move |_| session.loupe.update(|on| *on = !*on)
        >
            <Icon d="M10 4A6 6 0 1 1 9.9 4M14.5 14.5L20 20M7 10H13M10 7V13"/>
        </button>
    }
}
