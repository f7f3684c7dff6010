//! Covers and questions, notices, language, and drawing on the board; regression tests.

use anyhow::{Context, Result, ensure};
use browser::{
    Chromium, Page, Program, Size, choose_random_mole, open, open_undercover, with_page,
};
use serde_json::{Value, json};

/// Runs before the page: simplified Chinese, and counts unexpected layout shifts.
const CHINESE: &str = "
    localStorage.setItem('chuhe.settings', JSON.stringify({ language: 'zh-Hans' }));
    window.__shifts = [];
    new PerformanceObserver(list => {
        for (const entry of list.getEntries())
            if (!entry.hadRecentInput) window.__shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
";

#[tokio::test]
async fn a_tap_on_the_mole_asks_and_goes_on_asking() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open_undercover(page, address).await?;
        let mole = page.attribute("[data-mole]", "data-mole").await?;
        page.press(&format!("[data-square='{mole}']")).await?;
        page.see("[data-dialog='ask']").await?;
        // The browser has sent the tap's click by now.
        page.until("(window.__frames = (window.__frames ?? 0) + 1) > 20").await?;
        ensure!(page.has("[data-dialog='ask']").await?, "the tap that asked closed the question");
        // A tap beside the dialog closes it.
        page.touch("touchStart", &[(10.0, 10.0)]).await?;
        page.touch("touchEnd", &[]).await?;
        page.until("!document.querySelector('[data-dialog]')").await
    })
    .await
}

#[tokio::test]
async fn a_tap_that_ends_a_turn_does_not_uncover_the_next() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open_undercover(page, address).await?;
        // The move ends as close to the cover's button as possible.
        let red = page.attribute("[data-on-move='true']", "data-side").await? == "red";
        let (from, to) = if red { ("e3", "e4") } else { ("e6", "e5") };
        page.play(from, Some(to)).await?;
        page.see("[data-cover]").await?;
        page.until("(window.__frames = (window.__frames ?? 0) + 1) > 20").await?;
        ensure!(page.has("[data-cover]").await?, "the tap uncovered the next player's board");
        Ok(())
    })
    .await
}

/// While the board is covered, no action is possible by keyboard or script: no resignation, undo,
/// new game or replay.
#[tokio::test]
async fn behind_the_cover_nothing_is_done() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        open_undercover(page, address).await?;
        let red = page.attribute("[data-on-move='true']", "data-side").await? == "red";
        let (from, to) = if red { ("e3", "e4") } else { ("e6", "e5") };
        page.play(from, Some(to)).await?;
        page.see("[data-cover]").await?;
        page.until(
            "[...document.querySelectorAll('main.table > :not(.cover)')].every(e => e.inert)",
        )
        .await?;
        page.until("document.activeElement?.dataset.act === 'uncover'").await?;
        let press = "
            for (const act of ['resign', 'undo', 'restart', 'draw']) {
                document.querySelector(`[data-act='${act}']`)?.click();
                document.querySelector(`[data-act='confirm']`)?.click();
            }
            for (const key of ['ArrowLeft', 'Home'])
                document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        ";
        page.ask(press, Vec::new()).await?;
        page.until("(window.__frames = (window.__frames ?? 0) + 1) > 20").await?;
        let confirm = "document.querySelector(`[data-act='confirm']`)?.click()";
        page.ask(confirm, Vec::new()).await?;
        ensure!(page.plies().await? == 1, "a ply was taken back");
        ensure!(page.attribute("main", "data-over").await? == "false", "a player resigned");
        ensure!(page.has("[data-cover]").await?, "the cover is gone");
        ensure!(!page.has("[data-act='latest']").await?, "the page looks back");
        page.act("uncover").await?;
        page.until("!document.querySelector('main.table > [inert]')").await
    })
    .await
}

#[tokio::test]
async fn a_reason_stays_until_the_next_action_and_lies_off_the_board() -> Result<()> {
    for size in Size::BOTH {
        with_page(size, "", async |page, address| {
            open(page, address, "xiangqi").await?;
            page.press("[data-square='a0']").await?;
            page.press("[data-square='b5']").await?;
            page.see("[data-notice]").await?;
            let look = "const toast = document.querySelector('[data-notice]').getBoundingClientRect();
                const board = document.querySelector('svg.board').getBoundingClientRect();
                const live = document.querySelector('[data-notice]').closest('[aria-live]');
                return {
                    covers: toast.bottom > board.top + 1 && toast.top < board.bottom
                        && toast.right > board.left && toast.left < board.right,
                    catches: getComputedStyle(document.querySelector('[data-notice]')).pointerEvents,
                    live: !!live,
                    count: document.querySelectorAll('[data-notice]').length,
                }";
            let seen = page.ask(look, vec![]).await?;
            ensure!(
                seen == json!({ "covers": false, "catches": "none", "live": true, "count": 1 }),
                "{size:?}: {seen}"
            );
            // It stays for as long as its player thinks, and other messages disappear meanwhile.
            page.until("(window.read ??= performance.now()) + 5_000 < performance.now()").await?;
            ensure!(page.has("[data-notice]").await?, "{size:?}: the reason is gone");
            page.play("i0", Some("i1")).await?;
            page.until("!document.querySelector('[data-notice]')").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_chinese_page_has_no_latin_sentence() -> Result<()> {
    with_page(Size::Desk, CHINESE, async |page, address| {
        open(page, address, "xiangqi").await?;
        // Refusal of a move typed in Chinese.
        page.write("[data-input='move']", "车九进五\n").await?;
        page.see("[data-notice]").await?;
        no_latin(&page.text("[data-notice]").await?)?;
        // Warning about a repetition.
        for (from, to) in [("a0", "a1"), ("a9", "a8"), ("a1", "a0"), ("a8", "a9")] {
            page.play(from, Some(to)).await?;
        }
        page.see("[data-warning]").await?;
        no_latin(&page.text("[data-warning]").await?)?;
        // Errors in a file.
        page.goto(&format!("{address}/record")).await?;
        page.write("[data-input='record']", BAD_RESULT).await?;
        page.act("open").await?;
        page.see("[data-problem]").await?;
        no_latin(&page.text("[data-problem] div").await?)?;
        let words = page.text("[data-problem='result']").await?;
        ensure!(words.matches("nonsense").count() == 1, "what stands there is shown once: {words}");
        // Every screen that a guest can open.
        for screen in ["", "ranking", "archive", "account", "boards", "record"] {
            page.goto(&format!("{address}/{screen}")).await?;
            no_latin(&page.text("main").await?)?;
        }
        for game in ["xiangqi", "undercover", "sifang", "banqi"] {
            for screen in ["new", "rules"] {
                page.goto(&format!("{address}/{screen}/{game}")).await?;
                page.see(&format!("main[data-game='{game}'][data-screen='{screen}']")).await?;
                no_latin(&page.text("main").await?)?;
            }
            open(page, address, game).await?;
            no_latin(&page.text("main").await?)?;
        }
        Ok(())
    })
    .await
}

/// File with legal moves and an invalid result.
const BAD_RESULT: &str = "chuhe 1
variant banqi
rules default
start ********/********/********/******** - 0/0 0 0 PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb
seats red=Anna black=Bo
actions 2
  1 a4=P
  2 b4=n
position Pn******/********/********/******** r 0/0 0 2 RRpkaaBnbCprPKcpBrcPNNApAPPpCb
turn red
result nonsense
";

/// Two Latin words in a row count as a sentence.
fn no_latin(text: &str) -> Result<()> {
    let is_word = |word: &str| {
        word.len() > 1
            && word.chars().all(|c| c.is_ascii_alphabetic())
            && word.chars().any(|c| c.is_ascii_lowercase())
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let sentence = words.windows(2).any(|pair| pair.iter().all(|word| is_word(word)));
    ensure!(!text.is_empty() && !sentence, "a Chinese page says `{text}`");
    Ok(())
}

#[tokio::test]
async fn an_invitation_is_said_in_words() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let host = chromium.open(Size::Desk, "").await?;
    let guest = chromium.open(Size::Phone, "").await?;
    let result = invited(&host, &guest, program.address()).await;
    host.close().await?;
    guest.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn invited(host: &Page, guest: &Page, address: &str) -> Result<()> {
    host.goto(&format!("{address}/new/sifang")).await?;
    host.press("[data-opponent='invite']").await?;
    host.press("details.more summary").await?;
    host.press("[data-field='mode'] [data-value='se']").await?;
    host.act("start").await?;
    host.see("[data-invite-link]").await?;
    let link =
        host.ask("return document.querySelector('[data-invite-link]').value", vec![]).await?;
    guest.goto(link.as_str().context("a link")?).await?;
    guest.see("[data-panel='invited']").await?;
    let panel = guest.text("[data-panel='invited']").await?;
    ensure!(panel.contains("Mode: Mixed doubles") && !panel.contains("mode=se"), "{panel}");
    let east = guest.text("[data-join='1']").await?;
    ensure!(east.contains("East · Green (with Red)"), "{east}");
    Ok(())
}

#[tokio::test]
async fn dark_is_dark_from_the_first_visit() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.prefer_dark(true).await?;
        page.goto(address).await?;
        page.see("html[data-theme='ink']").await?;
        page.prefer_dark(false).await?;
        page.see("html[data-theme='paper']").await?;
        // The chosen theme overrides the system's preference.
        page.act("settings").await?;
        page.press("[data-choose-theme='jade']").await?;
        page.prefer_dark(true).await?;
        page.see("html[data-theme='jade']").await?;
        page.press("[data-choose-theme='auto']").await?;
        page.see("html[data-theme='ink']").await
    })
    .await
}

#[tokio::test]
async fn nothing_shifts_while_undercover_is_played() -> Result<()> {
    with_page(Size::Phone, CHINESE, async |page, address| {
        open_undercover(page, address).await?;
        let mut heights = Vec::new();
        page.ask("window.__shifts.length = 0", vec![]).await?;
        let quiet = [["h0g2", "b0c2"], ["h9g7", "b9c7"]];
        for turn in 0..4 {
            if turn > 0 {
                page.act("uncover").await?;
            }
            page.see("[data-mole]").await?;
            page.see(".key-bar").await?;
            let height = "return document.querySelector('.key-bar').offsetHeight";
            heights.push(page.ask(height, vec![]).await?);
            let side = page.attribute("[data-on-move='true']", "data-side").await?;
            let action = quiet[usize::from(side == "black")][turn / 2];
            page.play(&action[..2], Some(&action[2..])).await?;
        }
        ensure!(heights.iter().all(|height| *height == heights[0]), "the key's bar: {heights:?}");
        let shifts = page.ask("return window.__shifts", vec![]).await?;
        ensure!(shifts == Value::Array(Vec::new()), "the layout shifted: {shifts}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_end_shows_moles_and_result() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open_undercover(page, address).await?;
        page.act("resign").await?;
        page.act("confirm").await?;
        page.see("[data-ending]").await?;
        page.until("document.querySelectorAll('[data-mole][data-side]').length === 2").await?;
        let inside = "const r = document.querySelector('[data-ending]').getBoundingClientRect();
            return r.top >= 0 && r.bottom <= innerHeight";
        ensure!(page.ask(inside, vec![]).await? == json!(true), "the result is below the fold");
        page.act("close-result").await?;
        page.until("!document.querySelector('[data-ending].docked')").await
    })
    .await
}

#[tokio::test]
async fn a_third_lock_is_refused_and_numbers_stay() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        page.goto(&format!("{address}/new/undercover")).await?;
        page.press("details.more summary").await?;
        page.press("[data-field='locks'] [data-value='2']").await?;
        page.press("[data-field='rearrange'] [data-value='manual']").await?;
        page.act("start").await?;
        page.see("[data-setup='lock']").await?;
        for square in ["a3", "c3", "e3"] {
            page.press(&format!("[data-square='{square}']")).await?;
        }
        page.see("[data-notice]").await?;
        let picked =
            page.ask("return document.querySelectorAll('.pawn-number.picked').length", vec![]);
        ensure!(picked.await? == json!(2), "two are locked");
        let before = numbers(page).await?;
        page.act("setup-done").await?;
        page.see("[data-setup='choose']").await?;
        choose_random_mole(page).await?;
        page.see("[data-setup='place']").await?;
        let after = numbers(page).await?;
        ensure!(before == after, "locking {before:?}, rearranging {after:?}");
        Ok(())
    })
    .await
}

/// The numbers on the pawns, from left to right.
async fn numbers(page: &Page) -> Result<Vec<String>> {
    let script = "return [...document.querySelectorAll('.pawn-number')]
        .map(e => [e.getBoundingClientRect().x, e.querySelector('text').textContent])
        .sort((a, b) => a[0] - b[0]).map(pair => pair[1])";
    Ok(serde_json::from_value(page.ask(script, vec![]).await?)?)
}

#[tokio::test]
async fn a_replay_survives_a_reload_and_leads_back() -> Result<()> {
    with_page(Size::Desk, CHINESE, async |page, address| {
        open(page, address, "sifang").await?;
        let edges = page.ask("return document.querySelector('svg.board').textContent", vec![]);
        let edges = edges.await?.to_string();
        ensure!(edges.contains('南') && !edges.contains('S'), "the edges are called {edges}");
        page.play("7d", Some("7e")).await?;
        page.act("replay").await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        page.reload().await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        page.until_plies(1).await?;
        page.act("home").await?;
        page.see("main[data-screen='table'] [data-board]").await
    })
    .await
}
