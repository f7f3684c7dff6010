//! A board's players with accounts claim their seats here.

use super::seat_plate::smart_board_seat;
use crate::{app::App, backend};
use i18n::Message;
use leptos::prelude::*;
use protocol::{ClaimSeat, SmartBoardView};
use ui_model::smart_boards::{self, SmartBoardSeat};

/// Labels of the buttons that claim a seat, Red's first.
const PLAY: [Message; 2] = [Message::PlayRed, Message::PlayBlack];
/// Texts for a claimed seat, Red's first.
const CLAIMS: [Message; 2] = [Message::ClaimRed, Message::ClaimBlack];

/// The open seats, and instructions for the player who has claimed one.
#[component]
pub(super) fn SeatClaims(board: Memo<Option<SmartBoardView>>) -> impl IntoView {
    let app = App::get();
    let trouble = RwSignal::new(None::<String>);
    let seats = [0, 1].map(|place| smart_board_seat(board, place));
    // Whether the player can claim a seat, or has a claim that is not confirmed yet.
    let is_open = Memo::new(move |_| {
        seats.iter().any(|seat| {
            matches!(
                seat.get(),
                Some(
                    SmartBoardSeat::Open { claimable: true, .. } | SmartBoardSeat::OwnClaim { .. }
                )
            )
        })
    });
    let is_over = Memo::new(move |_| {
        board.with(|board| board.as_ref().is_some_and(|board| board.ended.is_some()))
    });
    let own = move |place: usize| {
        let seat = smart_board_seat(board, place);
        move || {
            let Some(SmartBoardSeat::OwnClaim { presses }) = seat.get() else { return None };
            Some({
                let next = if is_over.get() {
                    app.t(Message::ArbiterConfirms).to_owned()
                } else {
                    app.t_with(Message::PressYourClock, &[&presses.to_string()])
                };
                view! {
                    <div class="own-claim" data-own-claim=smart_boards::SIDE_IDS[place] data-presses=presses>
                        <p>{app.t(CLAIMS[place])} " " <strong>{next}</strong></p>
                        <button type="button" data-act="withdraw" on:click=move |_| send(app, board, place, false, trouble)>
                            {app.t(Message::TakeClaimBack)}
                        </button>
                    </div>
                }
            })
        }
    };
    view! {
        <div role="status" aria-live="polite">{own(0)}{own(1)}</div>
        <div class="claims">
            {claim(app, board, 0, trouble)}
            {claim(app, board, 1, trouble)}
            {move || is_open.get().then(|| view! { <p class="label">{app.t(Message::SeatAbout)}</p> })}
        </div>
        <div role="alert">
            {move || trouble.get().map(|why| view! { <p class="trouble" data-trouble=true>{why}</p> })}
        </div>
    }
}

/// The button that claims a seat.
fn claim(
    app: App,
    board: Memo<Option<SmartBoardView>>,
    place: usize,
    trouble: RwSignal<Option<String>>,
) -> impl IntoView {
    let seat = smart_board_seat(board, place);
    move || {
        matches!(seat.get(), Some(SmartBoardSeat::Open { claimable: true, .. })).then(|| {
            let claim = move |_| {
                if app.account.with_untracked(Option::is_none) {
                    app.sign_in_open.set(true);
                    return;
                }
                send(app, board, place, true, trouble);
            };
            view! {
                <button type="button" class="claim" data-act="claim" data-side=smart_boards::SIDE_IDS[place] on:click=claim>
                    <span class="emblem" aria-hidden="true"></span>
                    {app.t(PLAY[place])}
                </button>
            }
        })
    }
}

/// Claims a seat of the shown game, or withdraws the claim.
fn send(
    app: App,
    board: Memo<Option<SmartBoardView>>,
    place: usize,
    is_claim: bool,
    trouble: RwSignal<Option<String>>,
) {
    let shown =
        board.with_untracked(|board| Some((board.as_ref()?.id.clone(), board.as_ref()?.game)));
    let Some((id, game)) = shown else { return };
    let request = ClaimSeat { game, side: smart_boards::SIDE_LETTERS[place].to_owned() };
    leptos::task::spawn_local(async move {
        let done = if is_claim {
            backend::smart_boards::claim(app, &id, &request).await
        } else {
            backend::smart_boards::withdraw(app, &id, &request).await
        };
        // The page may have been left in the meantime.
        let _ = trouble.try_set(done.err());
    });
}
