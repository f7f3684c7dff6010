//! Finished games of a board.

use crate::{
    app::{App, effect},
    parts::{ArchivePager, ArchivedGames},
};
use i18n::Message;
use leptos::prelude::*;
use protocol::{BoardId, SmartBoardView};
use ui_model::players::ArchiveFilter;

/// The games, the latest first, with links to the replay and the files.
#[component]
pub(super) fn SmartBoardGames(board: Memo<Option<SmartBoardView>>) -> impl IntoView {
    let app = App::get();
    let list = ArchivePager::new();
    // Changes that affect the list: a new end, or a correction.
    let news = Memo::new(move |_| {
        board.with(|board| {
            let board = board.as_ref()?;
            let seats = board.claims.each_ref().map(|claims| claims.iter().any(|it| it.confirmed));
            Some((board.id.clone(), board.ended.clone(), board.corrections.len(), seats))
        })
    });
    effect(move || {
        if let Some((id, ..)) = news.get() {
            list.load_first(app, of_board(id));
        }
    });
    let older = move |_| {
        let id = board.with_untracked(|board| board.as_ref().map(|board| board.id.clone()));
        if let Some(id) = id {
            list.load_next(app, of_board(id));
        }
    };
    move || {
        let games = list.games.get().unwrap_or_default();
        let count = games.len();
        (count > 0).then(|| {
            view! {
                <section class="latest" data-board-games=count>
                    <h2>{app.t(Message::GamesOfBoard)}</h2>
                    <ArchivedGames games/>
                    {move || (!list.next.with(String::is_empty)).then(|| view! {
                        <button data-act="older" on:click=older>{app.t(Message::Older)}</button>
                    })}
                </section>
            }
        })
    }
}

fn of_board(board: BoardId) -> ArchiveFilter {
    ArchiveFilter { board: board.into_string(), ..ArchiveFilter::default() }
}
