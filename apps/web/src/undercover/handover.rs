use crate::{
    app::{App, effect},
    browser,
    session::Session,
};
use i18n::{Message, fill};
use leptos::prelude::*;
use protocol::TurnState;
use ui_model::Route;

/// The cover between two players of one device. During the set-up it hides the board. During play
/// the board is shown without the moles, as spectators see it, until the next player asks for
/// theirs.
#[component]
pub(crate) fn DeviceHandover() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    effect(move || {
        let is_covered = session.handover.with(Option::is_some);
        if is_covered {
            // An open question to the previous player is dropped.
            session.confirmation.set(None);
        }
        make_inert(is_covered);
    });
    let button = NodeRef::<leptos::html::Button>::new();
    effect(move || {
        if let Some(button) = button.get() {
            let _ = button.focus();
        }
    });
    move || {
        session.handover.get().map(|seat| {
            let name = move || session.side_words(app, seat);
            let say = move |message: Message| fill(app.t(message), &[&name()]);
            let sets_up = session.read(|model| matches!(model.turn, TurnState::Setup { .. }));
            let (hides, show) =
                if sets_up { ("board", Message::ShowBoard) } else { ("mole", Message::ShowMole) };
            view! {
                <div class="cover" role="dialog" aria-modal="true" aria-label=move || say(Message::PassDevice) data-cover=seat data-hides=hides>
                    <div class="cover-card" data-side=move || session.read(|model| model.side(seat).map_or("none", |side| side.id()))>
                        <span class="emblem" aria-hidden="true"></span>
                        <h2>{move || say(Message::PassDevice)}</h2>
                        {sets_up.then(|| view! { <p>{move || say(Message::PassDeviceAbout)}</p> })}
                        <button class="main big" node_ref=button data-act="uncover" on:click=move |_| session.view_as(seat)>
                            {move || say(show)}
                        </button>
                        <button class="plain" data-act="leave" on:click=move |_| app.go(Route::Start)>{app.t(Message::Home)}</button>
                    </div>
                </div>
            }
        })
    }
}

/// Disables focus, keys and taps for the content behind the cover, or enables them again.
fn make_inert(is_inert: bool) {
    let Ok(Some(table)) = browser::document().query_selector("main.table") else { return };
    let mut next = table.first_element_child();
    while let Some(element) = next {
        if !element.class_list().contains("cover") {
            let _ = element.toggle_attribute_with_force("inert", is_inert);
        }
        next = element.next_element_sibling();
    }
}
