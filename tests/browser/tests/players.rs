//! Accounts, a rated game between two browsers, and its ranking and archive.

use anyhow::{Context, Result, ensure};
use browser::{Chromium, Page, Program, Size};
use serde_json::json;

const PASSWORD: &str = "over the river";

#[tokio::test]
async fn a_rated_game() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let desk = chromium.open(Size::Desk, "").await?;
    let phone = chromium.open(Size::Phone, "").await?;
    let result = rated(&desk, &phone, program.address()).await;
    desk.close().await?;
    phone.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn rated(desk: &Page, phone: &Page, address: &str) -> Result<()> {
    let ladder = format!("{address}/ranking/xiangqi/rapid");
    phone.goto(&ladder).await?;
    phone.see("[data-empty='ranking']").await?;
    shoot(phone, "ranking-empty").await?;

    // From the start page to the account and back.
    desk.goto(address).await?;
    desk.act("account").await?;
    desk.see("main[data-screen='account']").await?;
    shoot(desk, "account").await?;
    register(desk, "Ada").await?;
    desk.see("main[data-screen='start']").await?;
    ensure!(text(desk, "[data-chip]").await? == "Ada", "the start page greets by name");

    // Ada seeks any opponent; the phone's guest sees the seek and its requirements.
    seek(desk, address).await?;
    desk.see("[data-panel='seeking']").await?;
    ensure!(desk.attribute("[data-own='true'] [data-strength]", "data-strength").await? == "1500");
    phone.goto(&format!("{address}/new/xiangqi")).await?;
    phone.press("[data-opponent='seek']").await?;
    phone.see("[data-seek][data-rated='true']").await?;
    ensure!(text(phone, "[data-seek]").await?.contains("Ada 1500?"));
    shoot(phone, "seekers-rated").await?;
    // Beside the seek is the card of its player, who can be challenged and followed from it.
    phone.press("[data-player-link='Ada']").await?;
    phone.see("[data-dialog='player'] [data-player-card='Ada'] [data-act='challenge']").await?;
    phone.see("[data-player-card='Ada'] [data-act='follow']").await?;
    phone.see("[data-player-card='Ada'] [data-act='profile']").await?;
    shoot(phone, "player-card").await?;
    phone.press("[data-dialog='player'] [data-act='close']").await?;
    phone.until("!document.querySelector('[data-dialog]')").await?;
    phone.press("[data-seek]").await?;
    phone.see("[data-panel='invited'] [data-needs='account']").await?;
    ensure!(!phone.has("[data-act='join']").await?, "a seat for a player without an account");
    shoot(phone, "invited-rated").await?;

    // The sign-in dialog covers the page, which is unchanged afterwards.
    phone.act("sign-in").await?;
    phone.see("[data-dialog='sign-in']").await?;
    refused(phone, "Bea", "not the password").await?;
    shoot(phone, "wrong-password").await?;
    phone.press("[data-dialog] [data-mode='register']").await?;
    fill(phone, "account-name", "aDA").await?;
    fill(phone, "password", PASSWORD).await?;
    phone.act("send-account").await?;
    phone.until("/taken/.test(document.querySelector('[data-trouble]').textContent)").await?;
    fill(phone, "account-name", "Bea").await?;
    phone.act("send-account").await?;
    phone.until("!document.querySelector('[data-dialog]')").await?;
    phone.act("join").await?;
    phone.see("main[data-turn='0'][data-screen='table']").await?;

    // Names and ratings are on both pages.
    for page in [desk, phone] {
        page.see("[data-rated]").await?;
        page.until(
            "document.querySelectorAll('[data-seat] [data-strength=\"1500\"]').length === 2",
        )
        .await?;
        ensure!(page.fits().await?, "the strengths do not fit");
    }
    desk.play("h2", Some("e2")).await?;
    phone.until_plies(1).await?;
    shoot(phone, "table-rated").await?;
    phone.play("h9", Some("g7")).await?;
    desk.until_plies(2).await?;
    // Enough moves for a rated game.
    let pawns = ["a3a4", "a6a5", "c3c4", "c6c5", "e3e4", "e6e5", "g3g4", "g6g5"];
    for (ply, action) in pawns.into_iter().enumerate() {
        let (from, to) = action.split_at(2);
        let (mover, other) = if ply % 2 == 0 { (desk, phone) } else { (phone, desk) };
        mover.play(from, Some(to)).await?;
        other.until_plies(ply + 3).await?;
    }
    // While the rated game runs, the page's computer gives no advice on a game of this kind.
    desk.act("replay").await?;
    desk.see("main[data-screen='record'] [data-engine-off]").await?;
    desk.see("[data-act='engine'][disabled]").await?;
    desk.see("[data-act='review'][disabled]").await?;
    // A game against it from the live position would be advice as well.
    desk.see("[data-act='continue-here'][disabled]").await?;
    shoot(desk, "engine-off").await?;
    desk.act("home").await?;
    desk.see("main[data-screen='table'] [data-board]").await?;
    phone.act("resign").await?;
    phone.act("confirm").await?;

    // The rating changes are on both pages and sum to zero.
    for page in [desk, phone] {
        page.see("[data-ending='resignation']").await?;
        page.until("document.querySelectorAll('[data-changed]').length === 2").await?;
        ensure!(change(page, "Ada").await? == 162 && change(page, "Bea").await? == -162);
        shoot(page, "table-rated-over").await?;
    }
    let table = desk.ask("return location.pathname.slice(3)", vec![]).await?;
    let table = table.as_str().context("an address")?.to_owned();
    desk.act("replay").await?;
    desk.see("main[data-screen='record'] [data-act='engine']:not([disabled])").await?;
    ensure!(!desk.has("[data-engine-off]").await?, "the game is over");
    seen_afterwards(desk, phone, address, &table).await
}

/// The ranking, the players' pages and the archive show the game, and it can be opened again.
async fn seen_afterwards(desk: &Page, phone: &Page, address: &str, table: &str) -> Result<()> {
    for page in [desk, phone] {
        page.goto(address).await?;
        page.go_to("community", "ranking").await?;
        page.see("main[data-ladder='xiangqi/rapid'] [data-ranked='Bea']").await?;
        let order = page.attributes("[data-ranked]", "data-ranked").await?;
        let results = text(page, "[data-ranked='Bea'] [data-tally]").await?;
        ensure!(results == "0–0–1", "{results}");
        ensure!(order == ["Ada", "Bea"], "{order:?}");
        let ratings = page.attributes("[data-rating]", "data-rating").await?;
        ensure!(ratings == ["1662", "1338"], "{ratings:?}");
        shoot(page, "ranking").await?;
        page.press("[data-field='ladder-speed'] [data-value='blitz']").await?;
        page.see("[data-empty='ranking']").await?;
        page.reload().await?;
        page.see("main[data-ladder='xiangqi/blitz'] [data-empty='ranking']").await?;
        page.press("[data-field='ladder-speed'] [data-value='rapid']").await?;
        page.press("[data-ranked='Bea'] a").await?;
        page.see("main[data-player='Bea'] [data-standing='xiangqi/rapid'][data-rating='1338']")
            .await?;
        page.see(&format!("[data-archived='{table}']")).await?;
        // The game of today is the last of forty weeks.
        page.see("[data-panel='activity'] [data-games='1']:last-child").await?;
        shoot(page, "player").await?;
        page.act("all-games").await?;
        page.see(&format!("main[data-screen='archive'] [data-archived='{table}']")).await?;
        page.choose("[data-input='game']", "banqi").await?;
        page.see("[data-empty='archive']").await?;
        page.choose("[data-input='game']", "").await?;
        page.see(&format!("[data-archived='{table}'][data-reason='resignation']")).await?;
        page.until(
            "[...document.querySelectorAll('.games .final-position img')].some(img => img.naturalWidth > 0)",
        )
        .await?;
        shoot(page, "archive").await?;
        // The back button returns through all pages.
        page.act("back").await?;
        // With its content the page keeps its place under the pointer.
        page.see("main[data-player='Bea'] [data-panel='latest']").await?;
        page.see("[data-panel='results'] [data-value='opening']").await?;
        page.until(
            "[...document.querySelectorAll('.final-position img')].some(img => img.naturalWidth > 0)",
        )
        .await?;
        page.act("back").await?;
        page.see("main[data-screen='ranking'] [data-ranked='Ada']").await?;
    }
    let found = phone.ask(
        "return fetch(arguments[0]).then(r => r.text())",
        vec![json!(format!("/api/tables/{table}/record.chuhe"))],
    );
    let file = found.await?;
    ensure!(file.as_str().is_some_and(|file| file.contains("Ada") && file.contains("h2e2")));
    // Typing a prefix suggests names.
    phone.goto(&format!("{address}/archive")).await?;
    fill(phone, "player", "be").await?;
    phone.see("datalist option[value='Bea']").await?;
    phone.goto(&format!("{address}/archive?player=ada")).await?;
    // A file is named after its game and not after an id.
    phone.see("[data-archived]").await?;
    let hear = "HTMLAnchorElement.prototype.click = function () { window.__kept = this.download }";
    phone.ask(hear, vec![]).await?;
    for ending in ["chuhe", "pgn"] {
        phone.press(&format!("[data-download='{ending}']")).await?;
        let name = format!(r"/^xiangqi-\d{{4}}\.\d\d\.\d\d-Ada-Bea\.{ending}$/");
        phone.until(&format!("{name}.test(window.__kept)")).await?;
    }
    phone.act("replay").await?;
    // An archived game is replayed from its start, not opened as a table.
    phone.see("main[data-screen='record'][data-plies='10'] [data-shown='0']").await
}

#[tokio::test]
async fn an_account() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let phone = chromium.open(Size::Phone, "").await?;
    let result = kept(&phone, program.address()).await;
    phone.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn kept(page: &Page, address: &str) -> Result<()> {
    // A short password is rejected without a request; Enter submits the form.
    page.goto(&format!("{address}/account")).await?;
    page.press("[data-mode='register']").await?;
    fill(page, "account-name", "王积薪").await?;
    fill(page, "password", "short\n").await?;
    page.until("/8.128/.test(document.querySelector('[data-trouble]').textContent)").await?;
    shoot(page, "register").await?;
    let completes = page.attribute("[data-input='password']", "autocomplete").await?;
    ensure!(completes == "new-password", "{completes}");
    fill(page, "password", &format!("{PASSWORD}\n")).await?;
    page.see("main[data-screen='start']").await?;
    page.act("account").await?;
    page.see("main[data-account='王积薪']").await?;
    page.reload().await?;
    page.see("main[data-account='王积薪']").await?;
    shoot(page, "account-own").await?;

    // After a change, the old password is rejected.
    page.press("main summary").await?;
    fill(page, "old-password", "not the password").await?;
    fill(page, "new-password", "across the border").await?;
    page.act("change-password").await?;
    page.see("[data-form='password'] [data-trouble]").await?;
    fill(page, "old-password", PASSWORD).await?;
    page.act("change-password").await?;
    page.see("[data-done]").await?;
    page.act("sign-out").await?;
    page.see("[data-form='account']").await?;
    refused(page, "王积薪", PASSWORD).await?;
    fill(page, "password", "across the border\n").await?;
    page.see("main[data-screen='start']").await?;
    page.act("account").await?;

    // An own page without games says so in the reader's language.
    page.act("own-page").await?;
    page.see("main[data-player='王积薪'] [data-empty='standings']").await?;
    page.act("settings").await?;
    page.press("[data-language='zh-Hant']").await?;
    page.press("[data-dialog] [data-act='close']").await?;
    page.until("document.activeElement.dataset.act === 'settings'").await?;
    page.until(
        "/還沒有計分對局/.test(document.querySelector('[data-empty=\"standings\"]').textContent)",
    )
    .await?;
    shoot(page, "player-empty").await
}

/// Seeks a rated game with any opponent.
async fn seek(page: &Page, address: &str) -> Result<()> {
    page.goto(&format!("{address}/new/xiangqi")).await?;
    page.press("[data-opponent='device']").await?;
    ensure!(!page.has("[data-option='rated']").await?, "rated against oneself");
    page.press("[data-opponent='seek']").await?;
    page.press("[data-option='rated']").await?;
    page.until("!document.querySelector('[data-needs]')").await?;
    shoot(page, "new-rated").await?;
    page.act("start").await
}

async fn register(page: &Page, name: &str) -> Result<()> {
    page.press("[data-mode='register']").await?;
    fill(page, "account-name", name).await?;
    fill(page, "password", PASSWORD).await?;
    page.act("send-account").await
}

/// Tries to sign in and checks the error.
async fn refused(page: &Page, name: &str, password: &str) -> Result<()> {
    fill(page, "account-name", name).await?;
    fill(page, "password", password).await?;
    page.act("send-account").await?;
    page.until("/Wrong name or password/.test(document.querySelector('[role=\"alert\"] [data-trouble]').textContent)")
        .await
}

async fn fill(page: &Page, field: &str, written: &str) -> Result<()> {
    let selector = format!("[data-input='{field}']");
    page.see(&selector).await?;
    page.ask("document.querySelector(arguments[0]).value = ''", vec![json!(selector)]).await?;
    page.write(&selector, written).await
}

async fn text(page: &Page, selector: &str) -> Result<String> {
    let script = "return document.querySelector(arguments[0])?.innerText ?? ''";
    let found = page.ask(script, vec![json!(selector)]).await?;
    Ok(found.as_str().unwrap_or_default().replace('\n', " "))
}

/// Rating change of a player.
async fn change(page: &Page, name: &str) -> Result<i32> {
    let shown = page.attribute(&format!("[data-changed='{name}']"), "data-change").await?;
    shown.parse().with_context(|| format!("`{shown}` for {name}"))
}

/// Takes a screenshot and checks that nothing is too wide.
async fn shoot(page: &Page, name: &str) -> Result<()> {
    page.shoot(name).await?;
    ensure!(page.fits().await?, "{name} is wider than the screen");
    Ok(())
}
