//! Games survive a reload and a stop of the server, and can be saved in a file.

use anyhow::{Context, Result, ensure};
use browser::{Chromium, ENGLISH, Page, Program, Size, banqi_choice};
use serde_json::json;

/// Runs before the page: simplified Chinese.
const CHINESE: &str =
    "localStorage.setItem('chuhe.settings', JSON.stringify({ language: 'zh-Hans' }));";

#[tokio::test]
async fn reload_and_restart() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let host = chromium.open(Size::Desk, "").await?;
    let guest = chromium.open(Size::Phone, "").await?;
    let result = restarted(&host, &guest, program, folder.path()).await;
    host.close().await?;
    guest.close().await?;
    chromium.stop().await?;
    result
}

async fn restarted(
    host: &Page,
    guest: &Page,
    program: Program,
    folder: &std::path::Path,
) -> Result<()> {
    host.goto(&format!("{}/new/xiangqi", program.address())).await?;
    host.press("[data-opponent='invite']").await?;
    host.act("start").await?;
    host.see("[data-invite-link]").await?;
    host.shoot("invitation").await?;
    let link =
        host.ask("return document.querySelector('[data-invite-link]').value", vec![]).await?;
    guest.goto(link.as_str().context("a link")?).await?;
    guest.shoot("invited").await?;
    guest.act("join").await?;
    guest.see("[data-board]").await?;

    play_as_mover(host, guest, "h2", "e2", 1).await?;
    play_as_mover(host, guest, "h9", "g7", 2).await?;
    guest.reload().await?;
    guest.until_plies(2).await?;
    host.reload().await?;
    host.until_plies(2).await?;
    play_as_mover(host, guest, "h0", "g2", 3).await?;

    let port = program.port();
    program.kill().await?;
    host.see("[data-link]").await?;
    let program = Program::start(folder, port).await?;
    host.until("!document.querySelector('[data-link]')").await?;
    guest.until("!document.querySelector('[data-link]')").await?;
    play_as_mover(host, guest, "i9", "h9", 4).await?;
    ensure!(host.pieces().await?.len() == 32 && guest.pieces().await?.len() == 32);
    program.kill().await
}

/// A stopping server tells every page, in its language; the pages reconnect by themselves.
#[tokio::test]
async fn a_server_that_ends_says_so() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let english = chromium.open(Size::Desk, "").await?;
    let chinese = chromium.open(Size::Phone, CHINESE).await?;
    let result = ended([&english, &chinese], program, folder.path()).await;
    english.close().await?;
    chinese.close().await?;
    chromium.stop().await?;
    result
}

async fn ended(pages: [&Page; 2], program: Program, folder: &std::path::Path) -> Result<()> {
    for page in pages {
        page.goto(&format!("{}/new/xiangqi", program.address())).await?;
        page.press("[data-opponent='invite']").await?;
        page.act("start").await?;
        page.see("[data-invite-link]").await?;
    }
    let port = program.port();
    program.terminate()?;
    for (page, words) in pages.into_iter().zip(["reconnect automatically", "自动重新连接"]) {
        let notice = "document.querySelector('[data-notice]')?.textContent";
        page.until(&format!("{notice}?.includes('{words}')")).await?;
        page.see("[data-link]").await?;
    }
    program.kill().await?;
    let program = Program::start(folder, port).await?;
    for page in pages {
        page.until("!document.querySelector('[data-link]')").await?;
    }
    program.kill().await
}

/// Without the server, the start page offers nothing that needs it; when it is back, all is as before.
#[tokio::test]
async fn an_invitation_needs_the_server() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let page = chromium.open(Size::Phone, ENGLISH).await?;
    let result = needed(&page, program, folder.path()).await;
    page.close().await?;
    chromium.stop().await?;
    result
}

async fn needed(page: &Page, program: Program, folder: &std::path::Path) -> Result<()> {
    page.goto(program.address()).await?;
    page.see("[data-quick]:not(:disabled)").await?;
    page.see("[data-act='invite']:not(:disabled)").await?;
    let port = program.port();
    program.kill().await?;
    page.see("[data-offline]").await?;
    page.see("[data-quick]:disabled").await?;
    page.see("[data-act='invite']:disabled").await?;
    ensure!(page.text("[data-act='invite']").await?.contains("Offline"));
    ensure!(page.has("[data-act='play-now']").await?, "the computer plays without a server");
    page.shoot("start-offline").await?;
    ensure!(page.fits().await?, "the page is wider than the screen");
    let program = Program::start(folder, port).await?;
    page.see("[data-act='invite']:not(:disabled)").await?;
    page.until("!document.querySelector('[data-offline]')").await?;
    program.kill().await
}

/// Two players who seek the same game are paired; a third sees the seeks and chooses one.
#[tokio::test]
async fn random_opponents_meet() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let one = chromium.open(Size::Desk, "").await?;
    let other = chromium.open(Size::Phone, "").await?;
    let stranger = chromium.open(Size::Phone, "").await?;
    let result = met(&one, &other, &stranger, &program).await;
    one.close().await?;
    other.close().await?;
    stranger.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn met(one: &Page, other: &Page, stranger: &Page, program: &Program) -> Result<()> {
    for page in [one, other] {
        page.goto(&format!("{}/new/xiangqi", program.address())).await?;
        page.press("[data-opponent='seek']").await?;
    }
    one.act("start").await?;
    one.see("[data-panel='seeking']").await?;
    other.see("[data-seek]").await?;
    ensure!(other.fits().await?, "the choice is wider than the phone");
    other.shoot("seekers").await?;
    other.act("start").await?;
    other.see("main[data-screen='table'] [data-board]").await?;
    play_as_mover(one, other, "h2", "e2", 1).await?;
    seen_by_a_stranger(one, other, stranger, program).await?;
    // By choice: the list shows waiting players.
    one.goto(&format!("{}/new/banqi", program.address())).await?;
    one.press("[data-opponent='seek']").await?;
    one.act("start").await?;
    one.see("[data-panel='seeking']").await?;
    other.goto(&format!("{}/new/banqi", program.address())).await?;
    other.press("[data-opponent='seek']").await?;
    other.press("[data-seek]").await?;
    other.see("main[data-screen='table'] [data-board]").await?;
    other.see("[data-seat='1'][data-own='true']").await?;
    one.until("!document.querySelector('[data-invite-link]')").await
}

/// A public game appears on all start pages and is updated there; its players see it among their
/// own games.
async fn seen_by_a_stranger(
    one: &Page,
    other: &Page,
    stranger: &Page,
    program: &Program,
) -> Result<()> {
    stranger.goto(program.address()).await?;
    stranger.see("[data-live-game][data-plies='1'] [data-piece='C'][data-at='e2']").await?;
    stranger.see("[data-live-game] [data-mark='last-to'][data-at='e2']").await?;
    ensure!(stranger.fits().await?, "the miniature is wider than the phone");
    stranger.shoot("live").await?;
    play_as_mover(one, other, "h9", "g7", 2).await?;
    stranger.see("[data-live-game][data-plies='2'] [data-piece='n'][data-at='g7']").await?;
    other.act("home").await?;
    other.see("[data-my-game]").await?;
    ensure!(!other.has("[data-live-game]").await?, "one's own game is shown twice");
    stranger.act("watch").await?;
    stranger.see("main[data-screen='table'][data-plies='2'] [data-board]").await?;
    ensure!(!stranger.has("[data-own='true']").await?, "a spectator has no seat");
    Ok(())
}

/// Plays on the page of the side to move, and waits for the move on both pages.
async fn play_as_mover(
    host: &Page,
    guest: &Page,
    from: &str,
    to: &str,
    plies: usize,
) -> Result<()> {
    let is_hosts = host.has("[data-own='true'][data-on-move='true']").await?;
    let mover = if is_hosts { host } else { guest };
    mover.play(from, Some(to)).await?;
    host.until_plies(plies).await?;
    guest.until_plies(plies).await
}

/// Keeps the text of all downloads.
const CATCH_DOWNLOADS: &str = "
    window.__saved = [];
    const plain = URL.createObjectURL;
    URL.createObjectURL = blob => { blob.text().then(text => window.__saved.push(text)); return plain.call(URL, blob); };
";

#[tokio::test]
async fn banqi_save_load_replay() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let page = chromium.open(Size::Desk, CATCH_DOWNLOADS).await?;
    let result = saved_and_loaded(&page, &program, folder.path()).await;
    page.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn saved_and_loaded(page: &Page, program: &Program, folder: &std::path::Path) -> Result<()> {
    page.goto(&format!("{}/new/banqi", program.address())).await?;
    page.press("[data-opponent='device']").await?;
    page.act("start").await?;
    page.see("[data-board]").await?;
    for ply in 0..12 {
        let action = banqi_choice(&page.pieces().await?, side_on_move(page).await?, ply)?;
        page.play(&action[..2], action.get(2..4)).await?;
    }
    let mut pieces = page.pieces().await?;
    pieces.sort();
    page.act("save").await?;
    page.press("[data-save='revealed']").await?;
    page.until("window.__saved.length === 1").await?;
    let file = page.ask("return window.__saved[0]", vec![]).await?;
    let file = file.as_str().context("a text")?;
    ensure!(file.starts_with("chuhe 1\nvariant banqi\n"), "{file}");

    // A damaged file: every error is listed by line.
    let broken = folder.join("broken.chuhe");
    std::fs::write(
        &broken,
        file.replace("actions 12", "actions 13").replace("turn ", "turn green"),
    )?;
    load(page, program, &broken).await?;
    page.see("[data-problem]").await?;
    ensure!(page.attributes("[data-problem]", "data-line").await?.len() >= 2, "too few problems");
    page.shoot("problems").await?;

    let good = folder.join("good.chuhe");
    std::fs::write(&good, file)?;
    load(page, program, &good).await?;
    page.see("[data-board]").await?;
    page.press("[data-act='last']").await?;
    page.see("[data-shown='12']").await?;
    let mut loaded = page.pieces().await?;
    loaded.sort();
    ensure!(loaded == pieces, "the file shows another position:\n{loaded:?}\n{pieces:?}");

    page.press("[data-act='first']").await?;
    page.see("[data-shown='0']").await?;
    let down = page
        .ask("return document.querySelectorAll(\"[data-board] [data-piece='*']\").length", vec![]);
    ensure!(down.await? == json!(32), "at the first ply everything lies face down");
    page.press("[data-speed='4']").await?;
    page.act("play").await?;
    page.see("[data-shown='12']").await?;
    page.shoot("replay").await?;

    // The game continues from the shown position, against the chosen opponent.
    page.act("continue-here").await?;
    page.press("[data-dialog='play-here'] [data-opponent='device']").await?;
    page.press("[data-dialog='play-here'] [data-act='start']").await?;
    page.see("main[data-screen='table'] [data-board]").await?;
    pieces = page.pieces().await?;
    pieces.sort();
    ensure!(loaded == pieces, "play went on from another position");
    let action = banqi_choice(&pieces, side_on_move(page).await?, 12)?;
    page.play(&action[..2], action.get(2..4)).await
}

async fn side_on_move(page: &Page) -> Result<char> {
    let side = page.attribute("[data-on-move='true']", "data-side").await?;
    Ok(match side.as_str() {
        "red" => 'r',
        "black" => 'b',
        _ => '-',
    })
}

async fn load(page: &Page, program: &Program, file: &std::path::Path) -> Result<()> {
    page.goto(program.address()).await?;
    // Own games load a moment after the page and move the content below.
    page.see("[data-my-game]").await?;
    page.go_to("tools", "open").await?;
    page.see("[data-input='file']").await?;
    page.upload("[data-input='file']", file).await
}
