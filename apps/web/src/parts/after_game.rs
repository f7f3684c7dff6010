use super::{ChallengeButton, open_replay::open_replay};
use crate::{
    app::App,
    session::{BackendKind, Session},
};
use i18n::Message;
use leptos::prelude::*;
use protocol::{Command, Offer};
use ui_model::Variant;

/// Actions after a game: rematch or review.
#[component]
pub(crate) fn AfterGame() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let seated = Memo::new(move |_| session.seats.with(|seats| !seats.is_empty()));
    let offered = Memo::new(move |_| {
        let seats = session.seats.get();
        let offer = session.read_table(|table| table.offer);
        offer.filter(|(_, offer)| *offer == Offer::Rematch).map(|(by, _)| seats.contains(&by))
    });
    let words = move || match offered.get() {
        None => app.text(Message::Rematch),
        Some(true) => app.text(Message::OfferSent),
        Some(false) => app.text(Message::AcceptRematch),
    };
    let opponent = opponent_account(session);
    let begun = Memo::new(move |_| session.read(|model| !model.history.is_empty()));
    view! {
        <div class="after">
            {move || seated.get().then(|| view! {
                <button class="main" data-act="rematch" disabled=move || offered.get() == Some(true)
                    on:click=move |_| match offered.get_untracked() {
                        Some(false) => session.send(Command::Answer { yes: true }),
                        _ => rematch(session),
                    }
                >{words}</button>
            })}
            {move || opponent.get().map(|(name, variant)| view! { <ChallengeButton name variant/> })}
            {move || begun.get().then(|| view! {
                <button data-act="replay" on:click=move |_| open_replay(app, session)>{app.text(Message::Replay)}</button>
            })}
        </div>
    }
}

/// The account of the opponent in an online game for two, and the game.
fn opponent_account(session: Session) -> Memo<Option<(String, Variant)>> {
    let is_online = session.backend_kind() == Some(BackendKind::Remote);
    Memo::new(move |_| {
        let own = session.seats.get();
        session.read(|model| {
            let other = (0..2).find(|seat| !own.contains(seat))?;
            let is_pair = is_online && own.len() == 1 && model.variant.seats() == 2;
            // Only accounts have a strength.
            let seat = model.seat(other).filter(|seat| is_pair && seat.strength.is_some())?;
            Some((seat.name.clone(), model.variant))
        })
    })
}

/// Starts a rematch: at once on this device, with the opponents' consent elsewhere.
pub(super) fn rematch(session: Session) {
    match session.backend_kind() {
        Some(BackendKind::Local) => session.restart(),
        Some(BackendKind::Remote) => session.offer(Offer::Rematch),
        None => {}
    }
}
