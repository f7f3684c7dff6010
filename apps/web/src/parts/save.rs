use super::Dialog;
use crate::{app::App, browser, on_demand::convert_record, session::Session};
use leptos::prelude::*;
use ui_model::{
    Variant,
    catalogue::Message,
    records::{self, Format, RecordFile},
    settings::Notation,
};

/// Saves the game to a file, or asks in which format where there are several.
pub(crate) fn save(app: App, session: Session) {
    match session.file() {
        Some(text) => save_text(app, session, text),
        None => session.notice.set(Some(app.say(Message::NotYetSaved).to_owned())),
    }
}

/// Saves a game, of which `text` is the `.chuhe` file, or asks in which format.
pub(crate) fn save_text(app: App, session: Session, text: String) {
    match variant(session).map_or(&[Format::Chuhe][..], records::formats) {
        [_] => keep(app, session, text, Format::Chuhe),
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
                        keep(app, session, text, format);
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
fn keep(app: App, session: Session, chuhe: String, format: Format) {
    let notation = app.settings.with_untracked(|settings| settings.notation);
    leptos::task::spawn_local(async move {
        if let Err(why) = keep_file(chuhe, format, notation).await {
            // The table may have been left meanwhile.
            let _ = session.notice.try_set(Some(app.say(why).to_owned()));
        }
    });
}

/// Hands a `.chuhe` file to the browser in a format, named after its game. The error is for the player.
pub(crate) async fn keep_file(
    chuhe: String,
    format: Format,
    notation: Notation,
) -> Result<(), Message> {
    let file = match (convert_record(chuhe.clone(), format, notation).await, format) {
        (Ok(file), _) => file.ok_or(Message::StorageFull)?,
        // What need not be written anew is kept without the help of a server that is away.
        (Err(_), Format::Chuhe) => RecordFile { name: "game.chuhe".to_owned(), text: chuhe },
        (Err(_), Format::Pgn | Format::DhtmlXq) => return Err(Message::PartUnreachable),
    };
    browser::download(&file.name, &file.text).map_err(|_| Message::StorageFull)
}
