//! A player's plate on the page of a smart board.

use crate::{
    app::{App, effect},
    backend::players,
    parts::{Icon, RouteLink},
};
use i18n::Message;
use leptos::prelude::*;
use protocol::{SmartBoardView, Strength};
use ui_model::{
    Route,
    players::strength_text,
    smart_boards::{self, SmartBoardSeat},
};

/// The sides' names, Red's first.
const SIDES: [Message; 2] = [Message::Red, Message::Black];

/// A player: side, name, rating, alarms and clock.
#[component]
pub(super) fn SmartBoardSeatPlate(
    board: Memo<Option<SmartBoardView>>,
    clocks: Memo<Option<[(String, bool); 2]>>,
    /// 0 for Red.
    place: usize,
) -> impl IntoView {
    let app = App::get();
    let on_move = move || {
        board.with(|board| {
            board.as_ref().is_some_and(|board| {
                board.turn.as_deref() == Some(smart_boards::SIDE_LETTERS[place])
            })
        })
    };
    let alarms = Memo::new(move |_| {
        board.with(|board| board.as_ref().map_or(0, |board| board.alarms[place]))
    });
    let clock = Memo::new(move |_| clocks.with(|clocks| Some(clocks.as_ref()?[place].clone())));
    view! {
        <div class="seat" class:on-move=on_move data-side=smart_boards::SIDE_IDS[place] data-on-move=move || on_move().to_string()>
            <span class="emblem" aria-hidden="true"></span>
            <Name board place/>
            <span class="note">{move || (alarms.get() > 0).then(|| format!("{} {}", app.t(Message::Alarms), alarms.get()))}</span>
            {move || clock.get().map(|(left, is_low)| view! {
                <span class="clock" class:low=is_low data-clock=place role="timer">{left}</span>
            })}
        </div>
    }
}

/// The name. A confirmed player also has a mark, a link and a rating.
#[component]
fn Name(board: Memo<Option<SmartBoardView>>, place: usize) -> impl IntoView {
    let app = App::get();
    let seat = smart_board_seat(board, place);
    let written = Memo::new(move |_| {
        board.with(|board| board.as_ref().map(|board| board.names[place].clone()))
    });
    let ladder = Memo::new(move |_| {
        board.with(|board| board.as_ref().map(|board| (board.speed.clone(), board.ended.is_some())))
    });
    let strength = RwSignal::new(None::<Strength>);
    effect(move || {
        strength.set(None);
        // Requested again after the game, because the rating may have changed.
        let (Some(SmartBoardSeat::Confirmed(name)), Some((speed, _))) = (seat.get(), ladder.get())
        else {
            return;
        };
        leptos::task::spawn_local(async move {
            let Ok(player) = players::player(app, &name).await else { return };
            let row = player
                .ladders
                .into_iter()
                .find(|row| row.variant == "xiangqi" && row.speed == speed);
            // The page may have been left in the meantime, or the seat cleared.
            let is_held =
                seat.try_get_untracked().flatten() == Some(SmartBoardSeat::Confirmed(player.name));
            if is_held {
                strength.set(row.map(|row| row.strength));
            }
        });
    });
    let name = move || {
        match seat.get() {
        Some(SmartBoardSeat::Confirmed(name)) => view! {
            <span class="name" data-holder=name.clone()>{page_of(name.clone())}</span>
            <span class="held" role="img" title=app.t(Message::SeatConfirmed) aria-label=app.t(Message::SeatConfirmed)>
                <Icon d="M5 12L10 17L19 7"/>
            </span>
        }
        .into_any(),
        Some(SmartBoardSeat::Open { claimed_by, .. }) if !claimed_by.is_empty() => {
            let names = claimed_by.join(", ");
            view! {
                <span class="name" data-claimant=names.clone()>{app.t_with(Message::Unconfirmed, &[&names])}</span>
            }
            .into_any()
        }
        _ => {
            let written = written.get().filter(|name| !name.is_empty());
            let name = written.unwrap_or_else(|| app.t(SIDES[place]).to_owned());
            view! { <span class="name">{name}</span> }.into_any()
        }
    }
    };
    view! {
        {name}
        {move || strength.get().map(|strength| view! {
            <span class="strength" data-strength=strength.rating title=app.t(Message::Rating)>{strength_text(strength)}</span>
        })}
    }
}

fn page_of(player: String) -> impl IntoView {
    view! { <RouteLink to=Route::Player(player.clone())>{player}</RouteLink> }
}

/// The seat from the viewer's point of view.
pub(super) fn smart_board_seat(
    board: Memo<Option<SmartBoardView>>,
    place: usize,
) -> Memo<Option<SmartBoardSeat>> {
    let app = App::get();
    Memo::new(move |_| {
        let account = app.account.get();
        board.with(|board| {
            Some(smart_boards::smart_board_seat(board.as_ref()?, place, account.as_deref()))
        })
    })
}
