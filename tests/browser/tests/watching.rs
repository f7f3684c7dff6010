//! Games to watch, and players who are followed and blocked.

use anyhow::{Result, ensure};
use browser::{Chromium, ENGLISH, Page, Program, Size, register, with_page};

#[tokio::test]
async fn without_games_the_page_offers_to_play() -> Result<()> {
    for size in [Size::Phone, Size::Desk] {
        with_page(size, ENGLISH, async |page, address| {
            page.goto(address).await?;
            page.press(".site [data-page='watch']").await?;
            page.see("main[data-screen='watch'] [data-empty='watch']").await?;
            ensure!(page.fits().await?, "the page is wider than the window");
            page.shoot("watch-empty").await?;
            page.press("[data-field='watch'] [data-value='banqi']").await?;
            page.until("location.pathname === '/watch/banqi'").await?;
            page.until("/banqi/i.test(document.querySelector('[data-empty]').textContent)").await?;
            page.press("[data-empty='watch'] [data-act='play']").await?;
            page.see("main[data-screen='new'][data-game='banqi']").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_public_game_is_watched() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let one = chromium.open(Size::Desk, ENGLISH).await?;
    let other = chromium.open(Size::Phone, ENGLISH).await?;
    let watcher = chromium.open(Size::Phone, ENGLISH).await?;
    let result = watched(&one, &other, &watcher, &program).await;
    for page in [one, other, watcher] {
        page.close().await?;
    }
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn watched(one: &Page, other: &Page, watcher: &Page, program: &Program) -> Result<()> {
    let address = program.address();
    for page in [one, other] {
        page.goto(&format!("{address}/new/xiangqi")).await?;
        page.press("[data-opponent='seek']").await?;
    }
    one.act("start").await?;
    one.see("[data-panel='seeking']").await?;
    other.press("[data-seek]").await?;
    other.see("main[data-screen='table'] [data-board]").await?;
    one.see("main[data-screen='table'] [data-board]").await?;
    watcher.goto(&format!("{address}/watch")).await?;
    watcher.see("[data-stage]").await?;
    let is_first = one.has("[data-seat='0'][data-own='true']").await?;
    let mover = if is_first { one } else { other };
    mover.play("h2", Some("e2")).await?;
    watcher.see(".stage-board [data-mark='last-to'][data-at='e2']").await?;
    watcher.until("document.querySelectorAll('.plates .clock').length === 2").await?;
    ensure!(watcher.fits().await?, "the page is wider than the window");
    watcher.shoot("watch").await?;
    // Another game is not shown.
    watcher.press("[data-field='watch'] [data-value='sifang']").await?;
    watcher.see("[data-empty='watch']").await?;
    watcher.press("[data-field='watch'] [data-value='all']").await?;
    watcher.act("watch-best").await?;
    watcher.see("main[data-screen='table'] [data-board]").await?;
    ensure!(!watcher.has("[data-own='true']").await?, "a spectator has a seat");
    Ok(())
}

#[tokio::test]
async fn a_player_is_followed_and_blocked() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let ada = chromium.open(Size::Desk, ENGLISH).await?;
    let bo = chromium.open(Size::Phone, ENGLISH).await?;
    let result = related(&ada, &bo, &program).await;
    ada.close().await?;
    bo.close().await?;
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn related(ada: &Page, bo: &Page, program: &Program) -> Result<()> {
    let address = program.address();
    for (page, name) in [(ada, "Ada"), (bo, "Bo")] {
        page.goto(address).await?;
        register(page, name).await?;
    }
    ada.goto(&format!("{address}/@Bo")).await?;
    ada.see("[data-player='Bo'] [data-panel='met']").await?;
    ada.act("follow").await?;
    ada.see("[data-act='follow'][aria-pressed='true']").await?;
    ensure!(ada.fits().await?, "the page is wider than the window");
    ada.shoot("player-followed").await?;
    ada.goto(address).await?;
    ada.see("[data-panel='followed'] [data-followed='Bo'][data-online='true']").await?;
    ada.shoot("lobby-followed").await?;
    // The other one blocks: the challenge is refused in words, and the follower sees no presence.
    bo.goto(&format!("{address}/@Ada")).await?;
    bo.act("block").await?;
    bo.see("[data-blocked]").await?;
    bo.shoot("player-blocked").await?;
    ada.goto(&format!("{address}/@Bo")).await?;
    ada.act("challenge").await?;
    ada.act("send-challenge").await?;
    ada.until("/blocked/.test(document.querySelector('[data-trouble]')?.textContent)").await?;
    bo.goto(&format!("{address}/account")).await?;
    bo.see("[data-panel='blocked'] [data-blocked='Ada']").await?;
    // No page of one's own has these buttons.
    bo.goto(&format!("{address}/@Bo")).await?;
    bo.see("[data-player='Bo'] [data-panel='latest']").await?;
    ensure!(!bo.has("[data-act='follow'], [data-act='block']").await?);
    Ok(())
}
