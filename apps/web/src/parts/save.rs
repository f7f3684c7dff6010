use super::Dialog;
use crate::{app::App, browser, session::Session};
use leptos::prelude::*;
use ui_model::{
    Variant,
    catalogue::Message,
    records::{self, Format},
};

/// Saves the game to a file, or asks in which format where there are several.
pub(crate) fn save(app: App, session: Session) {
    let Some(text) = session.file() else {
        session.notice.set(Some(app.say(Message::NotYetSaved).to_owned()));
        return;
    };
    match variant(session).map_or(&[Format::Chuhe][..], records::formats) {
        [_] => keep(app, session, &text, Format::Chuhe),
        _ => session.saving.set(Some(text)),
    }
}

fn variant(session: Session) -> Option<Variant> {
    session.model.with_untracked(|model| model.as_ref().map(|model| model.variant))
}

/// Asks in which format the game is to be saved.
#[component]
pub(crate) fn SaveDialog() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let title = app.title(Message::SaveAs);
    let close = Callback::new(move |()| session.saving.set(None));
    let choices = move || {
        let formats = variant(session).map_or(&[][..], records::formats);
        formats
            .iter()
            .map(move |&format| {
                let (name, about) = match format {
                    Format::Chuhe => (".chuhe", Message::SaveChuhe),
                    Format::Pgn => ("PGN", Message::SavePgn),
                    Format::DhtmlXq => ("DhtmlXQ", Message::SaveDhtmlXq),
                };
                let on_click = move |_| {
                    if let Some(text) = session.saving.get_untracked() {
                        session.saving.set(None);
                        keep(app, session, &text, format);
                    }
                };
                view! {
                    <button class="big" data-save=format.as_str() on:click=on_click>
                        <strong>{name}</strong>
                        <small>{app.say(about)}</small>
                    </button>
                }
            })
            .collect_view()
    };
    move || {
        session.saving.with(Option::is_some).then(|| {
            view! {
                <Dialog title name="save" on_close=close>
                    <div class="formats">{choices()}</div>
                </Dialog>
            }
        })
    }
}

/// Hands the game, of which `chuhe` is the file, to the browser in a format.
fn keep(app: App, session: Session, chuhe: &str, format: Format) {
    let notation = app.settings.with_untracked(|settings| settings.notation);
    let name = variant(session).map_or("game", Variant::as_str);
    let kept = match format {
        Format::Chuhe => Some(chuhe.to_owned()),
        Format::Pgn | Format::DhtmlXq => records::convert(chuhe, format, notation),
    };
    let is_kept = kept.is_some_and(|text| {
        browser::download(&format!("{name}.{}", format.extension()), &text).is_ok()
    });
    if !is_kept {
        session.notice.set(Some(app.say(Message::StorageFull).to_owned()));
    }
}
