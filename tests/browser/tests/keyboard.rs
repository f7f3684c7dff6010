//! Playing by keyboard.

use anyhow::{Result, ensure};
use browser::{ENGLISH, Page, Size, open, with_page};
use serde_json::json;

/// A dialog traps the focus until it is closed, and then returns it.
#[tokio::test]
async fn a_dialog_holds_the_keyboard() -> Result<()> {
    with_page(Size::Desk, ENGLISH, async |page, address| {
        open(page, address, "xiangqi").await?;
        page.act("settings").await?;
        page.see("[data-dialog='settings'] [data-choose-theme='ink']").await?;
        let stops = "document.querySelectorAll('[data-dialog] button, [data-dialog] input, [data-dialog] select').length";
        let stops = page.ask(&format!("return {stops}"), vec![]).await?.as_u64().unwrap_or(0);
        ensure!(stops > 5, "only {stops} things to press");
        for _ in 0..stops + 5 {
            page.key("Tab").await?;
            let is_inside = "const at = document.activeElement;
                return at === document.body || !!at.closest('[data-dialog]')";
            ensure!(
                page.ask(is_inside, vec![]).await? == json!(true),
                "the keyboard got out of the dialog"
            );
        }
        page.key("Escape").await?;
        page.until("!document.querySelector('[data-dialog]')").await?;
        let back = page.ask("return document.activeElement.dataset.act", vec![]).await?;
        ensure!(back == json!("settings"), "the focus is at {back}");

        // Leaving a page closes its dialogs.
        page.ask("location.hash = '#/ranking'", vec![]).await?;
        page.see("main[data-screen='ranking']").await?;
        page.act("settings").await?;
        page.see("[data-dialog='settings']").await?;
        page.ask("history.back()", vec![]).await?;
        page.see("main[data-screen='table']").await?;
        page.until("!document.querySelector('[data-dialog]')").await
    })
    .await
}

/// Enter selects a piece, Escape deselects it, and the first focus on the board is at the player's
/// own edge.
#[tokio::test]
async fn a_piece_is_let_go() -> Result<()> {
    with_page(Size::Desk, ENGLISH, async |page, address| {
        open(page, address, "xiangqi").await?;
        let stop = page.attribute("[data-square][tabindex='0']", "data-square").await?;
        ensure!(stop == "a0", "the first stop is {stop}");
        focus(page, "h2").await?;
        page.key("Enter").await?;
        page.see("[data-square='h2'][aria-selected='true']").await?;
        page.key("Escape").await?;
        page.until("!document.querySelector('[aria-selected=true]')").await?;
        page.key("Enter").await?;
        focus(page, "e2").await?;
        page.key("Enter").await?;
        page.until_plies(1).await
    })
    .await
}

async fn focus(page: &Page, square: &str) -> Result<()> {
    let script = "document.querySelector(`[data-square='${arguments[0]}']`).focus()";
    page.ask(script, vec![json!(square)]).await?;
    Ok(())
}

/// The referee's messages are readable on every screen and cover no square.
#[tokio::test]
async fn a_refusal_is_read() -> Result<()> {
    for size in Size::ALL {
        with_page(size, ENGLISH, async |page, address| {
            open(page, address, "xiangqi").await?;
            // A cannon needs a screen to capture.
            page.press("[data-square='h2']").await?;
            page.see("[data-mark='chosen']").await?;
            page.press("[data-square='h7']").await?;
            let found = "(() => {
                const notice = document.querySelector('[data-notice]');
                if (!notice) return false;
                const box = notice.getBoundingClientRect();
                const board = document.querySelector('[data-board]').getBoundingClientRect();
                const apart = box.right <= board.left || box.left >= board.right
                    || box.bottom <= board.top + 1 || box.top >= board.bottom - 1;
                return box.height >= 18 && box.width > 100 && apart;
            })()";
            page.until(found).await
        })
        .await?;
    }
    Ok(())
}
