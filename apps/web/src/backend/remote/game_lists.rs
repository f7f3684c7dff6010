//! Lists of games at tables of the server: those of the player, and those that are shown to all.

use super::credentials::{load_credentials, running_seats, store_credentials};
use crate::{
    app::App,
    backend::server,
    browser::{self, BrowserStorage},
};
use futures_util::future::{join, join_all};
use leptos::prelude::*;
use protocol::{GameId, LiveTable, TableInfo, WatchedGames};
use std::cmp::Reverse;
use ui_model::{
    RunningGame, Variant, is_contest,
    seats::{EndedGame, SeatCredentials},
    seats_of_account,
};

/// Finished games kept in "My games"; older ones are dropped.
const MAX_ENDED: usize = 6;

/// Maximum number of games whose state is requested from the server.
const ASKED_GAMES: usize = 12;

/// The running games at the server: those with seats of this browser, and those of the account. The
/// server is asked about all of them at once.
///
/// # Errors
/// A text for the player, if the server cannot be reached and there may be such games.
pub(crate) async fn remote_games(app: App) -> Result<Vec<RunningGame>, String> {
    let mine: Vec<(GameId, SeatCredentials)> = running_seats().take(ASKED_GAMES).collect();
    let asked: Vec<_> = mine.iter().map(|(table, _)| server::info(app, table)).collect();
    let (found, of_account) = join(join_all(asked), server::account_games(app)).await;
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
                games.push(game.seeking(credentials.is_seek));
            }
            Err(why @ server::Failure::Unreachable) => return Err(why.words(app)),
            // A table that no longer exists is not listed.
            Err(_) => {}
        }
    }
    let known =
        |games: &[RunningGame], table: &GameId| games.iter().any(|it| it.info.table == *table);
    let name = app.account.get_untracked().unwrap_or_default();
    for info in of_account.unwrap_or_default() {
        if !known(&games, &info.table) {
            let seats = seats_of_account(&info, &name);
            games.push(RunningGame::new(info, seats, false, browser::now_ms()));
        }
    }
    games.extend(ended_games());
    Ok(games)
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
    if plays || app.account.with_untracked(Option::is_none) {
        return plays;
    }
    let of_account = server::account_games(app).await.unwrap_or_default();
    let is_contest = |TableInfo { plan, seats, over, .. }: &TableInfo| {
        let is_contest = is_contest(seats, &plan.clock, plan.rated, plan.training);
        !over && plan.variant == variant.as_str() && is_contest
    };
    of_account.iter().any(is_contest)
}

/// The finished games of this browser, the latest first.
fn ended_games() -> Vec<RunningGame> {
    let ended = |(table, kept): (GameId, SeatCredentials)| Some((table, kept.seats, kept.ended?));
    let mut ended: Vec<_> = SeatCredentials::load_all(BrowserStorage).filter_map(ended).collect();
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
