use crate::{app::App, session::Session};
use leptos::prelude::*;
use ui_model::catalogue::{Message, fill};

/// Between two players at one device: nothing secret shows until the next one asks for it.
#[component]
pub(crate) fn DeviceHandover() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    move || {
        session.handover.get().map(|seat| {
            let name = move || session.side_words(app, seat);
            let say = move |message: Message| fill(app.say(message), &[&name()]);
            view! {
                <div class="cover" role="dialog" aria-modal="true" data-cover=seat>
                    <div class="cover-card" data-side=move || session.read(|model| model.side(seat).map_or("none", |side| side.id()))>
                        <span class="emblem" aria-hidden="true"></span>
                        <h2>{move || say(Message::PassDevice)}</h2>
                        <p>{move || say(Message::PassDeviceAbout)}</p>
                        <button class="main big" data-act="uncover" on:click=move |_| session.view_as(seat)>
                            {move || say(Message::ShowBoard)}
                        </button>
                    </div>
                </div>
            }
        })
    }
}
