//! Three visitors with browsers.

use anyhow::Result;
use browser::Page;
use serde_json::json;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Moves of a visitor before resigning.
const MOVES: u32 = 12;
/// Time that a visitor watches one game.
const WATCHES: Duration = Duration::from_secs(20);
/// Time after the end for which a visitor waits for an opponent.
const LEAVES: Duration = Duration::from_secs(20);
const LOOKS: Duration = Duration::from_millis(500);

/// Whether the reader is to move.
const IS_MY_TURN: &str = "const { turn, over } = document.querySelector('main').dataset;
    const own = document.querySelector(`[data-seat='${turn}']`);
    return over === 'false' && own?.dataset.own === 'true'";
/// The squares on the board, in random order.
const SQUARES: &str = "return [...document.querySelectorAll('[data-board] [data-square]')]
    .map(it => it.dataset.square).sort(() => Math.random() - 0.5)";
const DESTINATIONS: &str =
    "return [...document.querySelectorAll('[data-dest]')].map(it => it.dataset.dest)";

/// Seeks opponents and plays until the end. Returns the number of games.
pub(crate) async fn play(page: &Page, address: &str, game: &str, end: Instant) -> Result<usize> {
    let mut games = 0;
    while Instant::now() < end {
        page.goto(address).await?;
        page.press(&format!(".card[data-game='{game}']")).await?;
        page.press("[data-quick]").await?;
        page.see("main[data-screen='table']").await?;
        let mut moves = 0;
        while !page.has("main[data-over='true']").await? {
            let is_over_time = Instant::now() > end;
            if Instant::now() > end + LEAVES && page.plies().await? == 0 {
                // No opponent came.
                return Ok(games);
            }
            if is_true(page, IS_MY_TURN).await? {
                if moves >= MOVES || is_over_time {
                    resign(page).await?;
                } else {
                    moves += u32::from(move_once(page).await?);
                }
            }
            sleep(LOOKS).await;
        }
        page.see("[data-ending]").await?;
        games += 1;
    }
    Ok(games)
}

/// The game may end in this moment.
async fn resign(page: &Page) -> Result<()> {
    if page.act("resign").await.is_ok() && page.act("confirm").await.is_ok() {
        return Ok(());
    }
    page.see("main[data-over='true']").await
}

/// Taps squares until a move was made. Returns whether one was made; the game may end meanwhile.
async fn move_once(page: &Page) -> Result<bool> {
    let plies = page.plies().await?;
    for square in strings(page, SQUARES).await? {
        if !is_true(page, IS_MY_TURN).await? {
            return Ok(page.plies().await? > plies);
        }
        page.press(&format!("[data-square='{square}']")).await?;
        // A face-down piece is turned at once.
        if let Some(to) = strings(page, DESTINATIONS).await?.first() {
            page.press(&format!("[data-square='{to}']")).await?;
        }
        sleep(LOOKS).await;
        if page.plies().await? > plies {
            return Ok(true);
        }
    }
    Ok(false)
}

async fn is_true(page: &Page, script: &str) -> Result<bool> {
    Ok(page.ask(script, vec![]).await? == json!(true))
}

async fn strings(page: &Page, script: &str) -> Result<Vec<String>> {
    Ok(serde_json::from_value(page.ask(script, vec![]).await?)?)
}

/// Watches the games of others. Returns the number of games.
pub(crate) async fn watch(page: &Page, address: &str, end: Instant) -> Result<usize> {
    let mut games = 0;
    while Instant::now() < end {
        page.goto(&format!("{address}/watch")).await?;
        sleep(LOOKS).await;
        if page.has("[data-watched] a").await? {
            page.press("[data-watched] a").await?;
            page.see("main[data-screen='table'] [data-board]").await?;
            games += 1;
            sleep(WATCHES).await;
        }
    }
    Ok(games)
}
