//! One evening of two players and a spectator: lobby, game, chat, result, profile.

use anyhow::{Context, Result, ensure};
use browser::{Chromium, ENGLISH, Page, Program, Size, register};

/// Moves that make the game long enough to be rated.
const MOVES: [(&str, &str); 10] = [
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
];

async fn say(page: &Page, text: &str) -> Result<()> {
    page.write("[data-input='chat']", &format!("{text}\n")).await
}

#[tokio::test]
async fn from_the_lobby_to_the_profile() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let program = Program::start(folder.path(), 0).await?;
    let chromium = Chromium::start().await?;
    let ada = chromium.open(Size::Desk, ENGLISH).await?;
    let bo = chromium.open(Size::Desk, ENGLISH).await?;
    let watcher = chromium.open(Size::Phone, ENGLISH).await?;
    let result = evening(&ada, &bo, &watcher, program.address()).await;
    for page in [ada, bo, watcher] {
        page.close().await?;
    }
    chromium.stop().await?;
    program.kill().await?;
    result
}

async fn evening(ada: &Page, bo: &Page, watcher: &Page, address: &str) -> Result<()> {
    // Two taps on the same tile of the start page.
    for (page, name) in [(ada, "Ada"), (bo, "Bo")] {
        page.goto(address).await?;
        register(page, name).await?;
    }
    ada.press("[data-quick='5+3']").await?;
    ada.see("[data-panel='seeking']").await?;
    bo.until("/1/.test(document.querySelector('[data-quick=\"5+3\"] small').textContent)").await?;
    bo.press("[data-quick='5+3']").await?;
    for page in [ada, bo] {
        page.see("main[data-screen='table'][data-turn='0'] [data-board]").await?;
        page.see("[data-rated]").await?;
    }
    let is_red = ada.has("[data-seat='0'][data-own='true']").await?;
    let (red, black) = if is_red { (ada, bo) } else { (bo, ada) };

    // The spectator finds the game, and reads no line of the players.
    watcher.goto(&format!("{address}/watch")).await?;
    watcher.act("watch-best").await?;
    watcher.see("main[data-screen='table'] [data-board]").await?;
    say(red, "good luck").await?;
    black.see("[data-chat-line='0']").await?;
    for (ply, (from, to)) in MOVES.into_iter().enumerate() {
        let mover = if ply % 2 == 0 { red } else { black };
        mover.play(from, Some(to)).await?;
        for page in [ada, bo, watcher] {
            page.until_plies(ply + 1).await?;
        }
    }
    ensure!(!watcher.has("[data-chat-line='0']").await?, "a spectator reads the players");

    black.act("resign").await?;
    black.act("confirm").await?;
    for page in [ada, bo, watcher] {
        page.see("[data-ending='resignation']").await?;
    }
    // After the game all read each other.
    say(black, "well played").await?;
    watcher.act("chat").await?;
    watcher.see("[data-dialog='chat'] [data-chat-line='1']").await?;
    watcher.act("close").await?;

    // The loser's profile has the game, the result against the winner, and the new rating.
    let winner = if is_red { "Ada" } else { "Bo" };
    let loser = if is_red { "Bo" } else { "Ada" };
    red.goto(&format!("{address}/@{loser}")).await?;
    red.see("main[data-screen='player']").await?;
    red.until(&format!(
        "[...document.querySelectorAll('main a')].some(it => it.textContent.includes('{winner}'))"
    ))
    .await
    .context("the game is not in the list")?;
    ensure!(red.fits().await?, "the profile is wider than the window");
    red.shoot("evening-profile").await?;
    Ok(())
}
