//! Touch and mouse gestures on the board that must not make a move.

use anyhow::{Result, ensure};
use browser::{Chromium, Page, Program, Size, with_page};

async fn xiangqi_page(chromium: &Chromium, program: &Program, size: Size) -> Result<Page> {
    let page = chromium.open(size, "").await?;
    page.goto(&format!("{}/new/xiangqi", program.address())).await?;
    page.press("[data-opponent='device']").await?;
    page.act("start").await?;
    page.see("[data-square='h2']").await?;
    Ok(page)
}

#[tokio::test]
async fn drags() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let phone = xiangqi_page(&chromium, &program, Size::Phone).await?;
    let desk = xiangqi_page(&chromium, &program, Size::Desk).await?;
    let result = async {
        with_fingers(&phone).await?;
        with_the_mouse(&desk).await
    };
    let result = result.await;
    phone.close().await?;
    desk.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn with_fingers(page: &Page) -> Result<()> {
    let from = page.middle("[data-square='h2']").await?;
    let to = page.middle("[data-square='e2']").await?;
    let half = ((from.0 + to.0) / 2.0, from.1);

    // A second finger cancels the drag.
    page.touch("touchStart", &[from]).await?;
    page.touch("touchMove", &[half]).await?;
    page.see("[data-dest='e2']").await?;
    page.touch("touchStart", &[half, (200.0, 300.0)]).await?;
    page.touch("touchMove", &[to, (200.0, 310.0)]).await?;
    page.touch("touchEnd", &[]).await?;
    page.until("!document.querySelector('[data-dest]')").await?;
    ensure!(page.plies().await? == 0, "a cancelled drag played");

    // Dropping a piece beside the board does nothing.
    page.touch("touchStart", &[from]).await?;
    page.touch("touchMove", &[half]).await?;
    page.touch("touchMove", &[(180.0, 730.0)]).await?;
    page.touch("touchEnd", &[]).await?;
    page.until("!document.querySelector('[data-dest]')").await?;
    ensure!(page.plies().await? == 0, "a drag off the board played");
    let scrolled = page.ask("return scrollY", vec![]).await?;
    ensure!(scrolled == 0, "the page scrolled while a piece was dragged: {scrolled}");

    // A complete drag makes the move.
    page.touch("touchStart", &[from]).await?;
    page.touch("touchMove", &[half]).await?;
    page.touch("touchMove", &[to]).await?;
    page.touch("touchEnd", &[]).await?;
    page.until_plies(1).await?;
    ensure!(page.pieces().await?.contains(&("C".into(), "e2".into())));
    Ok(())
}

async fn with_the_mouse(page: &Page) -> Result<()> {
    let from = page.middle("[data-square='h2']").await?;
    let to = page.middle("[data-square='e2']").await?;

    // A movement below three pixels counts as a click and selects the piece.
    page.mouse("mousePressed", from).await?;
    page.mouse("mouseMoved", (from.0 + 2.0, from.1)).await?;
    page.mouse("mouseReleased", (from.0 + 2.0, from.1)).await?;
    page.see("[data-mark='chosen']").await?;
    page.see("[data-dest='e2']").await?;
    page.press("[data-square='h2']").await?;
    page.until("!document.querySelector('[data-dest]')").await?;

    // Escape and the right button put the piece back. The illegal place of the release is ignored.
    let aside = (to.0, to.1 - (from.0 - to.0));
    for is_escape in [true, false] {
        page.mouse("mousePressed", from).await?;
        page.mouse("mouseMoved", ((from.0 + to.0) / 2.0, from.1)).await?;
        page.see("[data-dest='e2']").await?;
        if is_escape {
            page.key("Escape").await?;
        } else {
            page.mouse_button("mousePressed", to, "right", 3).await?;
            page.mouse_button("mouseReleased", to, "right", 1).await?;
        }
        page.until("!document.querySelector('[data-dest]')").await?;
        page.mouse("mouseMoved", aside).await?;
        page.mouse("mouseReleased", aside).await?;
        let refused = page.ask("return !!document.querySelector('[data-notice]')", vec![]).await?;
        ensure!(refused == false && page.plies().await? == 0, "a cancelled drag played");
    }

    page.mouse("mousePressed", from).await?;
    page.mouse("mouseMoved", ((from.0 + to.0) / 2.0, from.1)).await?;
    page.mouse("mouseMoved", to).await?;
    page.mouse("mouseReleased", to).await?;
    page.until_plies(1).await?;

    // A typed move works in any notation; an illegal one is explained.
    page.write("[data-input='move']", "马8进7\n").await?;
    page.until_plies(2).await?;
    page.write("[data-input='move']", "e2e7\n").await?;
    page.see("[data-notice]").await?;
    ensure!(page.plies().await? == 2);
    Ok(())
}

/// Counts vibrations instead of triggering them.
const FEEL: &str =
    "window.ticks = 0; navigator.vibrate = () => { window.ticks += 1; return true; };";

#[tokio::test]
async fn the_hand_feels_a_piece_taken_up_and_put_down() -> Result<()> {
    with_page(Size::Phone, FEEL, async |page, address| {
        page.goto(&format!("{address}/new/xiangqi")).await?;
        page.press("[data-opponent='device']").await?;
        page.act("start").await?;
        page.play("h2", Some("e2")).await?;
        page.until("window.ticks === 2").await?;
        page.act("settings").await?;
        page.press("[data-setting='haptics']").await?;
        page.act("close").await?;
        page.play("h9", Some("g7")).await?;
        page.until("window.ticks === 2").await
    })
    .await
}

/// With the pen, a tap draws a circle and a drag an arrow, and neither plays a move.
#[tokio::test]
async fn marks_are_drawn_by_touch() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/analysis?moves=h2e2")).await?;
        page.see("main[data-screen='record'] [data-shown='0']").await?;
        page.act("draw-marks").await?;
        page.see("[data-pen='green'][aria-pressed='true']").await?;
        let [from, to, other] = [
            page.middle("[data-square='h2']").await?,
            page.middle("[data-square='e2']").await?,
            page.middle("[data-square='e4']").await?,
        ];
        page.touch("touchStart", &[other]).await?;
        page.touch("touchEnd", &[]).await?;
        page.see("circle[data-drawn='e4'][data-ink='green']").await?;

        // A cannon is not moved, and another colour is chosen.
        page.press("[data-pen='red']").await?;
        page.touch("touchStart", &[from]).await?;
        page.touch("touchMove", &[((from.0 + to.0) / 2.0, from.1)]).await?;
        page.touch("touchMove", &[to]).await?;
        page.touch("touchEnd", &[]).await?;
        page.see("path[data-drawn='h2e2'][data-ink='red']").await?;
        page.see("[data-shown='0']").await?;
        page.shoot("pen").await?;
        ensure!(page.fits().await?, "the pen sticks out");

        // A second finger cancels a mark.
        page.touch("touchStart", &[to]).await?;
        page.touch("touchMove", &[other]).await?;
        page.see("[data-drawn='e2e4']").await?;
        page.touch("touchStart", &[other, from]).await?;
        page.until("!document.querySelector('[data-drawn=e2e4]')").await?;
        page.touch("touchEnd", &[]).await?;
        page.until("document.querySelectorAll('[data-drawn]').length === 2").await?;

        // The marks belong to their position. Without the pen a tap selects a piece.
        page.act("next").await?;
        page.until("!document.querySelector('[data-drawn]')").await?;
        page.act("previous").await?;
        page.see("[data-drawn='h2e2']").await?;
        page.act("draw-marks").await?;
        page.until("!document.querySelector('[data-pen]')").await?;
        page.press("[data-square='b2']").await?;
        page.see("[data-mark='chosen']").await?;
        page.see("[data-drawn='h2e2']").await
    })
    .await
}
