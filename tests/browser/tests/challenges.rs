//! Challenges to a player: one that is declined, and a game with days for each move.

use anyhow::{Context, Result, ensure};
use browser::{Chromium, ENGLISH, Page, Size, TestServer, invite, register};

const HOUR_MS: u64 = 3_600_000;

/// Challenges a player with this clock, and returns the address of the table.
async fn challenge(page: &Page, address: &str, name: &str, clock: &str) -> Result<String> {
    page.goto(&format!("{address}/@{name}")).await?;
    page.act("challenge").await?;
    page.choose("[data-dialog='challenge'] [data-input='clock']", clock).await?;
    page.press("[data-dialog='challenge'] [data-field='first'] [data-value='first']").await?;
    page.act("send-challenge").await?;
    page.see("main[data-screen='table'] [data-panel='challenged']").await?;
    ensure!(
        page.text("[data-panel='challenged']").await?.contains(&format!("You challenged {name}"))
    );
    ensure!(!page.has("[data-invite-link]").await?, "a challenge shows a link");
    let at = page.ask("return location.href", vec![]).await?;
    Ok(at.as_str().context("an address")?.to_owned())
}

/// Runs a test with the pages of Ada, Bo and a visitor.
async fn with_three(
    test: impl AsyncFn(&TestServer, &Page, &Page, &Page) -> Result<()>,
) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = TestServer::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let ada = chromium.open(Size::Desk, ENGLISH).await?;
    let bo = chromium.open(Size::Phone, ENGLISH).await?;
    let visitor = chromium.open(Size::Desk, ENGLISH).await?;
    for (page, name) in [(&ada, "Ada"), (&bo, "Bo")] {
        page.goto(server.address()).await?;
        register(page, name).await?;
    }
    let result = test(&server, &ada, &bo, &visitor).await;
    for page in [ada, bo, visitor] {
        page.close().await?;
    }
    chromium.stop().await?;
    result
}

#[tokio::test]
async fn a_challenge_is_declined() -> Result<()> {
    with_three(async |server, ada, bo, visitor| {
        let table = challenge(ada, server.address(), "Bo", "10+5").await?;
        ada.shoot("challenge-waits").await?;
        // No other visitor can take the seat.
        visitor.goto(&table).await?;
        visitor.see("[data-panel='invited'] [data-act='watch']").await?;
        visitor.see("[data-panel='invited'] [data-reserved='1']").await?;
        ensure!(!visitor.has("[data-act='join']").await?, "a visitor can take Bo's seat");
        visitor.shoot("challenge-seen").await?;
        bo.see("[data-dialog='challenge-received']").await?;
        ensure!(bo.text("[data-dialog='challenge-received']").await?.contains("Ada"));
        // Ada plays Red, and Bo knows it before the game.
        let terms = bo.text("[data-terms]").await?;
        ensure!(terms.contains("Rated") && terms.contains("You: Black"), "{terms}");
        bo.shoot("challenge-received").await?;
        // A sheet that was put aside is opened again from the site's bar.
        bo.press("[data-dialog='challenge-received'] [data-act='close']").await?;
        bo.press("[data-act='open-challenges']").await?;
        bo.see("[data-dialog='challenge-received']").await?;
        bo.press("[data-decline='later']").await?;
        bo.until("!document.querySelector('[data-dialog]')").await?;
        ada.see("[data-notice]").await?;
        ensure!(ada.text("[data-notice]").await?.contains("declined"), "the reason is missing");
        ada.shoot("challenge-declined").await?;
        // The sheet does not come back.
        bo.reload().await?;
        bo.see("main[data-screen='start']").await?;
        ensure!(!bo.has("[data-dialog]").await?, "the declined challenge is shown again");
        Ok(())
    })
    .await
}

/// After a casual game, an opponent with an account can be challenged, and a guest cannot.
#[tokio::test]
async fn a_casual_game_leads_to_a_challenge() -> Result<()> {
    const OFFERED: &str = "[data-ending] [data-act='challenge']";
    with_three(async |server, ada, bo, visitor| {
        let end = async |opponent: &Page| -> Result<()> {
            invite(ada, opponent, server.address()).await?;
            ada.play("h2", Some("e2")).await?;
            opponent.until_plies(1).await?;
            opponent.play("h9", Some("g7")).await?;
            ada.until_plies(2).await?;
            ada.act("resign").await?;
            ada.act("confirm").await?;
            ada.see("[data-ending] [data-act='rematch']").await?;
            opponent.see("[data-ending] [data-act='rematch']").await
        };
        end(visitor).await?;
        // Ada has an account, and Guest has none.
        visitor.see(OFFERED).await?;
        ensure!(!ada.has(OFFERED).await?, "a guest can be challenged");
        end(bo).await?;
        ada.see(OFFERED).await?;
        bo.see(OFFERED).await?;
        ada.shoot("challenge-after-casual").await?;
        ada.press(OFFERED).await?;
        ada.see("[data-dialog='challenge'] [data-act='send-challenge']").await?;
        ensure!(ada.text("[data-dialog='challenge'] h2").await?.contains("Bo"));
        Ok(())
    })
    .await
}

/// Plays a move that the player has to confirm.
async fn play_confirmed(page: &Page, from: &str, to: &str) -> Result<()> {
    page.press(&format!("[data-square='{from}']")).await?;
    page.see(&format!("[data-dest='{to}']")).await?;
    page.press(&format!("[data-square='{to}']")).await?;
    page.see(&format!("[data-unconfirmed='{from}{to}']")).await?;
    page.act("confirm-move").await
}

/// Both players come once a day, and never at the same time. When one stays away, the flag falls.
#[tokio::test]
async fn days_pass_between_the_moves() -> Result<()> {
    with_three(async |server, ada, bo, visitor| {
        let address = server.address();
        let table = challenge(ada, address, "Bo", "1d-move").await?;
        ada.goto(address).await?;
        ada.see("[data-my-game]").await?;
        let sent = ada.text("[data-my-game]").await?;
        ensure!(sent.contains("Bo") && sent.contains("Challenge sent"), "{sent}");
        bo.see("[data-dialog='challenge-received']").await?;
        ensure!(bo.text("[data-dialog='challenge-received']").await?.contains("1 day per move"));
        bo.act("accept-challenge").await?;
        bo.see("main[data-screen='table'] [data-board]").await?;
        bo.goto(address).await?;

        // Ada finds the game on her start page, with the time that is left.
        server.pass(20 * HOUR_MS);
        ada.reload().await?;
        ada.see("[data-my-game][data-mine='true'] [data-clock='mine']").await?;
        let left = ada.text("[data-my-game] [data-clock='mine']").await?;
        ensure!(left.starts_with("3:59") || left.starts_with("4:00"), "{left}");
        ada.shoot("correspondence-list").await?;
        ada.act("continue").await?;
        ada.see("[data-square='h2']").await?;
        play_confirmed(ada, "h2", "e2").await?;
        ada.until_plies(1).await?;
        ada.goto(address).await?;

        // The spectator sees a whole day for Black, and both clocks.
        visitor.goto(&table).await?;
        visitor.see("[data-square='e2']").await?;
        let left = visitor.text("[data-clock='1']").await?;
        ensure!(left.contains("23:59") || left.contains("1 d"), "{left}");
        visitor.shoot("correspondence-watched").await?;

        server.pass(23 * HOUR_MS);
        bo.reload().await?;
        bo.act("continue").await?;
        bo.see("[data-square='e2']").await?;
        bo.shoot("correspondence").await?;
        play_confirmed(bo, "h9", "g7").await?;
        bo.until_plies(2).await?;

        // Ada stays away.
        server.pass(25 * HOUR_MS);
        bo.reload().await?;
        bo.see("[data-ending]").await?;
        bo.shoot("correspondence-ended").await?;
        visitor.reload().await?;
        visitor.see("[data-ending]").await?;
        ada.goto(&table).await?;
        ada.see("[data-ending]").await?;
        ensure!(ada.text("[data-ending]").await?.to_lowercase().contains("time"));
        // The profile has the result.
        visitor.goto(&format!("{address}/@Bo")).await?;
        visitor.see("[data-player='Bo'] [data-panel='latest']").await?;
        Ok(())
    })
    .await
}
