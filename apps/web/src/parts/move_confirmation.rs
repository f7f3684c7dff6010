use crate::{
    app::{App, effect},
    session::Session,
};
use i18n::Message;
use leptos::{ev::keydown, prelude::*};
use protocol::Command;

/// Has the player of an online table confirm each move, if the settings say so for its clock.
pub(crate) fn follow_confirmation_setting(app: App, session: Session) {
    effect(move || {
        let own = session.seats.with(|seats| seats.first().copied());
        let clock = session.read_table(|table| table.clock.clone());
        let confirms = |seat| app.settings.with(|settings| settings.confirms_moves(&clock, seat));
        session.confirms_moves.set_value(own.is_some_and(confirms));
    });
}

/// The question whether to play the chosen move, in the status bar. The board shows the move
/// meanwhile. Escape and another move take it back.
#[component]
pub(crate) fn MoveConfirmation() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let drop_move = move || session.unconfirmed.set(None);
    let escape = window_event_listener(keydown, move |event| {
        if event.key() == "Escape" {
            drop_move();
        }
    });
    on_cleanup(move || escape.remove());
    let confirm = move |action: String| {
        drop_move();
        session.send(Command::Act { action });
    };
    let words = move |action: &str| {
        let notation = app.notation();
        let text = session.read(|game| game.text_of(app.language(), notation, action));
        app.t_with(Message::ConfirmMove, &[&text])
    };
    move || {
        session.unconfirmed.get().map(|action| {
            let text = words(&action);
            let shown = action.clone();
            view! {
                <div class="offer" role="alert" data-unconfirmed=shown>
                    <span>{text}</span>
                    <button class="main" data-act="confirm-move" on:click=move |_| confirm(action.clone())>{app.text(Message::Confirm)}</button>
                    <button data-act="cancel-move" on:click=move |_| drop_move()>{app.text(Message::Cancel)}</button>
                </div>
            }
        })
    }
}
