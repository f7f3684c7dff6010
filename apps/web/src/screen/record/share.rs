//! Copies of the position, the moves, the PGN and a link.

use super::study::Study;
use crate::{
    app::App,
    browser,
    parts::{Dialog, share_drawing},
    qr_code::game_code,
    session::Session,
};
use i18n::{Message, shown_name, variant_name};
use leptos::prelude::*;
use ui_model::{
    EMBED_SIZE, GameLink, GameModel, MAX_LINK_CHARS, PictureWords, Route, embed_code,
    notes_fragment,
    records::{self, Format},
};

/// The dialog that copies the game in several forms.
#[component]
pub(super) fn ShareDialog(is_open: RwSignal<bool>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let study = Study::get();
    let copied = RwSignal::new(None::<Result<String, Message>>);
    let is_copied = RwSignal::new(false);
    let close = Callback::new(move |()| {
        copied.set(None);
        is_open.set(false);
    });
    let copy = move |text: Result<String, Message>| {
        is_copied.set(false);
        // If the browser refuses, the text can be copied from the field.
        copied.set(Some(text.clone()));
        if let Ok(text) = text {
            // The page may have been left in the meantime.
            browser::copy_text(&text, move |is_done| _ = is_copied.try_set(is_done));
        }
    };
    let button = move |act: &'static str,
                       message: Message,
                       make: fn(App, Session, Study) -> Result<String, Message>| {
        view! {
            <button data-copy=act on:click=move |_| copy(untrack(|| make(app, session, study)))>{app.text(message)}</button>
        }
    };
    let has_pgn =
        move || study.line.with(|line| records::formats(line.model.variant).contains(&Format::Pgn));
    move || {
        is_open.get().then(|| view! {
            <Dialog title=app.title(Message::ShareGame) name="share" on_close=close>
                {move || (has_notes(study) && link_with_notes(session, study).is_none()).then(|| view! { <p class="label" data-bare-link=true>{app.t(Message::LinkIsBare)}</p> })}
                <div class="formats copies">
                    {button("link", Message::CopyLink, link)}
                    {button("fen", Message::CopyPosition, |_, session, study| {
                        let plies = session.shown_plies();
                        Ok(study.line.with(|line| line.position_after(plies)))
                    })}
                    {button("moves", Message::CopyMoves, |app, _, study| {
                        Ok(study.line.with(|line| line.written_moves(app.language(), app.notation())))
                    })}
                    <button data-act="share-picture" on:click=move |_| untrack(|| share_picture(app, session, study))>{app.text(Message::SharePicture)}</button>
                    {is_of_table(app).then(|| button("embed", Message::CopyEmbed, embed))}
                    {has_pgn().then(|| button("pgn", Message::CopyPgn, |app, _, study| {
                        let file = records::convert(&study.text(), Format::Pgn, app.notation());
                        file.map(|file| file.text).ok_or(Message::NotPossible)
                    }))}
                </div>
                {move || copied.get().map(|copied| match copied {
                    Ok(text) => view! {
                        <p role="status" data-copied=move || is_copied.get().to_string()>
                            {move || is_copied.get().then(|| app.t(Message::Copied))}
                        </p>
                        <textarea readonly rows="4" aria-label=app.text(Message::ShareGame) data-input="copied" prop:value=text></textarea>
                    }.into_any(),
                    Err(why) => view! { <p role="alert" data-trouble=true>{app.t(why)}</p> }.into_any(),
                })}
            </Dialog>
        })
    }
}

/// Shares the shown position as a picture.
fn share_picture(app: App, session: Session, study: Study) {
    let plies = session.shown_plies();
    let drawn = study.line.with(|line| {
        let mut model = GameModel::clone(&line.model);
        model.history.truncate(plies);
        model.position = line.position_after(plies);
        model.end = model.end.filter(|_| plies == line.model.history.len());
        let words = variant_name(app.language(), model.variant).to_owned();
        let names = model.seats.iter().map(|seat| shown_name(app.language(), &seat.name));
        let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
        let picture = PictureWords {
            title: words.clone(),
            captions: vec![names.join(" — ")],
            address: browser::public_host(),
            code: game_code(app),
        };
        let drawn = model.picture(app.language(), session.bottom_seat(app), &picture)?;
        Some((format!("{}.png", model.variant), words, drawn))
    });
    match drawn {
        Some((name, words, drawn)) => share_drawing(app, session, name, words, drawn),
        None => {
            session.tell(Message::PictureFailed);
        }
    }
}

/// Whether the page shows a game of the server, which other sites may embed.
fn is_of_table(app: App) -> bool {
    app.route.with(|route| matches!(route, Route::TableGame(..)))
}

/// The code that shows the game in another site.
fn embed(app: App, _: Session, study: Study) -> Result<String, Message> {
    let Route::TableGame(table, _) = app.route.get() else { return Err(Message::NotPossible) };
    let origin = browser::window().location().origin().unwrap_or_default();
    let address = format!("{origin}/embed{}", Route::TableGame(table, 0).href());
    let names: Vec<String> = study.line.with(|line| {
        let seats = line.model.seats.iter();
        seats.map(|seat| shown_name(app.language(), &seat.name).to_owned()).collect()
    });
    let (width, height) = EMBED_SIZE;
    Ok(embed_code(&address, &names.join(" – "), width, height))
}

/// Whether the game has comments, glyphs, drawn marks or variations.
fn has_notes(study: Study) -> bool {
    study.game.with(|game| !game.tree().is_bare())
}

/// The address of the game with all of them, at the shown position or where the shown line leaves
/// the game. `None` if it is too long.
fn link_with_notes(session: Session, study: Study) -> Option<String> {
    let shown = session.shown_plies();
    let plies = study.leaves().map_or(shown, |leaves| shown.min(leaves));
    let game = study.game.with(|game| game.annotated());
    let route = Route::Analysis(game.model.variant, GameLink::of(&game, plies));
    let origin = browser::window().location().origin().unwrap_or_default();
    let address = origin + &route.href() + &notes_fragment(&game);
    (address.len() <= MAX_LINK_CHARS).then_some(address)
}

/// The address of the game with its notes, or else of the shown line, at the shown position.
fn link(_: App, session: Session, study: Study) -> Result<String, Message> {
    if has_notes(study)
        && let Some(whole) = link_with_notes(session, study)
    {
        return Ok(whole);
    }
    let plies = session.shown_plies();
    let (variant, link) = study.line.with(|line| (line.model.variant, GameLink::of(line, plies)));
    let origin = browser::window().location().origin().unwrap_or_default();
    let address = origin + &Route::Analysis(variant, link).href();
    if address.len() > MAX_LINK_CHARS { Err(Message::LinkTooLong) } else { Ok(address) }
}
