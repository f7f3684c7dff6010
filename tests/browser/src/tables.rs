use crate::Page;
use anyhow::{Context, Result};

/// Opens a game for all sides on one device.
pub async fn open(page: &Page, address: &str, game: &str) -> Result<()> {
    page.goto(&format!("{address}/new/{game}")).await?;
    page.press("[data-opponent='device']").await?;
    start(page, game).await
}

/// Starts the game of a form, and waits for the board.
pub async fn start(page: &Page, game: &str) -> Result<()> {
    page.act("start").await?;
    page.see(&format!("main[data-screen='table'][data-game='{game}'] [data-board]")).await
}

/// Opens undercover for two on one device, with moles that may be turned at once.
pub async fn open_undercover(page: &Page, address: &str) -> Result<()> {
    page.goto(&format!("{address}/new/undercover")).await?;
    page.press("[data-opponent='device']").await?;
    page.press("details.more summary").await?;
    page.press("[data-field='barred'] [data-value='0']").await?;
    page.act("start").await?;
    for _ in 0..2 {
        page.act("uncover").await?;
        choose_random_mole(page).await?;
    }
    uncover_mole(page).await
}

/// Chooses a random mole in the set-up of undercover.
pub async fn choose_random_mole(page: &Page) -> Result<()> {
    page.act("mole-random").await?;
    page.until("document.querySelector('[data-act=\"setup-done\"]')?.disabled === false").await?;
    page.act("setup-done").await
}

/// Waits for the first move of undercover, and uncovers the mole. The last player to set up may be the
/// first to move; then no cover is shown.
pub async fn uncover_mole(page: &Page) -> Result<()> {
    page.until("document.querySelector('[data-cover], [data-mole]')").await?;
    if page.has("[data-cover]").await? {
        page.act("uncover").await?;
    }
    page.see("[data-mole]").await
}

/// Plays a race of sifang on one device, in which three sides resign.
pub async fn resigned_race(page: &Page, address: &str) -> Result<()> {
    page.goto(&format!("{address}/new/sifang")).await?;
    page.press("[data-opponent='device']").await?;
    page.press("[data-field='mode'] [data-value='solo']").await?;
    start(page, "sifang").await?;
    for gone in 1..=3 {
        page.act("resign").await?;
        page.act("confirm").await?;
        page.until(&format!(
            "document.querySelector('[data-ending], main[data-plies=\"{gone}\"]')"
        ))
        .await?;
    }
    page.see("[data-ending] [data-panel='standings']").await
}

/// Starts a game of xiangqi between two pages by invitation; the host is Red.
pub async fn invite(host: &Page, guest: &Page, address: &str) -> Result<()> {
    host.goto(&format!("{address}/new/xiangqi")).await?;
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
