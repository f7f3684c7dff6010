use super::{
    Seal, action_bar::Offers, claims::Claims, move_confirmation::MoveConfirmation, verdict,
};
use crate::{
    app::App,
    lazy::{Lazy, LazyChunk, NotFetched},
    session::{BackendKind, ConnectionState, Session},
};
use i18n::{Message, shown_name, side_name, warning_words};
use leptos::{prelude::*, wasm_split::wasm_split};
use protocol::TurnState;

/// The status bar: all messages of a table. Its position and height never change, so that a message
/// moves nothing and covers no board.
#[component]
pub(crate) fn StatusBar() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    // A table on this device has no connection to tell of.
    let has_link_news = Memo::new(move |_| {
        let is_live = session.connection.get() == ConnectionState::Live;
        let is_quiet = is_live && session.sending.with(Option::is_none);
        !is_quiet && session.backend_kind() == Some(BackendKind::Remote)
    });
    // Offers, claims and moves to confirm are loaded with the first one.
    let is_offered = Memo::new(move |_| {
        session.read_table(|table| table.offer.is_some())
            || !session.absent.with(Vec::is_empty)
            || session.unconfirmed.with(Option::is_some)
    });
    view! {
        <div class="slot">
            <div class="news">
                {move || has_link_news.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_connection, connection)/> })}
                {move || session.past_ply.get().map(|ply| view! {
                    <button class="past" data-act="latest" on:click=move |_| session.past_ply.set(None)>
                        {app.t_with(Message::LookingBack, &[&session.read(|model| model.move_number(app.language(), ply)).to_string()])} "\u{a0}· " {app.t(Message::Latest)}
                    </button>
                })}
                <Turn/>
                {move || {
                    let shape = session.read(|model| Some(model.shape()))?;
                    let warning = session.read_table(|table| table.warning.clone())?;
                    Some(view! { <p class="warning" data-warning=true>{warning_words(app.language(), shape, &warning)}</p> })
                }}
            </div>
            <Tags/>
            {move || is_offered.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_offers, offers)/> })}
        </div>
    }
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_offers))]
fn offers() -> Result<AnyView, NotFetched> {
    Ok(view! { <Offers/> <Claims/> <MoveConfirmation/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_result_line))]
fn result_line() -> Result<AnyView, NotFetched> {
    Ok(view! { <ResultLine/> }.into_any())
}

#[wasm_split(game, wasm_split_path = ::leptos::wasm_split, fallible, preload(fetch_connection))]
fn connection() -> Result<AnyView, NotFetched> {
    Ok(view! { <Connection/> }.into_any())
}

/// The state of the connection, and the command on its way.
#[component]
pub(super) fn Connection() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let sent = move || {
        let action = session.sending.get().map(|_| session.sent_action());
        action.map(|action| match action {
            Some(action) => {
                let notation = app.notation();
                session.read(|model| model.text_of(app.language(), notation, &action))
            }
            None => app.t(Message::CommandWaits).to_owned(),
        })
    };
    move || {
        let message = match session.connection.get() {
            ConnectionState::Live => {
                // Shown with a delay, because most answers arrive before a player could read it.
                return sent().map(|what| view! {
                    <span class="sending" role="status" data-sending=true>{app.t_with(Message::BeingSent, &[&what])}</span>
                }.into_any());
            }
            ConnectionState::Connecting => Message::Connecting,
            ConnectionState::Lost => Message::Offline,
            ConnectionState::Missing => Message::TableMissing,
        };
        let text = match sent().filter(|_| message == Message::Offline) {
            Some(what) => app.t_with(Message::NotSentYet, &[&what]),
            None => app.t(message).to_owned(),
        };
        let sends = session.sending.with(Option::is_some).then_some("true");
        Some(view! { <span class="link" role="status" data-link=true data-sending=sends>{text}</span> }.into_any())
    }
}

/// The side to move, and check.
#[component]
fn Turn() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let text = Memo::new(move |_| {
        let acting = session.acting_seat();
        let seats = session.seats.get();
        session.read(|model| {
            Some(match model.turn {
                TurnState::Waiting if model.has_open_seat() => {
                    app.t(Message::WaitingForPlayers).to_owned()
                }
                TurnState::Waiting => app.t(Message::DrawingLots).to_owned(),
                TurnState::Setup { .. } if seats.is_empty() => {
                    app.t(Message::SetupGoesOn).to_owned()
                }
                TurnState::Setup { you: true } => app.t(Message::YourTurn).to_owned(),
                TurnState::Setup { you: false } => app.t(Message::WaitingForOther).to_owned(),
                TurnState::Seat { .. } if acting.is_some() && session.peeking.get() => {
                    app.t(Message::PeekOn).to_owned()
                }
                TurnState::Seat { .. } if acting.is_some() && seats.len() == 1 => {
                    let is_lost = model.plays_without_marshal(seats[0]);
                    app.t(if is_lost { Message::RaceLost } else { Message::YourTurn }).to_owned()
                }
                TurnState::Seat { .. } if session.is_out() => {
                    app.t(Message::OthersPlayOn).to_owned()
                }
                TurnState::Seat { seat } => {
                    let side =
                        model.side(seat).map(|side| side_name(app.language(), side).to_owned());
                    let name = side.unwrap_or_else(|| {
                        model.seat(seat).map_or_else(String::new, |seat| {
                            shown_name(app.language(), &seat.name).to_owned()
                        })
                    });
                    app.t_with(Message::TurnOf, &[&name])
                }
                TurnState::Over => return None,
            })
        })
    });
    app.set_title(Signal::derive(move || {
        text.get().unwrap_or_else(|| app.t(Message::GameOver).to_owned())
    }));
    let goes_on = Memo::new(move |_| text.with(Option::is_some));
    let is_over = Memo::new(move |_| session.read(|model| model.is_over()));
    let is_mine = move || session.acting_seat().is_some() && session.seats.with(Vec::len) == 1;
    view! {
        {move || is_over.get().then(|| view! { <Lazy chunk=LazyChunk::new(fetch_result_line, result_line)/> })}
        {move || goes_on.get().then(|| view! { <strong class="whose" class:own=is_mine data-status=true>{move || text.get()}</strong> })}
        {move || session.read(|model| model.check && !model.is_over()).then(|| view! {
            <span class="check-word" data-check=true>{app.t(Message::InCheck)}</span>
        })}
    }
}

/// The result of a finished game, with a button that shows its details again.
#[component]
pub(crate) fn ResultLine() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    let end = Memo::new(move |_| session.read(|model| model.end.clone()));
    let is_closed = Memo::new(move |_| session.result_closed.get());
    move || {
        end.get().map(|end| {
            let (seal, title) = verdict(app, session, &end.winners);
            let reason = session.ending_words(app);
            view! {
                <button
                    class="past result"
                    data-act="show-result"
                    disabled=move || !is_closed.get()
                    on:click=move |_| session.result_closed.set(false)
                >
                    <Seal character=seal/>
                    <span><strong>{title}</strong>"\u{a0}· "{reason}</span>
                </button>
            }
        })
    }
}

/// Tags of the table: rated, watching.
#[component]
fn Tags() -> impl IntoView {
    let app = App::get();
    let session = Session::get();
    view! {
        <div class="tags">
            {move || session.read_table(|table| table.rated).then(|| view! { <span class="tag" data-rated=true>{app.t(Message::Rated)}</span> })}
            {move || match session.read_table(|table| table.spectator_delay) {
                0 => None,
                delay => Some(view! {
                    <span class="tag" data-late=true>{app.t_with(Message::SpectatorsLate, &[&delay.to_string()])}</span>
                }),
            }}
            {move || session.seats.get().is_empty().then(|| view! { <span class="tag">{app.t(Message::Watching)}</span> })}
        </div>
    }
}
