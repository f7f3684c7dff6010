use super::{Icon, PlayerLink, claims::AwayWord};
use crate::{
    app::App,
    board::PieceFace,
    lazy::{Lazy, LazyChunk, NotFetched},
    session::Session,
    ticking::time_signal,
};
use game::sort_few;
use games::board::{BoardShape, Face, Piece, Side};
use i18n::{Message, edge_name};
use leptos::{prelude::*, wasm_split::wasm_split};
use ui_model::{
    Sound, Status, Team,
    clock_face::{LOW_MS, show_long_ms},
    players::strength_text,
};

/// A player's plate: side, name, turn and clock.
#[component]
pub(crate) fn SeatPlate(
    #[prop(into)] seat: Signal<u8>,
    /// Place of the plate: `top`, `bottom`, `left`, `right`.
    place: &'static str,
    /// The captured pieces, in games for two.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let side = move || session.read(|model| model.side(seat.get()));
    let on_move = move || session.read(|model| model.on_move()) == Some(seat.get());
    let thinks = move || {
        on_move()
            && session
                .read(|model| model.seat(seat.get()).is_some_and(|state| state.level.is_some()))
    };
    let queue_place = move || match session.queued.get() {
        Some((queued, place)) if queued == seat.get() => place,
        _ => 0,
    };
    let strength =
        move || session.read(|model| model.seat(seat.get()).and_then(|state| state.strength));
    // In games for four the edge identifies a side without its colour.
    let edge = move || session.read(|model| edge_name(app.language(), model.variant, seat.get()));
    let edge_mark = move || edge().and_then(|edge| edge.chars().next()).map(String::from);
    let side_words = move || {
        let side = session.side_words(app, seat.get());
        edge().map_or_else(|| side.clone(), |edge| format!("{edge} · {side}"))
    };
    // On a shared device the sides are named, not the player. A closed account has no page.
    let account =
        Memo::new(move |_| session.account_of(seat.get()).filter(|_| !session.shares_device()));
    let away = Memo::new(move |_| Some(seat.get()).filter(|&seat| session.is_away(seat)));
    let peeks = move || session.read(|model| model.seat(seat.get()).map_or(0, |state| state.peeks));
    view! {
        <div
            class=format!("seat {place}")
            class:on-move=on_move
            data-seat=move || seat.get()
            data-side=move || side().map_or("none", Side::id)
            data-on-move=move || on_move().to_string()
            class:away=move || away.get().is_some()
            data-away=move || away.get().map(|_| "true")
            data-own=move || session.seats.with(|seats| seats.contains(&seat.get())).to_string()
        >
            <span class="emblem" role="img" aria-label=side_words data-edge=edge_mark></span>
            <span class="name" title=move || session.seat_name(app, seat.get())>
                {move || match account.get() {
                    Some(name) => view! { <PlayerLink name/> }.into_any(),
                    None => (move || session.seat_name(app, seat.get())).into_any(),
                }}
            </span>
            {move || strength().map(|strength| view! {
                <span class="strength" data-strength=strength.rating title=app.t(Message::Rating)>{strength_text(strength)}</span>
            })}
            <TeamBadge seat/>
            <span class="note">
                {move || away.get().map(|seat| view! { <Lazy chunk=LazyChunk::new(fetch_away, move || away_word(seat))/> })}
                {move || thinks().then(|| match queue_place() {
                    0 => app.t(Message::Thinking).to_owned(),
                    place => app.t_with(Message::ThinksLater, &[&place.to_string()]),
                })}
                // The status is that of the end, so it is hidden while a past position is shown.
                {move || match side().filter(|_| session.past_ply.with(Option::is_none)).map(|side| session.read(|model| Some(model.status(side)))) {
                    Some(Some(Status::Placed(place))) => Some(app.t_with(Message::PlaceWon, &[&place.to_string()])),
                    Some(Some(Status::MarshalLost)) => Some(app.t(Message::MarshalLost).to_owned()),
                    Some(Some(Status::Left)) => Some(app.t(Message::HasLeft).to_owned()),
                    _ => None,
                }}
                {move || (peeks() > 0).then(|| app.t_with(Message::Peeks, &[&peeks().to_string()]))}
            </span>
            {children.map(|children| children())}
            <Score seat/>
            <Clock seat/>
        </div>
    }
}

/// Sifang: the team's badge and the partner.
#[component]
fn TeamBadge(seat: Signal<u8>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let team = Memo::new(move |_| {
        session.read(|model| {
            let partner = model.partner_words(app.language(), seat.get());
            Some((model.team(seat.get())?, partner))
        })
    });
    move || {
        team.get().map(|(team, partner)| {
            let d = match team {
                Team::Sun => "M12 7A5 5 0 1 1 11.9 7M12 1V4M12 20V23M1 12H4M20 12H23M4.2 4.2L6.3 6.3M17.7 17.7L19.8 19.8M4.2 19.8L6.3 17.7M17.7 6.3L19.8 4.2",
                Team::Moon => "M20 14.5A8.5 8.5 0 1 1 9.5 4A7 7 0 0 0 20 14.5Z",
            };
            view! {
                <span class=format!("badge {}", team.id()) data-team=team.id()>
                    <Icon d/>
                    <span class="partner" data-partner=true>{partner.map(|side| app.t_with(Message::PartnerOf, &[&side]))}</span>
                </span>
            }
        })
    }
}

/// Banqi: the points of a seat and the target.
#[component]
fn Score(seat: Signal<u8>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let score = Memo::new(move |_| {
        let plies = session.shown_plies();
        session.read(|model| {
            let side = model.side(seat.get())?;
            Some((model.score_after(side, plies)?, model.score_target()?))
        })
    });
    move || {
        score.get().map(|(points, target)| {
            let share = (f64::from(points) / f64::from(target)).min(1.0);
            view! {
                <span class="score" data-score=points role="meter" aria-valuemin="0" aria-valuemax=target aria-valuenow=points aria-label=app.t(Message::Score)>
                    <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                        <rect class="score-way" width="100" height="8" rx="4"/>
                        <rect class="score-got" width=100.0 * share height="8" rx="4"/>
                    </svg>
                    <span>{points}<small>{format!("/{target}")}</small></span>
                </span>
            }
        })
    }
}

/// A seat's clock. It runs on its own between two messages.
#[component]
fn Clock(seat: Signal<u8>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let now = time_signal(100);
    let left = Memo::new(move |_| {
        let now = now.get();
        session.clocks.with(|face| {
            let face = face.as_ref().filter(|face| face.is_timed())?;
            let ms = face.left_ms(seat.get(), now);
            // Below ten seconds every tenth is shown; above, one update per second is enough.
            Some(if ms < LOW_MS { ms / 100 * 100 } else { ms / 1000 * 1000 })
        })
    });
    // Warns once when time gets short, for the player's own clock.
    Effect::new(move |was_low: Option<bool>| {
        let running =
            session.clocks.with(|face| face.as_ref().is_some_and(|face| face.runs(seat.get())));
        let low = running && left.get().is_some_and(|ms| ms > 0 && ms < LOW_MS);
        if low
            && was_low == Some(false)
            && session.seats.with_untracked(|seats| seats.contains(&seat.get_untracked()))
        {
            crate::sound::play(app, Sound::Low);
        }
        low
    });
    let periods = move || {
        session.clocks.with(|face| face.as_ref().map_or(0, |face| face.periods(seat.get())))
    };
    let budget = Memo::new(move |_| session.read_table(|table| table.budget_ms(seat.get())));
    move || {
        left.get().map(|ms| {
            // The bar below the digits: the share of the time that the game began with.
            let share = budget.get().map(|budget| format!("--left:{}%", (ms * 100 / budget).min(100)));
            view! {
                <span class="clock" class:low=(ms < LOW_MS) style=share data-clock=seat.get() role="timer">
                    {show_long_ms(app.language(), ms)}
                    {(periods() > 0).then(|| view! { <small>{format!("×{}", periods())}</small> })}
                </span>
            }
        })
    }
}

/// The pieces captured from one side.
#[component]
pub(crate) fn CapturedPieces(#[prop(into)] side: Signal<Option<Side>>) -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let pieces = Memo::new(move |_| {
        let plies = session.shown_plies();
        let mut list: Vec<Piece> = session.read(|model| model.captured(plies));
        list.retain(|piece| Some(piece.side) == side.get());
        sort_few(&mut list, |a, b| a < b);
        list
    });
    // Redrawn only after a capture, not after every move.
    let shape =
        Memo::new(move |_| session.read(|model| Some(model.shape())).unwrap_or(BoardShape::River));
    let label = move || {
        side.get()
            .map(|side| app.t_with(Message::CapturedBy, &[i18n::side_name(app.language(), side)]))
    };
    view! {
        <div class="taken" role="group" data-taken=move || side.get().map_or("none", Side::id) aria-label=label>
            {move || {
                let shape = shape.get();
                pieces
                    .get()
                    .into_iter()
                    .map(|piece| view! {
                        <svg viewBox="-50 -50 100 100" preserveAspectRatio="xMinYMid slice" class="small-piece" data-piece=piece.text(shape)>
                            <PieceFace face=Face::Open(piece) shape/>
                        </svg>
                    })
                    .collect_view()
            }}
        </div>
    }
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_away))]
fn away_word(seat: u8) -> Result<AnyView, NotFetched> {
    Ok(view! { <AwayWord seat/> }.into_any())
}
