use crate::{
    app::App,
    browser::{self, Sharing},
    qr_code::game_code,
    session::Session,
};
use i18n::{Message, reason_name, variant_name};
use leptos::prelude::*;
use ui_model::{GameModel, PictureWords};

/// Length of the picture's longer side, in pixels.
const PIXELS: f64 = 1200.0;

/// The result from a neutral point of view.
fn result(app: App, session: Session, model: &GameModel) -> String {
    let winners = model.end.as_ref().map_or(&[][..], |end| &end.winners);
    let sides: Vec<String> = winners.iter().map(|&seat| session.side_words(app, seat)).collect();
    if sides.is_empty() {
        app.t(Message::Drawn).to_owned()
    } else {
        app.t_with(Message::Won, &[&sides.join(" · ")])
    }
}

/// Shares a drawing as a picture with this file name and these words.
pub(crate) fn share_drawing(
    app: App,
    session: Session,
    name: String,
    words: String,
    drawn: String,
) {
    leptos::task::spawn_local(async move {
        let shared = match browser::paint(&drawn, PIXELS).await {
            Ok(png) => browser::share(&name, &png, &words).await,
            Err(why) => Err(why),
        };
        let message = match shared {
            Ok(Sharing::Asked) => return,
            Ok(Sharing::Downloaded) => Message::PictureSaved,
            Err(_) => Message::PictureFailed,
        };
        // The player may have left the table in the meantime.
        session.tell(app.t(message).to_owned());
    });
}

/// Shares the final board as a picture.
#[component]
pub(crate) fn SharePicture() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let is_over = Memo::new(move |_| session.read(|model| model.end.is_some()));
    let share = move |_| {
        let bottom = untrack(|| session.bottom_seat(app));
        let drawn = untrack(|| {
            let model = session.read(|game| Some(game.clone()))?;
            let reason = reason_name(app.language(), &model.end.as_ref()?.reason);
            let words = format!("{} · {reason}", variant_name(app.language(), model.variant));
            let names: Vec<String> =
                (0..model.variant.seats()).map(|seat| session.seat_name(app, seat)).collect();
            let result = format!("{} · {reason}", result(app, session, &model));
            let picture = PictureWords {
                title: words.clone(),
                captions: vec![names.join(" — "), result],
                address: browser::public_host(),
                code: game_code(app),
            };
            let drawn = model.picture(app.language(), bottom, &picture)?;
            Some((format!("{}.png", model.variant), words, drawn))
        });
        let Some((name, words, drawn)) = drawn else {
            return session.tell(Message::PictureFailed);
        };
        share_drawing(app, session, name, words, drawn);
    };
    move || {
        is_over.get().then(|| {
            view! { <button data-act="share-picture" on:click=share>{app.t(Message::SharePicture)}</button> }
        })
    }
}
