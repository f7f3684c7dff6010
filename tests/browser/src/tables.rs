use crate::Page;
use anyhow::{Context, Result};

/// Opens a game for all sides on one device.
pub async fn open(page: &Page, address: &str, game: &str) -> Result<()> {
    page.goto(&format!("{address}#/new/{game}")).await?;
    page.press("[data-opponent='device']").await?;
    start(page, game).await
}

/// Starts the game of a form, and waits for the board.
pub async fn start(page: &Page, game: &str) -> Result<()> {
    page.act("start").await?;
    page.see(&format!("main[data-screen='table'][data-game='{game}'] [data-board]")).await
}

/// Starts a game of xiangqi between two pages by invitation; the host is Red.
pub async fn invite(host: &Page, guest: &Page, address: &str) -> Result<()> {
    host.goto(&format!("{address}#/new/xiangqi")).await?;
    host.press("[data-opponent='invite']").await?;
    host.act("start").await?;
    host.see("[data-invite-link]").await?;
    let link =
        host.ask("return document.querySelector('[data-invite-link]').value", vec![]).await?;
    guest.goto(link.as_str().context("a link")?).await?;
    guest.act("join").await?;
    guest.see("[data-board]").await?;
    host.see("[data-square='h2']").await?;
    host.until("!document.querySelector('[data-invite-link]')").await
}
