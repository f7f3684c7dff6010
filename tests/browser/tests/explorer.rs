//! The opening explorer beside the analysis board.

use anyhow::{Result, ensure};
use browser::{Chromium, Page, Program, Size};

/// Two games of a collection.
const GAMES: &str = "[Event \"Five Rams\"]\n[Red \"Xu Yinchuan\"]\n[Black \"Lu Qin\"]\n[Date \"2003.02.01\"]\n\
    [RedElo \"2600\"]\n[BlackElo \"2550\"]\n\n1. h2e2 h9g7 2. h0g2 b9c7 3. c3c4 1-0\n\n\
    [Red \"Hu Ronghua\"]\n[Black \"Liu Dahua\"]\n[Date \"1985.11.01\"]\n\n\
    1. h2e2 h7e7 2. h0g2 h9g7 1/2-1/2\n\n\
    [Red \"Hu Ronghua\"]\n[Black \"Yang Guanlin\"]\n\n1. c3c4 b7c7 0-1\n";

/// English.
const EARLY: &str = "localStorage['chuhe.settings'] ??= '{\"language\":\"en\"}';";

/// Starts a server with a collection, and opens the analysis board.
async fn with_collection(size: Size, test: impl AsyncFn(&Page, &str) -> Result<()>) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    Program::import(&data, "Masters", GAMES).await?;
    let program = Program::start(&data, 0).await?;
    let chromium = Chromium::start().await?;
    let page = chromium.open(size, EARLY).await?;
    let result = test(&page, program.address()).await;
    page.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

/// The explorer counts moves, plays them, names openings, and lists games.
#[tokio::test]
async fn moves_are_counted_and_played() -> Result<()> {
    with_collection(Size::Desk, async |page, address| {
        page.goto(&format!("{address}/analysis")).await?;
        page.see("[data-explorer='false']").await?;
        page.act("explorer").await?;
        page.see("[data-explorer-none]").await?;
        page.press("[data-source='collection Masters']").await?;
        page.see("[data-explored='h2e2']").await?;
        ensure!(page.attribute("[data-games]", "data-games").await? == "3");
        let moves = page.attributes("[data-explored]", "data-explored").await?;
        ensure!(moves == ["h2e2", "c3c4"], "{moves:?}");
        let row = page.text("[data-explored='h2e2']").await?;
        ensure!(row.contains("Central cannon") && row.contains("67%"), "{row}");
        ensure!(page.text("[data-top-games]").await?.contains("Xu Yinchuan"), "the top games");
        ensure!(page.fits().await?, "the explorer sticks out");
        page.shoot("explorer").await?;
        // A tap plays the move.
        page.press("[data-explored='h2e2'] button").await?;
        page.until_plies(1).await?;
        page.see("[data-explored='h7e7']").await?;
        ensure!(page.text("[data-opening]").await? == "Central cannon");
        page.press("[data-explored='h7e7'] button").await?;
        page.until_plies(2).await?;
        page.until(
            "document.querySelector('[data-opening]').textContent === 'Same-direction cannons'",
        )
        .await?;
        // Filters leave games out.
        page.act("explorer-filters").await?;
        page.choose("[data-filter='rating']", "1800").await?;
        page.see("[data-explorer-none]").await?;
        page.choose("[data-filter='rating']", "").await?;
        page.see("[data-explored='h0g2']").await?;
        // A listed game opens at the position.
        page.press("[data-top-games] a").await?;
        page.see("main[data-screen='record'] [data-shown='2']").await?;
        page.until_plies(4).await?;
        // The switch stays as it was.
        page.reload().await?;
        page.see("[data-explorer='true']").await
    })
    .await
}

/// On a phone the explorer is a tab.
#[tokio::test]
async fn a_phone_has_a_tab() -> Result<()> {
    with_collection(Size::Phone, async |page, address| {
        page.goto(&format!("{address}/analysis")).await?;
        page.press("[data-show-tab='explorer']").await?;
        page.act("explorer").await?;
        page.press("[data-source='collection Masters']").await?;
        page.see("[data-explored='h2e2']").await?;
        page.shoot("explorer-phone").await?;
        ensure!(page.fits().await?, "the explorer sticks out");
        page.press("[data-explored='c3c4'] button").await?;
        page.see("[data-explored='b7c7']").await?;
        // Other games have no explorer.
        page.goto(&format!("{address}/analysis/banqi")).await?;
        page.see("main[data-screen='record']").await?;
        ensure!(!page.has("[data-explorer]").await?, "banqi has an explorer");
        page.until("document.querySelector('[data-show-tab=explorer]').hidden").await
    })
    .await
}
