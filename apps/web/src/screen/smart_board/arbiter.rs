//! The arbiter's actions at a board.

use crate::{
    app::App,
    backend,
    screen::smart_board_hall::{ArbiterKey, TextField},
};
use i18n::Message;
use leptos::prelude::*;
use protocol::{CorrectSmartBoard, Correction, SeatClaim, SmartBoardView};
use ui_model::smart_boards;

/// The corrections made so far.
#[component]
pub(super) fn Corrections(board: Memo<Option<SmartBoardView>>) -> impl IntoView {
    let app = App::get();
    let done = move || {
        board.with(|board| board.as_ref().map_or_else(Vec::new, |board| board.corrections.clone()))
    };
    move || {
        let done = done();
        (!done.is_empty()).then(|| {
            let lines = done.iter().map(|done| {
                let what = correction_words(app, &done.what);
                let colon = if what.is_empty() { "" } else { ": " };
                view! { <p>{format!("{}{colon}{what} — {}", done.by, done.why)}</p> }
            });
            view! {
                <section data-corrections=done.len()>
                    <h2>{app.t(Message::Corrections)}</h2>
                    {lines.collect_view()}
                </section>
            }
        })
    }
}

/// A correction in words.
fn correction_words(app: App, what: &Correction) -> String {
    match what {
        Correction::Note => String::new(),
        Correction::Names { red, black } => format!("{red} – {black}"),
        Correction::Move { ply, action } => {
            app.t_with(Message::DoubtAt, &[&ply.to_string(), action])
        }
        Correction::Lost { to } => app.t_with(Message::GoesOnWithEvent, &[&to.to_string()]),
        Correction::Seat { side, player } => {
            let side = app.t(if side == "w" { Message::Red } else { Message::Black });
            match player {
                Some(player) => app.t_with(Message::ConfirmSeat, &[side, player]),
                None => app.t_with(Message::FreeSeat, &[side]),
            }
        }
        Correction::Result { winner } => app
            .t(match winner.as_deref() {
                Some("w") => Message::RedWins,
                Some(_) => Message::BlackWins,
                None => Message::DrawnGame,
            })
            .to_owned(),
    }
}

/// The form for a correction.
#[component]
pub(super) fn ArbiterPanel(board: Memo<Option<SmartBoardView>>) -> impl IntoView {
    let app = App::get();
    let [by, why, ply, action, red, black, event] =
        std::array::from_fn(|_| RwSignal::new(String::new()));
    let trouble = RwSignal::new(None::<String>);
    let send = move |what: Correction| {
        let Some((id, game)) =
            board.with_untracked(|board| Some((board.as_ref()?.id.clone(), board.as_ref()?.game)))
        else {
            return;
        };
        let request =
            CorrectSmartBoard { game, by: by.get_untracked(), what, why: why.get_untracked() };
        let key = backend::smart_boards::arbiter_key();
        leptos::task::spawn_local(async move {
            let done = backend::smart_boards::correct(app, &key, &id, &request).await;
            // The page may have been left in the meantime.
            let _ = trouble.try_set(done.err());
        });
    };
    let result = move |name: &'static str, winner: Option<&'static str>, label: Message| {
        view! {
            <button type="button" data-act=name on:click=move |_| send(Correction::Result { winner: winner.map(str::to_owned) })>
                {move || app.t(label)}
            </button>
        }
    };
    let fix_move = move |_| {
        let ply = ply.get_untracked().trim().parse().unwrap_or(0);
        send(Correction::Move { ply, action: action.get_untracked().trim().to_owned() });
    };
    let fix_names = move |_| {
        let text = |field: RwSignal<String>| field.get_untracked().trim().to_owned();
        send(Correction::Names { red: text(red), black: text(black) });
    };
    let admit_loss = move |_| {
        let to = event.get_untracked().trim().parse().unwrap_or(0);
        send(Correction::Lost { to });
    };
    view! {
        <details class="sheet arbiter">
            <summary>{move || app.t(Message::Arbiter)}</summary>
            <div class="form">
                <p class="label">{move || app.t(Message::ArbiterAbout)}</p>
                <ArbiterKey/>
                <TextField name="by" label=Message::ArbiterName value=by/>
                <TextField name="why" label=Message::ArbiterWhy value=why/>
                <SeatRulings board send=Callback::new(send)/>
                <div class="answers">
                    {result("red-wins", Some("w"), Message::RedWins)}
                    {result("black-wins", Some("b"), Message::BlackWins)}
                    {result("drawn", None, Message::DrawnGame)}
                    <button type="button" data-act="note" on:click=move |_| send(Correction::Note)>{move || app.t(Message::AddNote)}</button>
                </div>
                <div class="answers">
                    <TextField name="ply" label=Message::PlyNumber value=ply/>
                    <TextField name="action" label=Message::PlayedInstead value=action/>
                    <button type="button" class="whole" data-act="correct-move" on:click=fix_move>{move || app.t(Message::CorrectMove)}</button>
                </div>
                <div class="answers">
                    <TextField name="red-name" label=Message::Red value=red/>
                    <TextField name="black-name" label=Message::Black value=black/>
                    <button type="button" class="whole" data-act="correct-names" on:click=fix_names>{move || app.t(Message::CorrectNames)}</button>
                </div>
                <div class="answers">
                    <TextField name="event" label=Message::EventNumber value=event/>
                    <button type="button" class="whole" data-act="admit-loss" on:click=admit_loss>{move || app.t(Message::AdmitLoss)}</button>
                </div>
                {move || trouble.get().map(|why| view! { <p class="trouble" role="alert" data-trouble=true>{why}</p> })}
            </div>
        </details>
    }
}

/// Confirms a claim, or clears a seat.
#[component]
fn SeatRulings(board: Memo<Option<SmartBoardView>>, send: Callback<Correction>) -> impl IntoView {
    let app = App::get();
    let seat = move |place: usize, name: Message| {
        let claims = Memo::new(move |_| {
            board.with(|board| {
                board.as_ref().map(|board| board.claims[place].clone()).unwrap_or_default()
            })
        });
        move || {
            let claims = claims.get();
            let settle = move |player: Option<String>| {
                send.run(Correction::Seat {
                    side: smart_boards::SIDE_LETTERS[place].to_owned(),
                    player,
                });
            };
            let confirm = |claim: &SeatClaim| {
                let player = claim.player.clone();
                view! {
                    <button type="button" data-act="confirm-seat" data-side=smart_boards::SIDE_IDS[place] on:click=move |_| settle(Some(player.clone()))>
                        {app.t_with(Message::ConfirmSeat, &[app.t(name), &claim.player])}
                    </button>
                }
            };
            (!claims.is_empty()).then(|| {
                let waiting = claims.iter().filter(|claim| !claim.confirmed);
                view! {
                    {waiting.map(confirm).collect_view()}
                    <button type="button" data-act="free-seat" data-side=smart_boards::SIDE_IDS[place] on:click=move |_| settle(None)>
                        {app.t_with(Message::FreeSeat, &[app.t(name)])}
                    </button>
                }
            })
        }
    };
    view! { <div class="answers seats">{seat(0, Message::Red)}{seat(1, Message::Black)}</div> }
}
