use super::open_replay::open_replay;
use crate::{
    app::App,
    session::{BackendKind, Session},
};
use i18n::Message;
use leptos::prelude::*;
use protocol::{Command, Offer};

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
            {move || begun.get().then(|| view! {
                <button data-act="replay" on:click=move |_| open_replay(app, session)>{app.text(Message::Replay)}</button>
            })}
        </div>
    }
}

/// Starts a rematch: at once on this device, with the opponents' consent elsewhere.
pub(super) fn rematch(session: Session) {
    match session.backend_kind() {
        Some(BackendKind::Local) => session.restart(),
        Some(BackendKind::Remote) => session.offer(Offer::Rematch),
        None => {}
    }
}
