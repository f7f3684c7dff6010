use super::Dialog;
use crate::{
    app::App,
    browser,
    lazy::NotFetched,
    session::{Saving, Session},
};
use i18n::Message;
use leptos::{prelude::*, wasm_split::wasm_split};
use ui_model::{
    Variant,
    records::{self, Format, RecordFile},
    settings::Notation,
};

/// Saves the game to a file, or asks for the format if there is a choice.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
pub(crate) fn save_game(app: App, session: Session) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if session.update_count.is_disposed() {
        return Ok(());
    }
    match session.file() {
        Some(text) if records::is_sealed(text.as_bytes()) => {
            session.saving.set(Some(Saving::Secrets(text)));
        }
        Some(text) => save_text(app, session, text),
        None => session.tell(Message::NotYetSaved),
    }
    Ok(())
}

/// Saves the game whose `.chuhe` file is `text`, or asks for the format.
pub(crate) fn save_text(app: App, session: Session, text: String) {
    match variant(session).map_or(&[Format::Chuhe][..], records::formats) {
        [_] => keep(app, session, text, Format::Chuhe),
        _ => session.saving.set(Some(Saving::Format(text))),
    }
}

fn variant(session: Session) -> Option<Variant> {
    untrack(|| session.read(|game| Some(game.variant)))
}

/// Ends the game and saves it with its secrets. A training game is not a contest and goes on.
#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible)]
fn reveal_and_save(app: App, session: Session) -> Result<(), NotFetched> {
    // The player may have left the table in the meantime.
    if session.update_count.is_disposed() {
        return Ok(());
    }
    if !untrack(|| session.read_table(|table| table.training)) {
        session.end_contest();
    }
    match session.open_file() {
        Some(text) => save_text(app, session, text),
        None => session.tell(Message::NotYetSaved),
    }
    Ok(())
}

/// Asks for the format, or whether secrets are to be revealed.
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
                    if let Some(Saving::Format(text)) = session.saving.get_untracked() {
                        session.saving.set(None);
                        keep(app, session, text, format);
                    }
                };
                view! {
                    <button class="big" data-save=format.as_str() on:click=on_click>
                        <strong>{name}</strong>
                        <small>{app.t(about)}</small>
                    </button>
                }
            })
            .collect_view()
    };
    move || {
        session.saving.get().map(|saving| {
            let choices = match saving {
                Saving::Format(_) => choices().into_any(),
                Saving::Secrets(text) => view! { <SecretChoices text/> }.into_any(),
            };
            view! {
                <Dialog title name="save" on_close=close>
                    <div class="formats">{choices}</div>
                </Dialog>
            }
        })
    }
}

/// Choice between a running game's file with sealed secrets and one that reveals them.
#[component]
fn SecretChoices(
    /// The sealed file.
    text: String,
) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let reveal_about = untrack(|| {
        if session.read_table(|table| table.training) {
            Message::RevealTraining
        } else if session.shares_device() {
            Message::RevealDraw
        } else {
            Message::RevealResign
        }
    });
    let on_seal = move |_| {
        session.saving.set(None);
        keep(app, session, text.clone(), Format::Chuhe);
    };
    let on_reveal = move |_| {
        session.saving.set(None);
        leptos::task::spawn_local(async move {
            if reveal_and_save(app, session).await.is_err() {
                session.tell(Message::PartUnreachable);
            }
        });
    };
    view! {
        <button class="big" data-save="sealed" on:click=on_seal>
            <strong>{app.t(Message::SaveSealed)}</strong>
            <small>{app.t(Message::SaveSealedAbout)}</small>
        </button>
        <button class="big" data-save="revealed" on:click=on_reveal>
            <strong>{app.t(Message::SaveRevealed)}</strong>
            <small>{app.t(reveal_about)}</small>
        </button>
    }
}

/// Converts a `.chuhe` file to a format and downloads it.
fn keep(app: App, session: Session, chuhe: String, format: Format) {
    let notation = app.notation_untracked();
    leptos::task::spawn_local(async move {
        if let Err(why) = keep_file(chuhe, format, notation).await {
            session.tell(why);
        }
    });
}

/// Converts a `.chuhe` file to a format and downloads it under the name of its game. The error is a
/// text for the player.
pub(crate) async fn keep_file(
    chuhe: String,
    format: Format,
    notation: Notation,
) -> Result<(), Message> {
    let file = match (convert_record(chuhe.clone(), format, notation).await, format) {
        (Ok(file), _) => file.ok_or(Message::StorageFull)?,
        // The original format needs no conversion code, so it can be saved offline.
        (Err(_), Format::Chuhe) => RecordFile { name: "game.chuhe".to_owned(), text: chuhe },
        (Err(_), Format::Pgn | Format::DhtmlXq) => return Err(Message::PartUnreachable),
    };
    browser::download(&file.name, &file.text).map_err(|_| Message::StorageFull)
}

/// Converts a `.chuhe` file to a format. `None` if the format does not support its game.
#[wasm_split(screens, wasm_split_path = ::leptos::wasm_split, fallible)]
fn convert_record(
    chuhe: String,
    format: Format,
    notation: Notation,
) -> Result<Option<RecordFile>, NotFetched> {
    Ok(records::convert(&chuhe, format, notation))
}
