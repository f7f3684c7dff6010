//! A running local game is saved with sealed secrets, opened with everything hidden, and revealed
//! only on request.

use anyhow::{Context, Result, ensure};
use browser::{Chromium, Page, Program, Size};
use serde_json::json;

/// Keeps the text of each download.
const CATCH_DOWNLOADS: &str = "
    window.__saved = [];
    const plain = URL.createObjectURL;
    URL.createObjectURL = blob => { blob.text().then(text => window.__saved.push(text)); return plain.call(URL, blob); };
";

async fn with_saving_page(size: Size, test: impl AsyncFn(&Page, &str) -> Result<()>) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let page = chromium.open(size, CATCH_DOWNLOADS).await?;
    let result = test(&page, program.address()).await;
    page.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

/// Uncovers the board if it is covered.
async fn uncover(page: &Page) -> Result<()> {
    page.until("document.querySelector('[data-cover], [data-mole]')").await?;
    if page.has("[data-cover]").await? {
        page.act("uncover").await?;
    }
    page.see("[data-mole]").await
}

/// Starts undercover for two on one device. Both moles are on the third starting square.
async fn hot_seat(page: &Page, address: &str) -> Result<()> {
    page.goto(&format!("{address}/new/undercover")).await?;
    page.press("[data-opponent='device']").await?;
    page.act("start").await?;
    for _ in 0..2 {
        page.act("uncover").await?;
        page.press("[data-number='3']").await?;
        page.act("setup-done").await?;
    }
    uncover(page).await?;
    let red = page.attribute("[data-on-move='true']", "data-side").await? == "red";
    ensure!(red, "Red moves first");
    page.play("h2", Some("e2")).await?;
    uncover(page).await
}

/// Saves the game with a button of the dialog, and returns the file.
async fn save(page: &Page, how: &str) -> Result<String> {
    page.ask("window.__saved = []", vec![]).await?;
    page.act("save").await?;
    page.press(&format!("[data-save='{how}']")).await?;
    page.until("window.__saved.length === 1").await?;
    let text = page.ask("return window.__saved[0]", vec![]).await?;
    Ok(text.as_str().context("a text")?.to_owned())
}

/// Opens a file on a device without the game.
async fn open_elsewhere(page: &Page, address: &str, text: &str) -> Result<()> {
    // The tours stay marked as seen.
    let forget = "Object.keys(localStorage).filter(key => key.startsWith('chuhe.game'))
            .forEach(key => localStorage.removeItem(key));
        sessionStorage.clear()";
    page.ask(forget, vec![]).await?;
    page.goto(&format!("{address}/open")).await?;
    page.see("[data-input='record']").await?;
    let set = "const field = document.querySelector(\"[data-input='record']\");
        field.value = arguments[0];
        field.dispatchEvent(new Event('input', { bubbles: true }));";
    page.ask(set, vec![json!(text)]).await?;
    page.act("open").await
}

#[tokio::test]
async fn a_saved_hot_seat_game_hides_both_moles_and_goes_on() -> Result<()> {
    with_saving_page(Size::Phone, async |page, address| {
        hot_seat(page, address).await?;
        page.act("save").await?;
        page.see("[data-dialog='save']").await?;
        page.shoot("save-secrets").await?;
        ensure!(page.fits().await?, "the dialog sticks out");
        page.act("close").await?;
        let file = save(page, "sealed").await?;
        let start = file.lines().find(|line| line.starts_with("start ")).context("a start")?;
        ensure!(start.ends_with(" ?/? 3/3"), "{start}");
        let mut open = file.lines().filter(|line| !line.starts_with("seal"));
        ensure!(!open.any(|line| line.contains("e6") || line.contains("e3")), "{file}");
        open_elsewhere(page, address, &file).await?;
        page.see("main[data-screen='table'][data-game='undercover'][data-plies='1']").await?;
        page.see("[data-cover]").await?;
        uncover(page).await?;
        page.play("h9", Some("g7")).await?;
        uncover(page).await?;
        let mole = page.attribute("[data-mole]", "data-mole").await?;
        ensure!(mole == "e6", "Red's mole is {mole}");
        page.act("undo").await?;
        page.until_plies(1).await
    })
    .await
}

#[tokio::test]
async fn to_reveal_the_secrets_ends_the_game() -> Result<()> {
    with_saving_page(Size::Desk, async |page, address| {
        hot_seat(page, address).await?;
        let file = save(page, "revealed").await?;
        page.see("[data-ending='agreement']").await?;
        ensure!(file.contains(" e6/e3 "), "{file}");
        ensure!(file.contains("result draw agreement"), "{file}");
        // Against the computer, the player resigns.
        page.goto(&format!("{address}/new/banqi")).await?;
        page.press("[data-opponent='computer']").await?;
        page.act("start").await?;
        page.play("c2", None).await?;
        page.until_plies(2).await?;
        let file = save(page, "revealed").await?;
        page.see("[data-ending='resignation']").await?;
        ensure!(!file.contains(" ?\n"), "{file}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_saved_deal_stays_hidden() -> Result<()> {
    with_saving_page(Size::Desk, async |page, address| {
        page.goto(&format!("{address}/new/banqi")).await?;
        page.press("[data-opponent='computer']").await?;
        page.act("start").await?;
        page.play("c2", None).await?;
        page.until_plies(2).await?;
        let mut pieces = page.pieces().await?;
        pieces.sort();
        let file = save(page, "sealed").await?;
        let start = file.lines().find(|line| line.starts_with("start ")).context("a start")?;
        ensure!(start.ends_with(" 0 0 ?"), "{start}");
        open_elsewhere(page, address, &file).await?;
        page.see("main[data-screen='table'][data-game='banqi']").await?;
        page.until("Number(document.querySelector('main').dataset.plies) >= 2").await?;
        let mut again = page.pieces().await?;
        again.sort();
        ensure!(again == pieces, "{again:?}\n{pieces:?}");
        ensure!(!page.has("[data-ghost], .ghost").await?, "what lies face down shows");
        Ok(())
    })
    .await
}

/// The moles that the board shows, each with the side of its owner.
async fn moles(page: &Page) -> Result<Vec<(String, String)>> {
    let script = "return [...document.querySelectorAll('[data-mole]')]
        .map(it => [it.dataset.side ?? 'own', it.dataset.mole]).sort()";
    Ok(serde_json::from_value(page.ask(script, vec![]).await?)?)
}

/// Chooses what a replay shows, and returns the moles on the board.
async fn view_from(page: &Page, whom: &str) -> Result<Vec<(String, String)>> {
    page.press(&format!("[data-view-from='{whom}']")).await?;
    page.see(&format!("[data-view-from='{whom}'][aria-pressed='true']")).await?;
    moles(page).await
}

/// A replay shows the moles that Red, Black or both knew, and none before the game is over.
#[tokio::test]
async fn a_replay_shows_what_each_side_knew() -> Result<()> {
    with_saving_page(Size::Desk, async |page, address| {
        hot_seat(page, address).await?;
        page.play("e6", Some("e5")).await?;
        uncover(page).await?;
        page.see("[data-mole='e5']").await?;
        // Before the end there is no replay. In the list of moves Red sees the own mole.
        page.see("[data-act='replay'][disabled]").await?;
        for act in ["first", "last"] {
            page.act(act).await?;
            page.until("(window.__frames = (window.__frames ?? 0) + 1) % 4 === 0").await?;
            let shown = moles(page).await?;
            ensure!(shown.iter().all(|(side, _)| side == "own"), "before the end: {shown:?}");
            ensure!(!page.has("[data-view-from]").await?, "a choice before the end");
        }
        page.act("resign").await?;
        page.act("confirm").await?;
        page.see("[data-ending='resignation']").await?;
        page.act("replay").await?;
        page.see("main[data-screen='record'][data-plies='2'] [data-mole]").await?;
        page.act("last").await?;
        page.see("[data-mole='e5']").await?;
        // Red's mole is the black pawn that has moved.
        let red = ("red".to_owned(), "e5".to_owned());
        let black = ("black".to_owned(), "e3".to_owned());
        for (whom, expected) in [
            ("red", vec![red.clone()]),
            ("black", vec![black.clone()]),
            ("all", vec![black.clone(), red.clone()]),
        ] {
            let shown = view_from(page, whom).await?;
            ensure!(shown == expected, "{whom}: {shown:?}");
        }
        page.shoot("view-from").await?;
        // The choice stays from move to move, and the moles stand where they stood.
        view_from(page, "red").await?;
        page.act("first").await?;
        page.see("[data-mole='e6']").await?;
        let shown = moles(page).await?;
        ensure!(shown == [("red".to_owned(), "e6".to_owned())], "{shown:?}");
        Ok(())
    })
    .await
}
