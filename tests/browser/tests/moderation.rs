//! Trouble between two players and how it ends: lines of the chat are hidden and reported, a moderator
//! acts, accounts are closed, and the finished game stays.

use anyhow::{Context, Result, ensure};
use browser::{Chromium, ENGLISH, PASSWORD, Page, Program, Size, register, request};
use serde_json::json;

/// Moves of a game that is long enough for the signals of fair play.
const MOVES: [(&str, &str); 20] = [
    ("h2", "e2"),
    ("h9", "g7"),
    ("a3", "a4"),
    ("a6", "a5"),
    ("c3", "c4"),
    ("c6", "c5"),
    ("e3", "e4"),
    ("e6", "e5"),
    ("g3", "g4"),
    ("g6", "g5"),
    ("b0", "c2"),
    ("b9", "c7"),
    ("h0", "g2"),
    ("i9", "h9"),
    ("i0", "h0"),
    ("h9", "h8"),
    ("h0", "h1"),
    ("h8", "h9"),
    ("h1", "h0"),
    ("h9", "i9"),
];

/// The lines of other players.
const OTHERS: &str = "[data-chat-line]:not(.own)";

#[tokio::test]
async fn from_a_bad_line_to_closed_accounts() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let ada = chromium.open(Size::Desk, ENGLISH).await?;
    let bo = chromium.open(Size::Phone, ENGLISH).await?;
    let moderator = chromium.open(Size::Desk, ENGLISH).await?;
    let result = async {
        for (page, name) in [(&ada, "Ada"), (&bo, "Bo"), (&moderator, "Mo")] {
            page.goto(program.address()).await?;
            register(page, name).await?;
        }
        Program::grant(folder.path(), "Mo", "moderator").await?;
        let table = sit_down(&ada, &bo).await?;
        hide_lines(&ada, &bo, program.address(), &table).await.context("lines are hidden")?;
        report_a_line(&ada).await.context("a report")?;
        play(&ada, &bo).await.context("the game")?;
        moderate(&moderator, &bo, program.address(), &table).await.context("a moderator acts")?;
        close_account(&ada, &moderator, program.address()).await.context("closed accounts")
    };
    let result = result.await;
    for page in [ada, bo, moderator] {
        page.close().await?;
    }
    chromium.stop().await?;
    program.kill().await?;
    result
}

/// Starts a rated game, and returns its address.
async fn sit_down(ada: &Page, bo: &Page) -> Result<String> {
    for page in [ada, bo] {
        page.press("[data-quick='15+10']").await?;
        page.see("main[data-screen='table']").await?;
    }
    for page in [ada, bo] {
        page.see("main[data-turn='0'] [data-board]").await?;
        page.see("[data-rated]").await?;
    }
    let table = ada.ask("return location.href", vec![]).await?;
    Ok(table.as_str().context("an address")?.to_owned())
}

/// A bad line is hidden for one visit, and for as long as its author is blocked.
async fn hide_lines(ada: &Page, bo: &Page, address: &str, table: &str) -> Result<()> {
    bo.act("chat").await?;
    bo.write("[data-input='chat']", "you play like a pig\n").await?;
    ada.see(OTHERS).await?;
    ada.press(&format!("{OTHERS} [data-act='mute-author']")).await?;
    ada.until(&format!("!document.querySelector('{OTHERS}')")).await?;
    ada.shoot("chat-author-muted").await?;
    ensure!(ada.text("[data-act='chat-show']").await?.contains("Bo"), "no way back");
    ada.act("chat-show").await?;
    ada.see(OTHERS).await?;
    ensure!(!ada.has("[data-act='chat-show']").await?, "Bo is shown again");

    ada.press(&format!("{OTHERS} [data-act='block-author']")).await?;
    ada.until(&format!("!document.querySelector('{OTHERS}')")).await?;
    // A later line is hidden as well, and a reload brings none back.
    bo.write("[data-input='chat']", "a pig\n").await?;
    bo.until("document.querySelectorAll('[data-chat-line].own').length === 2").await?;
    ada.write("[data-input='chat']", "let us play\n").await?;
    ada.see("[data-chat-line].own").await?;
    ada.reload().await?;
    ada.see("[data-chat-line].own").await?;
    ada.until(&format!("!document.querySelector('{OTHERS}')")).await?;
    ada.goto(&format!("{address}/@Bo")).await?;
    ada.see("[data-blocked]").await?;
    ada.press("[data-act='block']").await?;
    ada.see("[data-act='follow']").await?;
    ada.goto(table).await?;
    ada.until(&format!("document.querySelectorAll('{OTHERS}').length === 2")).await?;
    bo.act("close").await
}

/// A report from the chat quotes the line.
async fn report_a_line(ada: &Page) -> Result<()> {
    // One tap reports the line, and is taken back or replaced with a longer report.
    let report = format!("{OTHERS} [data-act='report']");
    ada.press(&report).await?;
    ada.see("[data-reported='pending']").await?;
    ada.shoot("reported").await?;
    ada.act("undo-report").await?;
    ada.until("!document.querySelector('[data-reported]')").await?;
    ada.press(&report).await?;
    ada.act("add-reason").await?;
    ada.see("[data-dialog='report'] [data-input='report']").await?;
    let text =
        ada.ask("return document.querySelector('[data-input=report]').value", vec![]).await?;
    ensure!(text == json!("“you play like a pig”"), "{text}");
    ada.see("[data-dialog='report'] [data-value='chat'][aria-pressed='true']").await?;
    ada.write("[data-input='report']", " Twice.").await?;
    ada.shoot("report").await?;
    ada.act("send-report").await?;
    ada.see("[data-dialog='report'] [data-done]").await?;
    ada.act("close").await
}

async fn play(ada: &Page, bo: &Page) -> Result<()> {
    let is_red = ada.has("[data-seat='0'][data-own='true']").await?;
    let (red, black) = if is_red { (ada, bo) } else { (bo, ada) };
    for (ply, (from, to)) in MOVES.into_iter().enumerate() {
        let mover = if ply % 2 == 0 { red } else { black };
        mover.play(from, Some(to)).await?;
        for page in [ada, bo] {
            page.until_plies(ply + 1).await?;
        }
    }
    bo.act("resign").await?;
    bo.act("confirm").await?;
    for page in [ada, bo] {
        page.see("[data-ending='resignation']").await?;
    }
    Ok(())
}

/// Acts on the account of the open page, and waits for the entry of the log.
async fn act(moderator: &Page, act: &str, reason: &str) -> Result<()> {
    moderator.write("[data-input='reason']", reason).await?;
    moderator.press(&format!("[data-panel='acts'] [data-act='{act}']")).await?;
    moderator.see(&format!("[data-panel='acts'] [data-done='{act}']")).await?;
    let entry = format!("[data-panel='log'] [data-entry='{act}']");
    moderator.see(&entry).await?;
    let words = moderator.text(&entry).await?;
    ensure!(words.contains(reason) && words.contains("Mo"), "{act}: {words}");
    Ok(())
}

async fn moderate(moderator: &Page, bo: &Page, address: &str, table: &str) -> Result<()> {
    // A player without the office sees none of it.
    bo.goto(&format!("{address}/moderation/Ada")).await?;
    bo.see("main[data-screen='moderation'] [data-trouble]").await?;
    ensure!(!bo.has("[data-panel='acts'], [data-panel='reports']").await?, "Bo moderates");

    moderator.goto(&format!("{address}/account")).await?;
    moderator.press("[data-act='moderation']").await?;
    let report = "[data-panel='reports'] [data-report='Bo'][data-settled='false']";
    moderator.see(report).await?;
    let words = moderator.text(report).await?;
    ensure!(words.contains("“you play like a pig” Twice."), "{words}");
    ensure!(words.contains("Ada"), "{words}");
    let (_, id) = table.rsplit_once('/').context("an address")?;
    moderator.see(&format!("{report} [href$='/t/{id}']")).await?;
    moderator.shoot("moderation").await?;
    ensure!(moderator.fits().await?, "the desk is wider than the window");
    moderator.press(&format!("{report} strong a")).await?;
    moderator.see("[data-panel='acts'][data-muted='false'][data-closed='false']").await?;

    // The signals are shown on request, and the look is in the log.
    ensure!(!moderator.has("[data-signals]").await?, "signals without a request");
    moderator.act("fair-play").await?;
    moderator.see("[data-ladder='xiangqi/rapid'] [data-signals='game']").await?;
    moderator.see("[data-act='fair-play']:not([disabled])").await?;
    let loss = "/\\d/.test(document.querySelector('[data-signals=game] td').textContent)";
    moderator.until(loss).await?;
    moderator.see("[data-panel='log'] [data-entry='fair-play']").await?;
    moderator.shoot("fair-play").await?;
    ensure!(moderator.fits().await?, "the signals are wider than the window");

    // Without a reason no act is accepted.
    moderator.press("[data-panel='acts'] [data-act='warn']").await?;
    moderator.see("[data-panel='acts'] [data-trouble]").await?;
    act(moderator, "warn", "Be polite.").await?;
    bo.goto(&format!("{address}/account")).await?;
    bo.see("[data-panel='warning']").await?;
    ensure!(bo.text("[data-panel='warning']").await?.contains("Be polite."), "no reason");
    bo.shoot("warning").await?;
    bo.act("acknowledge-warning").await?;
    bo.until("!document.querySelector('[data-panel=warning]')").await?;

    act(moderator, "mute", "He was warned.").await?;
    moderator.see("[data-panel='acts'][data-muted='true']").await?;
    bo.reload().await?;
    bo.see("[data-muted]").await?;
    bo.goto(table).await?;
    bo.act("chat").await?;
    bo.write("[data-input='chat']", "pig\n").await?;
    bo.see("[data-dialog='chat'] .hint[role='status']").await?;
    bo.shoot("chat-muted").await?;
    bo.until("document.querySelector('[data-input=chat]').value === 'pig'").await?;

    act(moderator, "settle", "Done.").await?;
    moderator.see("[data-panel='reports'] [data-report='Bo'][data-settled='true']").await?;
    act(moderator, "close", "Again.").await?;
    moderator.see("[data-panel='acts'][data-closed='true']").await?;
    moderator.shoot("moderated-account").await?;
    bo.goto(&format!("{address}/account")).await?;
    bo.see("[data-form='account']").await?;
    let credentials = json!({ "name": "Bo", "password": PASSWORD });
    let (status, answer) = request(bo, "POST", "/api/session", &credentials).await?;
    ensure!(status >= 400, "a closed account signs in: {answer}");

    // The desk lists the acts of all accounts, latest first, and no settled report.
    moderator.goto(&format!("{address}/moderation")).await?;
    moderator.see("[data-panel='reports'] [data-empty='reports']").await?;
    moderator.see("[data-panel='log'] [data-entry='close']").await?;
    let acts = moderator.attributes("[data-panel='log'] [data-entry]", "data-entry").await?;
    ensure!(acts == ["close", "settle", "mute", "warn", "fair-play", "grant"], "{acts:?}");
    Ok(())
}

/// A closed account leaves its games to the opponents, under a neutral name.
async fn close_account(ada: &Page, moderator: &Page, address: &str) -> Result<()> {
    let names = "[...document.querySelectorAll('[data-archived] .name')].map(it => it.textContent)";
    ada.goto(&format!("{address}/@Ada")).await?;
    ada.see("[data-panel='latest'] [data-archived]").await?;
    let shown = ada.ask(&format!("return {names}.join()"), vec![]).await?;
    let shown = shown.as_str().unwrap_or_default();
    ensure!(shown.contains("Ada") && shown.contains("closed account"), "{shown}");
    ensure!(!shown.contains("Bo"), "{shown}");

    // The player closes the own account, with the password.
    ada.goto(&format!("{address}/account")).await?;
    ada.press("[data-panel='close-account'] summary").await?;
    ada.write("[data-input='close-password']", "under the river").await?;
    ada.act("close-account").await?;
    ada.see("[data-form='close-account'] [data-trouble]").await?;
    ada.shoot("close-account").await?;
    ada.ask("document.querySelector('[data-input=close-password]').value = ''", vec![]).await?;
    ada.write("[data-input='close-password']", PASSWORD).await?;
    ada.act("close-account").await?;
    ada.see("[data-form='account']").await?;
    ada.goto(&format!("{address}/@Ada")).await?;
    ada.see("main[data-screen='player'] [data-trouble]").await?;

    // A start page without running games shows the latest finished ones.
    moderator.goto(address).await?;
    moderator.see("[data-panel='finished'] [data-archived]").await?;
    let shown = moderator.ask(&format!("return {names}.join()"), vec![]).await?;
    let shown = shown.as_str().unwrap_or_default();
    ensure!(shown.matches("closed account").count() == 2, "{shown}");
    moderator.shoot("latest-games").await?;
    moderator.press("[data-panel='finished'] [data-act='replay']").await?;
    moderator.see("main[data-screen='record'][data-plies='20'] [data-board]").await?;
    let names = r"return document.querySelector('main').innerText.match(/\b(Ada|Bo)\b/g)";
    let names = moderator.ask(names, vec![]).await?;
    ensure!(names.is_null(), "{names}");
    Ok(())
}
