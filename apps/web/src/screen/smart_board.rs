//! The live page of a smart board.

mod arbiter;
mod claims;
mod games;
mod seat_plate;

use crate::{
    app::{App, effect},
    parts::{Icon, SettingsButton},
    smart_board::{SmartBoardDiagram, subscribe_to_smart_boards},
    ticking::time_signal,
    voice,
};
use ::games::board::{BoardShape, BoardView};
use arbiter::{ArbiterPanel, Corrections};
use claims::SeatClaims;
use games::SmartBoardGames;
use i18n::{Message, clock_words};
use leptos::prelude::*;
use protocol::{BoardId, SmartBoardState, SmartBoardView};
use seat_plate::SmartBoardSeatPlate;
use ui_model::{Route, smart_boards};

/// A smart board: position, clocks and messages.
#[component]
pub(crate) fn SmartBoardScreen(id: BoardId) -> impl IntoView {
    let app = App::get();
    let (smart_boards, is_live) = subscribe_to_smart_boards();
    let now = time_signal(100);
    let id = StoredValue::new(id);
    let heard = Memo::new(move |_| {
        smart_boards.with(|smart_boards| id.with_value(|id| smart_boards.board(id).cloned()))
    });
    let board = Memo::new(move |_| heard.get().map(|(view, _)| view));
    let read = move |read: fn(&SmartBoardView) -> String| {
        Signal::derive(move || board.with(|board| board.as_ref().map(read).unwrap_or_default()))
    };
    let says = Memo::new(move |_| {
        board.with(|board| smart_boards::prompt_words(board.as_ref()?, app.language()))
    });
    let clocks = Memo::new(move |_| {
        let now = now.get();
        heard.with(|heard| {
            let (view, at) = heard.as_ref()?;
            smart_boards::clocks(view, now - at)
        })
    });
    let state = move || board.with(|board| board.as_ref().map(|board| board.state));
    app.set_title(read(|view| view.name.clone()));
    view! {
        <main class="table live" data-screen="board" data-smart=id.get_value().into_string()
            data-state=move || state().map_or("", smart_boards::state_id)
            data-plies=move || board.with(|board| board.as_ref().map_or(0, |board| board.moves.len()))>
            <header class="bar">
                <button class="plain" data-act="back" aria-label=move || app.t(Message::Back) on:click=move |_| app.go(Route::SmartBoardHall)>
                    <Icon d="M15 5L8 12L15 19"/>
                </button>
                <h1>{read(|view| view.name.clone())}</h1>
                {move || (!is_live.get()).then(|| view! { <span class="tag" role="status" data-link=true>{app.t(Message::Offline)}</span> })}
                <SettingsButton/>
            </header>
            <div class="board-place">
                <SmartBoardDiagram
                    scene=Signal::derive(move || board.with(|board| board.as_ref().map_or_else(|| BoardView::empty(BoardShape::River), smart_boards::scene)))
                    last=Signal::derive(move || board.with(|board| board.as_ref().and_then(smart_boards::last_step)))
                    points=Signal::derive(move || board.with(|board| board.as_ref().map(smart_boards::prompt_points).unwrap_or_default()))
                    label=read(|view| view.name.clone())
                />
            </div>
            <div class="strip top"><SmartBoardSeatPlate board clocks place=1/></div>
            <div class="strip bottom"><SmartBoardSeatPlate board clocks place=0/></div>
            <aside class="side">
                <SmartBoardPrompt board says/>
                <SeatClaims board/>
                <SmartBoardAbout board/>
                <SpeakSwitch says/>
                <SmartBoardMoves board/>
                <RefereeDoubts board/>
                <Corrections board/>
                <SaveCurrentGame board/>
                <SmartBoardGames board/>
                <ArbiterPanel board/>
            </aside>
        </main>
    }
}

/// The most important text: the result, the board's message, or the side to move.
#[component]
fn SmartBoardPrompt(
    board: Memo<Option<SmartBoardView>>,
    says: Memo<Option<String>>,
) -> impl IntoView {
    let app = App::get();
    let ending =
        move || board.with(|board| smart_boards::ending_words(board.as_ref()?, app.language()));
    let goes_on = move || {
        board.with(|board| {
            let board = board.as_ref()?;
            let side =
                smart_boards::SIDE_LETTERS.iter().position(|it| board.turn.as_deref() == Some(it));
            Some(match (board.state, side) {
                (SmartBoardState::Playing, Some(side)) => {
                    app.t_with(Message::TurnOf, &[app.t([Message::Red, Message::Black][side])])
                }
                _ => app.t(smart_boards::state_message(board.state)).to_owned(),
            })
        })
    };
    let urgent =
        move || board.with(|board| board.as_ref().is_some_and(smart_boards::needs_arbiter));
    view! {
        <p class="says" class:urgent=urgent role="status" aria-live="polite" data-says=true>
            {move || ending().or_else(|| says.get()).or_else(goes_on)}
        </p>
    }
}

/// The board's name and clock, which have no other place on a phone.
#[component]
fn SmartBoardAbout(board: Memo<Option<SmartBoardView>>) -> impl IntoView {
    let app = App::get();
    let about = move || {
        board.with(|board| {
            let board = board.as_ref()?;
            let clock = clock_words(app.language(), &board.clock);
            Some(if board.game == 0 {
                board.name.clone()
            } else {
                format!("{} · {clock}", board.name)
            })
        })
    };
    view! { <p class="label" data-about=true>{about}</p> }
}

/// A switch that reads the board's messages aloud. They are always shown as text.
#[component]
fn SpeakSwitch(says: Memo<Option<String>>) -> impl IntoView {
    let app = App::get();
    let aloud = RwSignal::new(false);
    Effect::new(move |before: Option<Option<String>>| {
        let now = says.get();
        if let Some(words) =
            now.as_ref().filter(|_| before.is_some() && before != Some(now.clone()))
            && aloud.get_untracked()
        {
            voice::speak(app.language(), words);
        }
        now
    });
    view! {
        <label class="switch">
            <span>{move || app.t(Message::Speak)}</span>
            <input type="checkbox" role="switch" data-setting="speak" prop:checked=move || aloud.get() on:change=move |_| aloud.update(|on| *on = !*on)/>
        </label>
    }
}

/// The plies on which the server disagrees with the board.
#[component]
fn RefereeDoubts(board: Memo<Option<SmartBoardView>>) -> impl IntoView {
    let app = App::get();
    move || {
        board.with(|board| {
            let board = board.as_ref().filter(|board| !board.doubts.is_empty())?;
            let lines = board.doubts.iter().map(|doubt| {
                let text = smart_boards::doubt_words(doubt, app.language());
                view! { <p>{text}</p> }
            });
            Some(view! {
                <section class="doubts" data-doubts=board.doubts.len()>
                    <h2>{app.t(Message::Doubts)}</h2>
                    {lines.collect_view()}
                </section>
            })
        })
    }
}

/// The running game as a file. Finished games are listed below.
#[component]
fn SaveCurrentGame(board: Memo<Option<SmartBoardView>>) -> impl IntoView {
    let app = App::get();
    let under_way = Memo::new(move |_| {
        board.with(|board| {
            let board = board.as_ref().filter(|board| board.ended.is_none())?;
            (!board.moves.is_empty()).then(|| (board.id.clone(), board.game))
        })
    });
    move || {
        under_way.get().map(|(board, game)| {
            let href = format!("/api/boards/{board}/games/{game}/record.pgn");
            view! { <a class="button" data-act="save" download href=href>{app.t(Message::SaveGame)}</a> }
        })
    }
}

/// The move list, scrolled to the latest move.
#[component]
fn SmartBoardMoves(board: Memo<Option<SmartBoardView>>) -> impl IntoView {
    let app = App::get();
    let list = NodeRef::<leptos::html::Ol>::new();
    let moves = Memo::new(move |_| {
        let (language, notation) = (app.language(), app.notation());
        let write = |view: &SmartBoardView| smart_boards::written_moves(view, language, notation);
        board.with(|board| board.as_ref().map(write).unwrap_or_default())
    });
    effect(move || {
        moves.track();
        if let Some(list) = list.get() {
            list.set_scroll_top(list.scroll_height());
        }
    });
    view! {
        <ol class="board-moves" data-moves=true node_ref=list>
            {move || moves.get().into_iter().map(|text| view! { <li>{text}</li> }).collect_view()}
        </ol>
    }
}
