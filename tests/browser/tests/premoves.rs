//! Planned moves, and marks drawn on the board.

use anyhow::{Result, ensure};
use browser::{Page, Size, invite, open, with_page, with_two};

const NO_PLAN: &str = "!document.querySelector('[data-mark=\"premove\"]')";

/// Plans a move with two taps.
async fn plan(page: &Page, from: &str, to: &str) -> Result<()> {
    page.press(&format!("[data-square='{from}']")).await?;
    page.see(&format!("[data-dest='{to}']")).await?;
    page.press(&format!("[data-square='{to}']")).await?;
    page.see(&format!("[data-mark='premove'][data-at='{to}']")).await?;
    page.see(&format!("[data-mark='premove'][data-at='{from}']")).await
}

#[tokio::test]
async fn a_planned_move_waits_for_its_turn() -> Result<()> {
    with_two([Size::Phone, Size::Desk], async |host, guest, program| {
        invite(host, &guest, program.address()).await?;
        guest.see("main[data-turn='0']").await?;
        plan(&guest, "h9", "g7").await?;
        guest.shoot("premove").await?;
        ensure!(guest.plies().await? == 0, "a planned move was played");
        // A tap elsewhere and Escape cancel it.
        guest.press("[data-square='e4']").await?;
        guest.until(NO_PLAN).await?;
        plan(&guest, "h9", "g7").await?;
        guest.key("Escape").await?;
        guest.until(NO_PLAN).await?;
        // The right button, too, and it draws nothing then.
        plan(&guest, "h9", "g7").await?;
        let at = guest.middle("[data-square='e4']").await?;
        guest.mouse_button("mousePressed", at, "right", 2).await?;
        guest.mouse_button("mouseReleased", at, "right", 0).await?;
        guest.until(NO_PLAN).await?;
        ensure!(!guest.has("[data-drawn]").await?, "a mark was drawn");
        plan(&guest, "h9", "g7").await?;
        // The answer follows at once.
        host.press("[data-square='h2']").await?;
        host.see("[data-dest='e2']").await?;
        host.press("[data-square='e2']").await?;
        host.until_plies(2).await?;
        ensure!(host.pieces().await?.contains(&("n".into(), "g7".into())), "another move");
        guest.until(NO_PLAN).await?;

        // The planned capture becomes illegal, and nothing is played. On a phone, by touch.
        host.play("h0", Some("g2")).await?;
        plan(host, "e2", "e6").await?;
        host.shoot("premove").await?;
        guest.play("e6", Some("e5")).await?;
        host.until(NO_PLAN).await?;
        host.see("main[data-turn='0']").await?;
        ensure!(host.plies().await? == 4, "an illegal move was played");
        ensure!(!host.has("[data-notice]").await?, "a dropped move gives no reason");
        guest.close().await
    })
    .await
}

#[tokio::test]
async fn marks_are_drawn_with_the_right_button() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        let [h2, e2, e4] = ["h2", "e2", "e4"].map(|square| format!("[data-square='{square}']"));
        let (h2, e2, e4) =
            (page.middle(&h2).await?, page.middle(&e2).await?, page.middle(&e4).await?);
        let draw = async |from, to| -> Result<()> {
            page.mouse_button("mousePressed", from, "right", 2).await?;
            page.mouse_button("mouseMoved", to, "none", 2).await?;
            page.mouse_button("mouseReleased", to, "right", 0).await
        };
        draw(h2, e2).await?;
        page.see("path[data-drawn='h2e2'][data-ink='green']").await?;
        draw(e4, e4).await?;
        page.see("circle[data-drawn='e4']").await?;
        page.shoot("drawn").await?;
        // Drawing the same mark again removes it.
        draw(e4, e4).await?;
        page.until("!document.querySelector('[data-drawn=\"e4\"]')").await?;
        // Escape cancels a mark that is being drawn.
        page.mouse_button("mousePressed", e4, "right", 2).await?;
        page.mouse_button("mouseMoved", e2, "none", 2).await?;
        page.see("[data-drawn='e4e2']").await?;
        page.key("Escape").await?;
        page.mouse_button("mouseReleased", e2, "right", 0).await?;
        page.until("document.querySelectorAll('[data-drawn]').length === 1").await?;
        ensure!(page.plies().await? == 0, "a mark was played");
        // The main button erases, and still selects.
        page.press("[data-square='h2']").await?;
        page.until("!document.querySelector('[data-drawn]')").await?;
        page.see("[data-dest='e2']").await?;
        page.press("[data-square='e2']").await?;
        page.until_plies(1).await?;

        // A replay forgets the marks with each step. That of a running game begins at its end.
        page.act("replay").await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        let (e4, e2) =
            (page.middle("[data-square='e4']").await?, page.middle("[data-square='e2']").await?);
        draw(e4, e2).await?;
        page.see("[data-drawn='e4e2']").await?;
        page.ask(
            "window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft' }))",
            vec![],
        )
        .await?;
        page.until("!document.querySelector('[data-drawn]')").await
    })
    .await
}

/// A planned move is in nothing that the page sends before its turn.
#[tokio::test]
async fn a_planned_move_is_not_sent() -> Result<()> {
    with_two([Size::Desk, Size::Desk], async |host, guest, program| {
        invite(host, &guest, program.address()).await?;
        guest.see("main[data-turn='0']").await?;
        let record = "window.sent = [];
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) { window.sent.push(text); return send.call(this, text); };";
        guest.ask(record, vec![]).await?;
        plan(&guest, "h9", "g7").await?;
        guest.key("Escape").await?;
        guest.until(NO_PLAN).await?;
        plan(&guest, "b9", "c7").await?;
        // The answer follows at once.
        host.press("[data-square='h2']").await?;
        host.see("[data-dest='e2']").await?;
        host.press("[data-square='e2']").await?;
        host.until_plies(2).await?;
        let sent = guest.ask("return window.sent.filter(text => /h9|\"do\"/.test(text))", vec![]).await?;
        let sent = sent.as_array().map_or(0, Vec::len);
        ensure!(sent == 1, "{sent} messages instead of one");
        guest.close().await
    })
    .await
}
