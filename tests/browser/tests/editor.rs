//! The position editor and the games started from it.

use anyhow::{Context, Result, ensure};
use browser::{Page, Size, with_page, with_two};
use serde_json::json;

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Keeps kind and size of all downloads, and the text of text files.
const CATCH_DOWNLOADS: &str = "
    window.__saved = [];
    const plain = URL.createObjectURL;
    URL.createObjectURL = blob => {
        const saved = { type: blob.type, size: blob.size };
        window.__saved.push(saved);
        blob.text().then(text => saved.text = text);
        return plain.call(URL, blob);
    };
";

async fn open(page: &Page, address: &str, game: &str) -> Result<()> {
    page.goto(&format!("{address}/editor/{game}")).await?;
    page.see("main[data-screen='editor'] [data-board]").await
}

async fn position(page: &Page) -> Result<String> {
    page.attribute("main[data-screen='editor']", "data-position").await
}

async fn lay(page: &Page, piece: &str, at: &str) -> Result<()> {
    page.press(&format!("[data-palette='{piece}']")).await?;
    page.press(&format!("[data-square='{at}']")).await?;
    page.see(&format!("[data-board] [data-piece='{piece}'][data-at='{at}']")).await?;
    page.press(&format!("[data-palette='{piece}']")).await
}

/// Drags from one element to a position.
async fn drag(page: &Page, from: &str, to: (f64, f64)) -> Result<()> {
    let from = page.middle(from).await?;
    let half = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
    page.mouse("mousePressed", from).await?;
    page.mouse("mouseMoved", half).await?;
    page.see("[data-ghost]").await?;
    page.mouse("mouseMoved", to).await?;
    page.mouse("mouseReleased", to).await?;
    page.until("!document.querySelector('[data-ghost]')").await
}

async fn paste(page: &Page, text: &str) -> Result<()> {
    page.act("paste").await?;
    page.see("[data-dialog='paste']").await?;
    let script =
        "const field = document.querySelector('[data-dialog=\"paste\"] [data-input=\"record\"]');
        field.value = arguments[0];
        field.dispatchEvent(new Event('input', { bubbles: true }));";
    page.ask(script, vec![json!(text)]).await?;
    page.press("[data-dialog='paste'] [data-act='open']").await
}

#[tokio::test]
async fn a_position_is_set_up_and_played() -> Result<()> {
    for size in [Size::Phone, Size::Desk, Size::Lying] {
        with_page(size, "", async |page, address| {
            open(page, address, "xiangqi").await?;
            ensure!(position(page).await? == START);
            ensure!(page.fits().await?, "the editor sticks out to the side");
            page.shoot("editor-start").await?;
            page.act("clear").await?;
            page.see("[data-setup-problem='general-count']").await?;
            ensure!(
                page.attributes("[data-setup-problem]", "data-setup-problem").await?.len() == 2
            );
            ensure!(page.has("[data-act='play-here'][disabled]").await?);
            // Undo restores the cleared board.
            page.act("undo").await?;
            page.see("[data-act='undo'][disabled]").await?;
            ensure!(position(page).await? == START);
            page.act("clear").await?;
            lay(page, "K", "e0").await?;
            lay(page, "k", "e9").await?;
            // Facing generals are an illegal position, not only a check.
            page.see("[data-setup-problem='generals-face']").await?;
            lay(page, "R", "a8").await?;
            lay(page, "R", "b1").await?;
            // A piece is picked up and placed elsewhere.
            page.press("[data-square='e0']").await?;
            page.see("[data-mark='chosen']").await?;
            page.press("[data-square='d0']").await?;
            page.see("[data-setup-ready]").await?;
            ensure!(position(page).await? == "4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 0 1");
            page.shoot("editor-set-up").await?;
            // The address contains the position, so a reload keeps it.
            page.reload().await?;
            page.see("[data-piece='R'][data-at='b1']").await?;
            page.act("play-here").await?;
            page.see("[data-dialog='play-here']").await?;
            page.shoot("editor-play").await?;
            page.press("[data-dialog='play-here'] [data-opponent='device']").await?;
            page.press("[data-dialog='play-here'] [data-act='start']").await?;
            page.see("main[data-screen='table'] [data-board]").await?;
            page.play("b1", Some("b9")).await?;
            page.see("[data-ending='checkmate']").await?;
            page.see("[data-mark='check'].mate[data-at='e9']").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn pieces_are_dragged_in_and_out() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        page.act("clear").await?;
        let e5 = page.middle("[data-square='e5']").await?;
        drag(page, "[data-palette='C']", e5).await?;
        page.see("[data-piece='C'][data-at='e5']").await?;
        ensure!(!page.has("[data-palette='C'][aria-pressed='true']").await?, "a drag chose it too");
        let b2 = page.middle("[data-square='b2']").await?;
        drag(page, "[data-square='e5']", b2).await?;
        page.see("[data-piece='C'][data-at='b2']").await?;
        drag(page, "[data-square='b2']", (1200.0, 700.0)).await?;
        page.until("!document.querySelector('[data-board] [data-piece]')").await?;
        // By keyboard: arrows, letters, Delete.
        let keys = "const key = (at, key) => document.querySelector(`[data-square='${at}']`)
                .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            document.querySelector(\"[data-square='e0']\").focus();
            key('e0', 'ArrowUp');
            const at = document.activeElement.dataset.square;
            key(at, 'K');
            key('e9', 'k');
            key('a0', 'R');
            key('a0', 'Delete');
            return at";
        ensure!(page.ask(keys, vec![]).await? == json!("e1"));
        page.until("document.querySelectorAll('[data-board] [data-piece]').length === 2").await?;
        ensure!(position(page).await? == "4k4/9/9/9/9/9/9/9/4K4/9 w - - 0 1");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn one_box_takes_whatever_is_pasted() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        // Errors are shown with their position.
        paste(page, "4k4/9/9/9/9/9/9/9/9/4K5 w").await?;
        page.see("[data-problem='board-size'][data-line='1']").await?;
        page.shoot("editor-paste").await?;
        page.act("close").await?;
        paste(page, "3ak4/9/9/9/9/9/9/9/4R4/3K5 b").await?;
        page.see("[data-piece='R'][data-at='e1']").await?;
        page.see("[data-turn-of='black'][aria-pressed='true']").await?;
        // A position of banqi changes the game.
        paste(page, "********/********/********/*****P** b 0/0 0 1 ?").await?;
        page.see("[data-board='banqi'] [data-piece='P'][data-at='f1']").await?;
        page.shoot("editor-banqi").await?;
        for game in ["1.兵七进一炮2平32.兵三进一", "1. C2=5 H8+7 2. H2+3 *"] {
            open(page, address, "xiangqi").await?;
            paste(page, game).await?;
            page.see("main[data-screen='record'] [data-board]").await?;
            page.until_plies(3).await?;
            page.act("home").await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_picture_and_a_record_are_made_of_it() -> Result<()> {
    with_page(Size::Desk, CATCH_DOWNLOADS, async |page, address| {
        open(page, address, "banqi").await?;
        page.act("picture").await?;
        page.see("[data-dialog='picture'] svg").await?;
        page.shoot("editor-picture").await?;
        page.press("[data-save-picture='svg']").await?;
        page.until("window.__saved.at(-1)?.text?.startsWith('<svg ')").await?;
        page.press("[data-save-picture='png']").await?;
        page.until("window.__saved.some(it => it.type === 'image/png' && it.size > 20000)").await?;
        ensure!(!page.has("[data-trouble]").await?);
        page.act("close").await?;
        page.press("[data-editor-game='xiangqi']").await?;
        page.act("analyse").await?;
        page.see("main[data-screen='record'][data-game='xiangqi'] [data-board]").await?;
        ensure!(page.plies().await? == 0);
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_position_is_played_between_two_pages() -> Result<()> {
    with_two([Size::Desk, Size::Phone], async |host, guest, program| {
        open(
            host,
            program.address(),
            "xiangqi?position=3k5%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2FR3K4",
        )
        .await?;
        host.act("play-here").await?;
        host.press("[data-dialog='play-here'] [data-opponent='invite']").await?;
        host.press("[data-dialog='play-here'] [data-act='start']").await?;
        host.see("[data-invite-link]").await?;
        let script = "return document.querySelector('[data-invite-link]').value";
        let link = host.ask(script, vec![]).await?;
        guest.goto(link.as_str().context("a link")?).await?;
        // A guest sees the start position before joining, and one tap takes the seat under the
        // typed name.
        guest.see("[data-set-up]").await?;
        guest.write("[data-input='name']", "Bea").await?;
        guest.press("[data-act='join']").await?;
        guest.see("[data-board] [data-piece='R'][data-at='a0']").await?;
        host.until("!document.querySelector('[data-invite-link]')").await?;
        ensure!(host.text("[data-seat='1'] .name").await? == "Bea", "under another name");
        // It is a normal game and not a training game.
        ensure!(!host.has("[data-act='hint']").await?, "the computer may be asked");
        host.play("a0", Some("a5")).await?;
        guest.until_plies(1).await?;
        guest.close().await
    })
    .await
}

/// A Chinese page has no English text except coordinates and format names.
#[tokio::test]
async fn it_speaks_the_readers_language() -> Result<()> {
    let early = "localStorage.setItem('chuhe.settings', JSON.stringify({ language: 'zh-Hant' }));";
    with_page(Size::Phone, early, async |page, address| {
        open(page, address, "xiangqi").await?;
        page.press("[data-palette='r']").await?;
        page.press("[data-square='e5']").await?;
        page.see("[data-setup-problem='piece-count']").await?;
        let text = page.text("main").await?;
        ensure!(text.contains("黑車最多 2 枚，現有 3 枚"), "{text}");
        let words = text.split(|c: char| !c.is_ascii_alphabetic());
        let foreign: Vec<&str> = words.filter(|word| word.len() > 3).collect();
        ensure!(foreign.is_empty(), "{foreign:?}");
        page.shoot("editor-traditional").await?;
        Ok(())
    })
    .await
}

/// A position that is over is not called ready, and an address without a position shows an error.
#[tokio::test]
async fn what_is_no_game_is_said() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        let mated = "R3k4%2F1R7%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2F3K5%20b%20-%20-%200%201";
        page.goto(&format!("{address}/editor/xiangqi?position={mated}")).await?;
        page.see("[data-setup-over='checkmate']").await?;
        let said = page.text("[data-setup-over]").await?;
        ensure!(said.contains("Red wins") && said.contains("checkmate"), "{said}");
        ensure!(!page.has("[data-setup-ready]").await?, "and it is called ready");
        page.shoot("editor-over").await?;
        page.goto(&format!("{address}/editor/xiangqi?position=nonsense")).await?;
        page.see("[data-unread]").await?;
        page.act("clear").await?;
        page.until("!document.querySelector('[data-unread]')").await
    })
    .await
}
