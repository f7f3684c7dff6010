//! The games of a board that are over.

use crate::{app::App, host::hall, parts::Games};
use leptos::prelude::*;
use protocol::{ArchivedGame, BoardView};
use ui_model::catalogue::Message;

/// The latest first, each to be seen again or downloaded.
#[component]
pub(super) fn BoardGames(board: Memo<Option<BoardView>>) -> impl IntoView {
    let app = App::get();
    let games = RwSignal::new(Vec::<ArchivedGame>::new());
    let next = RwSignal::new(None::<String>);
    let fetch = move |id: String, before: String| {
        leptos::task::spawn_local(async move {
            let Ok(page) = hall::archive(app, &id, &before).await else { return };
            // The page may have been left meanwhile.
            let _ = games.try_update(|games| {
                if before.is_empty() {
                    games.clear();
                }
                games.extend(page.games);
            });
            let _ = next.try_set(page.next);
        });
    };
    // Whatever changes a line of the list: an end, and what is put right afterwards.
    let news = Memo::new(move |_| {
        board.with(|board| {
            let board = board.as_ref()?;
            let seats = board.claims.clone().map(|claim| claim.is_some_and(|it| it.confirmed));
            Some((board.id.clone(), board.ended.clone(), board.corrections.len(), seats))
        })
    });
    Effect::new(move |_| {
        if let Some((id, ..)) = news.get() {
            fetch(id, String::new());
        }
    });
    let older = move |before: String| {
        let id = board.with_untracked(|board| board.as_ref().map(|board| board.id.clone()));
        move |_| {
            if let Some(id) = id.clone() {
                fetch(id, before.clone());
            }
        }
    };
    move || {
        (!games.with(Vec::is_empty)).then(|| {
            view! {
                <section class="latest" data-board-games=games.with(Vec::len)>
                    <h2>{app.say(Message::GamesOfBoard)}</h2>
                    <Games games=games.get()/>
                    {next.get().map(|before| view! {
                        <button data-act="older" on:click=older(before)>{app.say(Message::Older)}</button>
                    })}
                </section>
            }
        })
    }
}
