//! Files of other programs, opened and saved in the page.

use anyhow::{Context, Result, ensure};
use browser::{Chromium, Page, Program, Size, with_page};
use serde_json::json;

/// Two games with names in GBK, as older programs write them.
const PGN: &[u8] =
    b"[Game \"Chinese Chess\"]\n[Red \"\xd0\xed\xd2\xf8\xb4\xa8\"]\n[Format \"ICCS\"]\n\
    1. H2-E2 H9-G7 2. H0-G2 1-0\n\n\
    [Game \"Chinese Chess\"]\n[Red \"\xc2\xc0\xc7\xd5\"]\n1. C2=5 *\n";

/// Keeps the text of all downloads.
const CATCH_DOWNLOADS: &str = "
    window.__saved = [];
    const plain = URL.createObjectURL;
    URL.createObjectURL = blob => { blob.text().then(text => window.__saved.push(text)); return plain.call(URL, blob); };
";

#[tokio::test]
async fn pgn_comes_in_and_goes_out() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let page = chromium.open(Size::Phone, CATCH_DOWNLOADS).await?;
    let result = exchanged(&page, &program, folder.path()).await;
    page.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn exchanged(page: &Page, program: &Program, folder: &std::path::Path) -> Result<()> {
    let file = folder.join("games.pgn");
    std::fs::write(&file, PGN)?;
    page.goto(program.address()).await?;
    page.go_to("tools", "open").await?;
    page.see("[data-input='file']").await?;
    page.upload("[data-input='file']", &file).await?;

    // One of two games is chosen. The names are readable.
    page.see("[data-open-game='1']").await?;
    let list = page.ask("return document.querySelector('main').innerText", vec![]).await?;
    let list = list.as_str().context("a text")?;
    ensure!(list.contains("许银川") && list.contains("吕钦"), "{list}");
    page.shoot("several-games").await?;
    ensure!(page.fits().await?, "the list sticks out to the side");
    // Back from a game leads to the list again.
    page.press("[data-open-game='1']").await?;
    page.see("[data-ply]").await?;
    page.act("home").await?;
    page.press("[data-open-game='0']").await?;
    page.until_plies(3).await?;

    // A printed page has no buttons, and all moves.
    page.print(true).await?;
    let pressed = "[...document.querySelectorAll('main button:not(.ply), main a')]
        .filter(it => it.checkVisibility()).map(it => it.outerHTML)";
    let pressed = page.ask(&format!("return {pressed}"), vec![]).await?;
    ensure!(pressed.as_array().is_some_and(Vec::is_empty), "{pressed}");
    let moves = "(list => list.checkVisibility() && list.scrollHeight <= list.clientHeight)(document.querySelector('.moves ol'))";
    page.until(moves).await?;
    ensure!(page.fits().await?, "the sheet is wider than the paper");
    page.shoot("paper").await?;
    page.print(false).await?;

    for (count, (format, begin)) in (1..).zip([
        ("pgn", "[Game \"Chinese Chess\"]\n"),
        ("dhtmlxq", "[DhtmlXQ]\n"),
        ("chuhe", "chuhe 1\n"),
    ]) {
        page.act("save").await?;
        page.see("[data-dialog='save']").await?;
        if count == 1 {
            page.shoot("save-as").await?;
        }
        page.press(&format!("[data-save='{format}']")).await?;
        page.until(&format!("window.__saved.length === {count}")).await?;
        ensure!(!page.has("[data-dialog='save']").await?, "the dialog stays open");
        let saved = page.ask("return window.__saved.at(-1)", vec![]).await?;
        let saved = saved.as_str().context("a text")?;
        ensure!(saved.starts_with(begin) && saved.contains("许银川"), "{saved}");
    }
    Ok(())
}

/// Game with comments, variations and a blunder.
const ANNOTATED: &str = "[Event \"五羊杯\"]\n[Date \"2026.11.25\"]\n[Red \"An\"]\n[Black \"Bo\"]\n\n\
    1. a0a1 {a quiet chariot} h9g7 (1... b9c7 {rare} 2. h0g2 a9b9) 2. a1f1 i9h9 3. f1f9 e9f9 4. h2e2 *\n";

/// Comments are shown at their moves, variations can be played, and saving keeps all of it.
#[tokio::test]
async fn comments_and_other_lines_are_read() -> Result<()> {
    with_page(Size::Phone, CATCH_DOWNLOADS, async |page, address| {
        open_text(page, address, ANNOTATED).await?;
        page.until_plies(7).await?;
        ensure!(
            page.text("[data-occasion]").await?.contains("五羊杯\u{a0}· 2026.11.25"),
            "no occasion"
        );
        page.press("[data-ply='1']").await?;
        page.see(".remarks [data-comment]").await?;
        page.until(&is_said("a quiet chariot")).await?;
        page.shoot("annotated").await?;

        page.press("[data-other-line='0']").await?;
        page.see("[data-elsewhere]").await?;
        page.until_plies(4).await?;
        ensure!(
            page.attribute("[data-shown]", "data-shown").await? == "2",
            "not at its first move"
        );
        page.until(&is_said("rare")).await?;
        page.shoot("other-line").await?;
        ensure!(page.fits().await?, "the line sticks out");
        page.act("back-to-game").await?;
        page.until_plies(7).await?;
        ensure!(
            page.attribute("[data-shown]", "data-shown").await? == "1",
            "not where it was left"
        );

        page.act("save").await?;
        page.press("[data-save='pgn']").await?;
        page.until("window.__saved.length === 1").await?;
        let saved = page.ask("return window.__saved[0]", vec![]).await?;
        let saved = saved.as_str().context("a text")?;
        let kept = ["五羊杯", "2026.11.25", "a quiet chariot", "rare"];
        ensure!(kept.iter().all(|it| saved.contains(it)), "{saved}");
        Ok(())
    })
    .await
}

/// A large text is opened when it is pasted, because the browser needs minutes to lay it out in the
/// field. One of 50 MB is refused.
#[tokio::test]
async fn a_large_text_is_opened_when_pasted() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        for (text, seen) in [
            ("'a'.repeat(50_000_000)", "[data-problem='too-large']"),
            ("game + ' '.repeat(300_000)", "[data-ply]"),
        ] {
            page.goto(address).await?;
            page.go_to("tools", "open").await?;
            page.see("[data-input='record']").await?;
            let paste = format!(
                "const game = arguments[0], clipboardData = new DataTransfer();
                clipboardData.setData('text/plain', {text});
                const field = document.querySelector('[data-input=record]');
                const event = new ClipboardEvent('paste', {{ clipboardData, bubbles: true, cancelable: true }});
                return field.dispatchEvent(event) || field.value !== ''"
            );
            let is_laid_out = page.ask(&paste, vec![json!(ANNOTATED)]).await?;
            ensure!(is_laid_out == json!(false), "{seen}: the text goes into the field");
            page.see(seen).await?;
        }
        Ok(())
    })
    .await
}

/// A text that is dropped or comes from a keyboard app is refused as well, before the browser lays
/// it out.
#[tokio::test]
async fn a_large_text_does_not_reach_the_field_in_another_way() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        for event in [
            "new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })",
            "new InputEvent('beforeinput', { data: text, inputType: 'insertText', bubbles: true, cancelable: true })",
        ] {
            page.goto(address).await?;
            page.go_to("tools", "open").await?;
            page.see("[data-input='record']").await?;
            let insert = format!(
                "const text = 'a'.repeat(20_000_000), dataTransfer = new DataTransfer();
                dataTransfer.setData('text/plain', text);
                return document.querySelector('[data-input=record]').dispatchEvent({event})"
            );
            ensure!(page.ask(&insert, vec![]).await? == json!(false), "{event}");
            page.see("[data-problem='too-large']").await?;
        }
        Ok(())
    })
    .await
}

/// The navigation of a replay does not move, whatever a move's comment is; a reload keeps the
/// position.
#[tokio::test]
async fn a_replay_stands_still() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        open_text(page, address, ANNOTATED).await?;
        // The row and not its button, as a button shrinks when pressed.
        let place = "const row = document.querySelector('[data-act=next]').parentElement;
            const { x, y, width, height } = row.getBoundingClientRect();
            return [x, y, width, height].map(Math.round)";
        // Scrolls the column as the first press does: at its end it is off by a fraction of a pixel.
        page.middle("[data-act=next]").await?;
        let first = page.ask(place, vec![]).await?;
        for ply in 1..=5 {
            page.act("next").await?;
            page.see(&format!("[data-shown='{ply}']")).await?;
            let now = page.ask(place, vec![]).await?;
            ensure!(now == first, "after {ply} plies it is at {now}, and was at {first}");
        }
        page.reload().await?;
        page.see("[data-shown='5']").await?;
        // This holds for the end as well; another game starts at its beginning.
        page.act("last").await?;
        page.see("[data-shown='7']").await?;
        page.reload().await?;
        page.see("[data-shown='7']").await?;
        page.act("load").await?;
        page.see("[data-input='record']").await?;
        page.write("[data-input='record']", "1. h2e2 h9g7 2. h0g2 *").await?;
        page.act("open").await?;
        page.until_plies(3).await?;
        page.see("[data-shown='0']").await?;
        // The back button returns to the file dialog, and forward to the game.
        page.ask("history.back()", vec![]).await?;
        page.see("[data-input='record']").await?;
        page.ask("history.forward()", vec![]).await?;
        page.until_plies(3).await
    })
    .await
}

/// Expression for the comment on the shown move.
fn is_said(comment: &str) -> String {
    format!("document.querySelector('[data-input=comment]')?.value === '{comment}'")
}

/// Whether the board and the comment are visible together, above the fixed buttons.
const BOARD_AND_MOMENT: &str =
    "const of = it => document.querySelector(it).getBoundingClientRect();
    const [board, moment, acts] = ['svg.board', `[data-moment='5']`, '.actions'].map(of);
    const apart = moment.top >= board.bottom || moment.left >= board.right;
    return board.top >= -1 && board.bottom <= innerHeight + 1 && apart
        && moment.top >= 0 && moment.bottom <= acts.top + 1";

/// The computer marks mistakes and shows better moves.
#[tokio::test]
async fn a_game_is_reviewed() -> Result<()> {
    for size in [Size::Phone, Size::Desk] {
        with_page(size, CATCH_DOWNLOADS, async |page, address| {
            open_text(page, address, ANNOTATED).await?;
            page.until_plies(7).await?;
            let is_phone = size == Size::Phone;
            if is_phone {
                page.press("[data-show-tab='review']").await?;
            }
            page.act("review").await?;
            page.see("[data-review='true'] [data-moment]").await?;
            // The chariot that was lost for an advisor.
            page.see("[data-ply='5'][data-judged][data-won][aria-label]").await?;
            let value = "return document.querySelector(\"[data-ply='5']\").dataset.won";
            let value = page.ask(value, vec![]).await?;
            let value = value.as_str().unwrap_or_default();
            ensure!(value.starts_with(['+', '-', '#']), "evaluation after the move: {value}");
            page.press("[data-moment='5']").await?;
            page.see("[data-mark='advice']").await?;
            page.see("[data-shown='4']").await?;
            let both = page.ask(BOARD_AND_MOMENT, vec![]).await?;
            ensure!(both == json!(true), "board and moment are not in sight together");
            ensure!(page.has("[data-accuracy='0']").await?, "no accuracy");
            // The list of moves leaves space for their comments.
            let high = page.ask("return document.querySelector('.moves ol').clientHeight", vec![]);
            ensure!(high.await?.as_f64().is_some_and(|high| high < 260.0), "the moves take it all");
            ensure!(page.text("[data-chance]").await?.contains('%'), "no chance");
            page.shoot("reviewed").await?;
            ensure!(page.fits().await?, "the review sticks out");

            page.act("last").await?;
            page.until("!document.querySelector('[data-mark=advice]')").await?;
            if is_phone {
                page.press("[data-show-tab='engine']").await?;
            }
            page.act("engine").await?;
            page.see("[data-advice]").await?;
            page.see("[data-mark='advice']").await?;
            // Three lines, each with its evaluation and in the chosen notation.
            page.until("document.querySelectorAll('[data-line]').length === 3").await?;
            page.shoot("asked").await?;
            ensure!(page.fits().await?, "the lines stick out");

            // The marks are stored in the file, and shown when it is opened.
            page.act("save").await?;
            page.press("[data-save='chuhe']").await?;
            page.until("window.__saved.length === 1").await?;
            let saved = page.ask("return window.__saved[0]", vec![]).await?;
            let saved = saved.as_str().context("a text")?;
            ensure!(saved.contains("glyph 5 4"), "{saved}");
            open_text(page, address, saved).await?;
            page.see("[data-ply='5'][data-said='⁇']").await?;
            Ok(())
        })
        .await?;
    }
    Ok(())
}

async fn open_text(page: &Page, address: &str, text: &str) -> Result<()> {
    page.goto(address).await?;
    page.go_to("tools", "open").await?;
    page.see("[data-input='record']").await?;
    page.write("[data-input='record']", text).await?;
    page.act("open").await?;
    page.see("main[data-screen='record'] [data-board]").await
}
