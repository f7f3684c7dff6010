//! Lists of games at tables of the server: those of the player, and those that are shown to all.

use super::credentials::{load_credentials, running_seats, store_credentials};
use crate::{app::App, backend::server, browser, seat_storage::SeatStorage};
use futures_util::{
    FutureExt,
    future::{LocalBoxFuture, Shared, join, join_all},
};
use leptos::prelude::*;
use protocol::{GameId, LiveTable, TableInfo, WatchedGames};
use std::{cell::RefCell, cmp::Reverse};
use ui_model::{
    RunningGame, Variant, is_contest,
    seats::{EndedGame, SeatCredentials},
    seats_of_account,
};

/// Finished games kept in "My games"; older ones are dropped.
const MAX_ENDED: usize = 6;

/// Maximum number of games whose state is requested from the server.
const ASKED_GAMES: usize = 12;

/// The running games, or why there are none.
type FoundGames = Result<Vec<RunningGame>, String>;

thread_local! {
    /// The request for the running games that is on its way. Several parts of the page ask.
    static ASKING: RefCell<Option<Shared<LocalBoxFuture<'static, FoundGames>>>> =
        const { RefCell::new(None) };
}

/// The running games at the server: those with seats of this browser, and those of the account. The
/// server is asked about all of them at once, and once for callers at the same time.
///
/// # Errors
/// A text for the player, if the server cannot be reached and there may be such games.
pub(crate) async fn remote_games(app: App) -> FoundGames {
    let asking = ASKING.with_borrow_mut(|asking| {
        let ask = || {
            let ask = async move {
                let found = ask_games(app).await;
                ASKING.with_borrow_mut(|asking| *asking = None);
                found
            };
            ask.boxed_local().shared()
        };
        asking.get_or_insert_with(ask).clone()
    });
    asking.await
}

async fn ask_games(app: App) -> FoundGames {
    let mine: Vec<(GameId, SeatCredentials)> = running_seats().take(ASKED_GAMES).collect();
    let asked: Vec<_> = mine.iter().map(|(table, _)| server::info(app, table)).collect();
    let (found, of_account) = join(join_all(asked), account_games(app)).await;
    let mut games: Vec<RunningGame> = Vec::new();
    for ((table, credentials), info) in mine.into_iter().zip(found) {
        match info {
            Ok(info) if info.over => {
                let ended = Some(EndedGame { info, heard_ms: browser::epoch_ms() });
                let contest = None;
                let ended = SeatCredentials { is_over: true, ended, contest, ..credentials };
                store_credentials(&table, &ended);
            }
            Ok(info) => {
                let game = RunningGame::new(info, credentials.seats, false, browser::now_ms());
                let waits =
                    app.waits_at.with_untracked(|waits_at| waits_at.as_ref() == Some(&table));
                games.push(game.seeking(credentials.is_seek && !waits));
            }
            Err(why @ server::Failure::Unreachable) => return Err(why.words(app)),
            // A table that no longer exists is not listed.
            Err(_) => {}
        }
    }
    let known =
        |games: &[RunningGame], table: &GameId| games.iter().any(|it| it.info.table == *table);
    let name = app.account.get_untracked().unwrap_or_default();
    for info in of_account {
        if !known(&games, &info.table) {
            let seats = seats_of_account(&info, &name);
            games.push(RunningGame::new(info, seats, false, browser::now_ms()));
        }
    }
    // An open seat may wait for one account, as after a challenge.
    let reserved = games.iter().map(|game| {
        let table = game.has_open_seat().then(|| game.info.table.clone());
        async move {
            match table {
                Some(table) => server::reserved(app, &table).await,
                None => Vec::new(),
            }
        }
    });
    let reserved = join_all(reserved).await;
    let mut games: Vec<_> =
        games.into_iter().zip(reserved).map(|(game, seats)| game.reserving(seats)).collect();
    games.extend(ended_games());
    Ok(games)
}

/// The running games of the signed-in account; a guest's page need not ask.
async fn account_games(app: App) -> Vec<TableInfo> {
    if app.account.with_untracked(Option::is_none) {
        return Vec::new();
    }
    server::account_games(app).await.unwrap_or_default()
}

/// Whether the player has a running contest of this variant: at a table with seats of this browser, or
/// one of the account. The computer must not help then.
pub(crate) async fn plays_contest(app: App, variant: Variant) -> bool {
    let mine: Vec<_> = running_seats().filter(|(_, kept)| kept.plays_contest(variant)).collect();
    let asked: Vec<_> = mine.iter().map(|(table, _)| server::info(app, table)).collect();
    let mut plays = false;
    for ((table, kept), info) in mine.iter().zip(join_all(asked).await) {
        match info {
            Ok(info) if !info.over => plays = true,
            // Without an answer the game may still run.
            Err(server::Failure::Unreachable) => plays = true,
            _ => store_credentials(table, &SeatCredentials { contest: None, ..kept.clone() }),
        }
    }
    if plays {
        return true;
    }
    let is_contest = |TableInfo { plan, seats, over, .. }: &TableInfo| {
        let is_contest = is_contest(seats, &plan.clock, plan.rated, plan.training);
        !over && plan.variant == variant.as_str() && is_contest
    };
    account_games(app).await.iter().any(is_contest)
}

/// The finished games of this browser, the latest first.
fn ended_games() -> Vec<RunningGame> {
    let ended = |(table, kept): (GameId, SeatCredentials)| Some((table, kept.seats, kept.ended?));
    let mut ended: Vec<_> = SeatCredentials::load_all(SeatStorage).filter_map(ended).collect();
    ended.sort_by_key(|(_, _, ended)| Reverse(ended.heard_ms));
    for (table, _, _) in ended.drain(MAX_ENDED.min(ended.len())..) {
        forget_ended(&table);
    }
    let game = |(_, seats, EndedGame { info, .. })| {
        RunningGame::new(info, seats, false, browser::now_ms())
    };
    ended.into_iter().map(game).collect()
}

/// Removes a finished game from the list. Its table is unchanged.
pub(crate) fn forget_ended(table: &GameId) {
    if let Some(kept) = load_credentials(table) {
        store_credentials(table, &SeatCredentials { ended: None, ..kept });
    }
}

/// Public live games.
pub(crate) async fn live_games(app: App) -> Vec<LiveTable> {
    server::live(app).await
}

/// Public live games to watch.
pub(crate) async fn watched_games(app: App) -> Result<WatchedGames, String> {
    server::watched(app).await
}
