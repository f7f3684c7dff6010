//! Studies: two authors in two browsers, a lost comment, guessing, files, and studies of a guest.

use anyhow::{Context, Result, ensure};
use browser::{Chromium, ENGLISH, Page, Program, Size, with_page};
use serde_json::json;

/// Registers an account, and reloads the page with it.
async fn register(page: &Page, address: &str, name: &str) -> Result<()> {
    page.goto(&format!("{address}/studies")).await?;
    page.see("main[data-screen='studies']").await?;
    browser::register(page, name).await?;
    page.see("main[data-screen='studies']").await
}

/// Writes the comment on the shown position, and leaves the field.
async fn comment(page: &Page, text: &str) -> Result<()> {
    let script = "const field = document.querySelector('[data-input=comment]');
        field.focus();
        field.value = arguments[0];
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));";
    page.see("[data-input='comment']").await?;
    page.ask(script, vec![json!(text)]).await.map(|_| ())
}

/// Waits until the comment field has this text.
async fn until_comment(page: &Page, text: &str) -> Result<()> {
    page.until(&format!("document.querySelector('[data-input=comment]').value === {}", json!(text)))
        .await
}

async fn new_study(page: &Page, title: &str) -> Result<()> {
    page.act("new-study").await?;
    page.write("[data-dialog='new-study'] [data-input='title']", title).await?;
    page.act("confirm").await?;
    page.see("main[data-linked='true'] [data-study]").await
}

/// Two accounts edit one study at the same time.
#[tokio::test]
async fn two_authors_edit_one_study() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let desk = chromium.open(Size::Desk, ENGLISH).await?;
    let phone = chromium.open(Size::Phone, ENGLISH).await?;
    let result = together(&desk, &phone, program.address()).await;
    desk.close().await?;
    phone.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn together(desk: &Page, phone: &Page, address: &str) -> Result<()> {
    register(desk, address, "Ada").await?;
    register(phone, address, "Bo").await?;
    let markup = "<img src=x onerror=window.__hit=1>";
    new_study(desk, &format!("Openings {markup}")).await?;
    let title = desk.text(".chapters h2").await?;
    ensure!(title == format!("Openings {markup}"), "{title}");
    ensure!(!desk.has("img[src=x]").await?, "markup in a title");
    desk.act("study-settings").await?;
    desk.write("[data-input='author']", "Bo").await?;
    desk.act("add-author").await?;
    desk.until("document.querySelector('[data-authors]').textContent.includes('Bo')").await?;
    desk.shoot("study-settings").await?;
    ensure!(desk.fits().await?, "the settings stick out");
    desk.key("Escape").await?;
    desk.until("!document.querySelector('[data-dialog]')").await?;
    let place = desk.ask("return location.pathname", vec![]).await?;
    let place = place.as_str().context("an address")?.to_owned();
    phone.goto(&format!("{address}{place}")).await?;
    phone.see("main[data-linked='true'] [data-study]").await?;

    // Moves of one author appear on the board of the other.
    desk.play("h2", Some("e2")).await?;
    phone.until("document.querySelector('[data-node=\"1\"]')").await?;
    phone.press(".moves [data-node='1']").await?;
    phone.see("[data-shown='1']").await?;
    phone.play("h9", Some("g7")).await?;
    desk.until("document.querySelectorAll('.moves [data-node]').length === 2").await?;
    comment(desk, &format!("central {markup}")).await?;
    desk.see("[data-save='saved']").await?;
    desk.until("document.querySelector('.moves').textContent.includes('<img')").await?;
    ensure!(!desk.has("img[src=x]").await?, "markup in a comment");

    // Both comment on the same move: the later one wins, and the other author can restore.
    phone.until("document.querySelector('.moves').textContent.includes('central')").await?;
    phone.press(".moves [data-node='1']").await?;
    phone.block(&["*/edits", "*/changes*"]).await?;
    comment(phone, "from the phone").await?;
    phone.see("[data-save='unsaved']").await?;
    phone.shoot("study-unsaved").await?;
    comment(desk, "from the desk").await?;
    desk.see("[data-save='saved']").await?;
    phone.block(&[]).await?;
    phone.see("[data-save='saved']").await?;
    until_comment(desk, "from the phone").await?;
    desk.see("[data-notices]").await?;
    let notice = desk.text("[data-notices]").await?;
    ensure!(notice.contains("Bo") && notice.contains("from the desk"), "{notice}");
    desk.shoot("study-conflict").await?;
    ensure!(desk.fits().await? && phone.fits().await?, "the study sticks out");
    desk.act("restore-comment").await?;
    until_comment(phone, "from the desk").await?;
    ensure!(!desk.has("[data-notices]").await?, "the notice stays");
    // A comment is saved while its field has the focus.
    desk.write("[data-input='comment']", ", typed on").await?;
    until_comment(phone, "from the desk, typed on").await?;

    // An edit arrives, but its answer is lost: the changes of the study say that it is stored.
    let lose = "const plain = window.fetch;
        window.fetch = async request => {
            const reply = await plain.call(window, request);
            if (String(request.url ?? request).endsWith('/edits')) throw new TypeError('lost');
            return reply;
        };
        window.__plain = plain;";
    desk.ask(lose, vec![]).await?;
    desk.write("[data-input='comment']", ", twice").await?;
    until_comment(phone, "from the desk, typed on, twice").await?;
    desk.see("[data-save='saved']").await?;
    desk.ask("window.fetch = window.__plain", vec![]).await?;

    // The file has everything.
    let script = "const done = arguments[arguments.length - 1];
        const id = document.querySelector('[data-study]').dataset.study;
        fetch(`/api/studies/${id}/file?format=pgn`).then(reply => reply.text()).then(done);";
    let pgn = desk.ask_async(script, vec![]).await?;
    let pgn = pgn.as_str().context("a file")?;
    ensure!(pgn.contains("{from the desk, typed on, twice}") && pgn.contains("马８进７"), "{pgn}");

    // The page of a private study exists for its authors, and for no other reader.
    let status = "const done = arguments[arguments.length - 1];
        fetch(arguments[0]).then(reply => done(reply.status));";
    ensure!(phone.ask_async(status, vec![json!(place)]).await? == json!(200), "an author");

    // Another reader does not find it.
    let guest = "const done = arguments[arguments.length - 1];
        fetch('/api/session', { method: 'DELETE' }).then(reply => done(reply.status));";
    phone.ask_async(guest, vec![]).await?;
    phone.reload().await?;
    phone.see("[data-screen='study-loading'] [data-trouble]").await?;
    ensure!(phone.ask_async(status, vec![json!(place)]).await? == json!(404), "a stranger");
    ensure!(desk.ask("return window.__hit ?? 0", vec![]).await? == json!(0), "markup has run");
    Ok(())
}

/// A guest keeps a study on the device, guesses its moves, and takes it along to an account.
#[tokio::test]
async fn a_guest_keeps_a_study() -> Result<()> {
    with_page(Size::Desk, ENGLISH, async |page, address| {
        page.goto(&format!("{address}/analysis?moves=h2e2.h9g7.h0g2")).await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        page.act("save-study").await?;
        page.see("[data-dialog='save-study']").await?;
        page.act("confirm").await?;
        page.see("main[data-linked='true'][data-plies='3']").await?;
        // A circle belongs to the move.
        let at = page.middle("[data-square='e2']").await?;
        page.mouse_button("mousePressed", at, "right", 2).await?;
        page.mouse_button("mouseReleased", at, "right", 0).await?;
        page.see("[data-drawn='e2']").await?;
        comment(page, "the beginning").await?;
        page.see("[data-save='saved']").await?;
        page.reload().await?;
        page.see("main[data-linked='true'][data-plies='3']").await?;
        page.see("[data-drawn='e2']").await?;
        until_comment(page, "the beginning").await?;
        page.press(".moves [data-node='1']").await?;
        page.until("!document.querySelector('[data-drawn]')").await?;
        page.shoot("study-guest").await?;

        // Guessing: a wrong move, a hint, the right moves.
        page.act("guess").await?;
        page.see("[data-guess='ask']").await?;
        page.until("!document.querySelector('.moves').checkVisibility()").await?;
        page.press("[data-square='b0']").await?;
        page.see("[data-dest='c2']").await?;
        page.press("[data-square='c2']").await?;
        page.see("[data-guess='wrong']").await?;
        page.act("guess-hint").await?;
        page.see("[data-dest='e2']").await?;
        page.shoot("study-guess").await?;
        page.press("[data-square='e2']").await?;
        page.see("[data-shown='2']").await?;
        page.see("[data-guess='ask'], [data-guess='right']").await?;
        page.press("[data-square='h0']").await?;
        page.see("[data-dest='g2']").await?;
        page.press("[data-square='g2']").await?;
        page.see("[data-guess='done']").await?;
        let words = page.text("[data-guess='done']").await?;
        ensure!(words.contains("1 of 2"), "{words}");
        page.act("guess-stop").await?;
        page.until("!document.querySelector('[data-guess]')").await?;

        // The account takes it along.
        register(page, address, "Ada").await?;
        page.act("take-along").await?;
        page.see("[data-study]:not([data-study^='device'])").await?;
        page.shoot("studies").await?;
        page.press("[data-study] a").await?;
        page.see("main[data-linked='true'][data-plies='3'] [data-drawn='e2']").await?;
        ensure!(page.fits().await?, "the chapter sticks out");
        Ok(())
    })
    .await
}
