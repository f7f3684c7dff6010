use super::Dialog;
use crate::{app::App, browser, on_demand::convert_record, session::Session};
use leptos::prelude::*;
use ui_model::{
    Variant,
    catalogue::Message,
    records::{self, Format},
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
    let name = variant(session).map_or("game", Variant::as_str);
    leptos::task::spawn_local(async move {
        let name = format!("{name}.{}", format.extension());
        if let Err(why) = keep_file(chuhe, format, notation, &name).await {
            // The table may have been left meanwhile.
            let _ = session.notice.try_set(Some(app.say(why).to_owned()));
        }
    });
}

/// Hands a `.chuhe` file to the browser in a format and under a name. The error is for the player.
pub(crate) async fn keep_file(
    chuhe: String,
    format: Format,
    notation: Notation,
    name: &str,
) -> Result<(), Message> {
    let text = match format {
        Format::Chuhe => Some(chuhe),
        Format::Pgn | Format::DhtmlXq => {
            convert_record(chuhe, format, notation).await.map_err(|_| Message::PartUnreachable)?
        }
    };
    let text = text.ok_or(Message::StorageFull)?;
    browser::download(name, &text).map_err(|_| Message::StorageFull)
}
