use crate::{app::App, session::Session};
use i18n::{Message, side_name};
use leptos::prelude::*;
use ui_model::undercover::{MoleFate, mole_words, pawn_words};

/// The fates of both moles, shown when the game is over.
#[component]
pub(crate) fn MoleFates() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let fates = Memo::new(move |_| {
        session.read(|model| if model.is_over() { model.mole_fates() } else { Vec::new() })
    });
    let words = move |side, fate: MoleFate| {
        let language = app.language();
        let notation = app.notation();
        let hidden = |point| mole_words(language, notation, side, point);
        let (message, pawn) = match fate {
            MoleFate::Hidden(point) => (Message::MoleStayed, hidden(point)),
            MoleFate::Turned(point) => {
                (Message::MoleTurnedOn, pawn_words(language, notation, side, side, point))
            }
            MoleFate::Captured(point) => (Message::MoleTakenOn, hidden(point)),
            MoleFate::Waived => (Message::MoleNone, String::new()),
        };
        app.t_with(message, &[side_name(language, side), &pawn])
    };
    move || {
        let rows = fates.get();
        (!rows.is_empty()).then(|| {
            let lines = rows.into_iter().map(|(side, fate)| {
                view! {
                    <li data-fate=side.id() data-side=side.id()>
                        <span class="emblem" aria-hidden="true"></span>
                        <span>{words(side, fate)}</span>
                    </li>
                }
            });
            view! { <ul class="fates" data-panel="moles">{lines.collect_view()}</ul> }
        })
    }
}
