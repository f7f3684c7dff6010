use crate::{app::App, session::Session};
use i18n::{Message, POINTS, counted};
use leptos::prelude::*;
use ui_model::Status;

/// The points of each side after a game that counts points, the best first. In games for four each
/// side also has its place.
#[component]
pub(crate) fn Standings() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let rows = move || {
        session.read(|model| {
            let end = model.end.as_ref()?;
            let seats = model.variant.seats();
            // In games for two the result names the winner, and the position has the points.
            let points = |seat: u8| match seats {
                4 => end.scores.get(usize::from(seat)).cloned(),
                _ => model.side(seat).and_then(|side| Some(model.score(side)?.to_string())),
            };
            points(0)?;
            let mut rows: Vec<(u8, Option<u8>, String)> = (0..seats)
                .map(|seat| {
                    let place = model.side(seat).and_then(|side| match model.status(side) {
                        Status::Placed(place) => Some(place),
                        Status::Playing | Status::MarshalLost | Status::Left => None,
                    });
                    (seat, place, points(seat).unwrap_or_default())
                })
                .collect();
            let worth = |text: &str| text.parse::<f64>().unwrap_or(0.0);
            rows.sort_by(|a, b| worth(&b.2).total_cmp(&worth(&a.2)).then(a.1.cmp(&b.1)));
            // In solo games every side has a place, even one that left.
            if seats == 4 && model.partner(0).is_none() {
                (1..).zip(&mut rows).for_each(|(place, row)| row.1 = Some(place));
            }
            Some(rows)
        })
    };
    move || {
        rows().map(|rows| {
            let lines = rows.into_iter().map(|(seat, place, points)| {
                let side = session.read(|model| model.side(seat));
                let (words, name) = (session.side_words(app, seat), session.seat_name(app, seat));
                // Several people at one device are named by their sides.
                let name = if name == words { words } else { format!("{words} · {name}") };
                let words_of_place = place.map(|place| app.t_with(Message::PlaceWon, &[&place.to_string()]));
                view! {
                    <li data-standing=seat data-points=points.clone() data-side=side.map_or("none", |side| side.id())>
                        <span class="label" title=words_of_place>{place.map(|place| format!("{place}."))}</span>
                        <span class="emblem" aria-hidden="true"></span>
                        <span class="name">{name}</span>
                        <strong class="figure">{counted(app.language(), POINTS, &points)}</strong>
                    </li>
                }
            });
            view! { <ol class="finishers" data-panel="standings">{lines.collect_view()}</ol> }
        })
    }
}
