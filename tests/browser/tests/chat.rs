//! The chat of a table: two players and a spectator.

use anyhow::{Result, ensure};
use browser::{Chromium, Page, Program, Size, invite, register};

/// Says a line in the open chat.
async fn say(page: &Page, text: &str) -> Result<()> {
    page.write("[data-input='chat']", &format!("{text}\n")).await
}

#[tokio::test]
async fn two_players_and_a_spectator_talk() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let host = chromium.open(Size::Desk, "").await?;
    let guest = chromium.open(Size::Phone, "").await?;
    let watcher = chromium.open(Size::Desk, "").await?;
    invite(&host, &guest, program.address()).await?;
    let link = host.ask("return location.href", vec![]).await?;
    watcher.goto(link.as_str().unwrap_or_default()).await?;

    // On a phone the chat is a sheet, whose button counts what is unread.
    host.see("[data-panel='chat']").await?;
    say(&host, "good luck").await?;
    host.see("[data-chat-line='0'].own").await?;
    guest.see("[data-act='chat'][data-unread='1']").await?;
    guest.shoot("chat-unread").await?;
    guest.act("chat").await?;
    guest.see("[data-dialog='chat'] [data-chat-line='0']").await?;
    ensure!(guest.text("[data-chat-line='0']").await?.contains("good luck"));
    guest.see("[data-act='chat'][data-unread='0']").await?;
    guest.act("close").await?;
    // A phrase appears in the language of its reader.
    guest.act("settings").await?;
    guest.press("[data-language='zh-Hans']").await?;
    guest.act("close").await?;
    guest.act("chat").await?;
    guest.press("[data-phrase='thanks']").await?;
    guest.see("[data-chat-line='1'].own").await?;
    ensure!(guest.text("[data-chat-line='1']").await?.contains("谢谢"));
    guest.shoot("chat").await?;
    host.see("[data-chat-line='1']").await?;
    ensure!(host.text("[data-chat-line='1']").await?.contains("Thank you"));
    guest.act("close").await?;

    // Links of guests are refused. The player learns why, and can change the line.
    say(&host, "see example.com").await?;
    host.see("[data-notice]").await?;
    host.until("document.querySelector('[data-input=chat]').value === 'see example.com'").await?;
    host.shoot("chat").await?;

    // The spectators have their own room during the game.
    watcher.see("[data-panel='chat']").await?;
    say(&watcher, "red is better").await?;
    watcher.see("[data-chat-line='spectator']").await?;
    ensure!(!watcher.has("[data-chat-line='0']").await?, "a spectator reads the players");
    ensure!(!host.has("[data-chat-line='spectator']").await?, "a player reads the spectators");

    // Each guest is muted alone, also after a reload.
    let other = chromium.open(Size::Desk, "").await?;
    other.goto(link.as_str().unwrap_or_default()).await?;
    other.see("[data-panel='chat']").await?;
    say(&other, "black is better").await?;
    let second = "[data-chat-line='spectator']:nth-of-type(2)";
    watcher.see(second).await?;
    ensure!(watcher.text(second).await?.contains("black is better"));
    watcher.press(&format!("{second} [data-act='mute-author']")).await?;
    watcher.until("document.querySelectorAll('[data-chat-line]').length === 1").await?;
    watcher.reload().await?;
    watcher.see("[data-act='chat-show']").await?;
    watcher.see("[data-chat-line='spectator']").await?;
    ensure!(watcher.text("[data-panel='chat'] ol").await?.contains("red is better"));
    ensure!(!watcher.has(second).await?, "the mute is lost");
    watcher.act("chat-show").await?;
    watcher.see(second).await?;
    other.close().await?;

    // Muted lines are hidden, also after a reload.
    host.act("chat-mute").await?;
    host.until("!document.querySelector('[data-chat-line=\"1\"]')").await?;
    host.reload().await?;
    host.see("[data-act='chat-mute'][aria-pressed='true']").await?;
    host.act("chat-mute").await?;
    host.see("[data-chat-line='1']").await?;

    // A spectator reads an offer, and has no answer to give.
    host.play("h2", Some("e2")).await?;
    guest.until_plies(1).await?;
    guest.play("h9", Some("g7")).await?;
    host.until_plies(2).await?;
    host.act("draw").await?;
    watcher.see("[data-offer]").await?;
    ensure!(!watcher.has("[data-offer] button").await?, "a spectator may answer");
    guest.press("[data-offer] [data-act='decline']").await?;
    watcher.until("!document.querySelector('[data-offer]')").await?;

    // While people play, the page's computer gives no advice on a game of this kind.
    host.act("replay").await?;
    host.see("main[data-screen='record'] [data-engine-off]").await?;
    for help in ["engine", "explorer"] {
        host.see(&format!("[data-act='{help}'][disabled]")).await?;
    }
    host.act("home").await?;
    host.see("main[data-screen='table'] [data-board]").await?;

    // Zen mode hides the chat until the game is over.
    host.act("settings").await?;
    host.press("[data-setting='zen']").await?;
    host.act("close").await?;
    host.until("!document.querySelector('[data-panel=\"chat\"]')").await?;
    host.shoot("zen").await?;
    host.act("resign").await?;
    host.act("confirm").await?;
    host.see("[data-panel='chat']").await?;
    say(&watcher, "well played").await?;
    host.until("document.querySelector('[data-chat-line=\"spectator\"]')").await?;

    // A guest reports no guest. A member does at one tap, and a report survives a new line.
    let reports = "[data-chat-line='spectator'] [data-act='report']";
    ensure!(!watcher.has(reports).await?, "a guest reports a guest");
    register(&watcher, "Wu").await?;
    watcher.act("close-result").await?;
    watcher.press(reports).await?;
    watcher.see("[data-reported='pending']").await?;
    say(&host, "thanks").await?;
    watcher.see("[data-chat-line='0']").await?;
    watcher.see("[data-reported='sent']").await?;
    let answered = "performance.getEntriesByType('resource').some(it => it.name.includes('report') && it.responseEnd > 0)";
    watcher.until(answered).await?;
    watcher.see("[data-reported='sent']").await?;
    ensure!(!watcher.has("[data-panel='chat'] [data-trouble]").await?, "it is refused");

    for page in [host, guest, watcher] {
        page.close().await?;
    }
    chromium.stop().await?;
    program.kill().await
}
