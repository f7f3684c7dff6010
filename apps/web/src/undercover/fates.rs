use crate::{app::App, session::Session};
use leptos::prelude::*;
use ui_model::{
    catalogue::{Message, side_name},
    undercover::{MoleFate, point_words},
};

/// What became of the moles, once the game is over and they are no secret any more.
#[component]
pub(crate) fn MoleFates() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let fates = Memo::new(move |_| {
        session.read(|model| if model.is_over() { model.mole_fates() } else { Vec::new() })
    });
    let words = move |fate: MoleFate| match fate {
        MoleFate::Hidden(point) => (Message::MoleStayed, Some(point)),
        MoleFate::Turned(point) => (Message::MoleTurnedOn, Some(point)),
        MoleFate::Captured(point) => (Message::MoleTakenOn, Some(point)),
        MoleFate::Waived => (Message::MoleNone, None),
    };
    move || {
        let rows = fates.get();
        let notation = app.settings.with(|settings| settings.notation);
        (!rows.is_empty()).then(|| {
            let lines = rows.into_iter().map(|(side, fate)| {
                let (message, point) = words(fate);
                let point =
                    point.map(|point| point_words(notation, side, point)).unwrap_or_default();
                let name = side_name(app.language(), side);
                view! {
                    <li data-fate=side.id() data-side=side.id()>
                        <span class="emblem" aria-hidden="true"></span>
                        <span>{app.fill(message, &[name, &point])}</span>
                    </li>
                }
            });
            view! { <ul class="fates" data-panel="moles">{lines.collect_view()}</ul> }
        })
    }
}
