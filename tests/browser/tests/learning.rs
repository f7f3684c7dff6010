//! The lessons, and the tour before a first game.

use anyhow::{Result, ensure};
use browser::{Page, Size, with_page};
use serde_json::json;

/// Settings of a new player: `chuhe.tours` is not set.
const NEWCOMER: &str = "/* chuhe.tours: none yet */";

async fn learn(page: &Page, address: &str, place: &str) -> Result<()> {
    page.goto(&format!("{address}/learn/{place}")).await?;
    page.see("main[data-screen='lesson'][data-ready='true'] [data-board]").await
}

async fn tap(page: &Page, from: &str, to: &str) -> Result<()> {
    page.press(&format!("[data-square='{from}']")).await?;
    page.press(&format!("[data-square='{to}']")).await
}

#[tokio::test]
async fn the_referee_explains_and_the_right_move_goes_on() -> Result<()> {
    for size in [Size::Phone, Size::Desk, Size::Lying] {
        with_page(size, "", async |page, address| {
            page.goto(&format!("{address}/rules/xiangqi")).await?;
            page.act("learn").await?;
            page.see("main[data-screen='lesson'][data-ready='true'] [data-board]").await?;
            ensure!(page.fits().await?, "the lesson sticks out to the side");
            page.shoot("lesson-first").await?;
            // The horse's leg: the blocking piece is marked, and the illegal move is explained.
            learn(page, address, "xiangqi/2/5").await?;
            page.see("[data-mark='chosen']").await?;
            page.see("[data-dest='c6']").await?;
            page.press("[data-square='d7']").await?;
            page.see("[data-said='refused'][data-code='blocked-leg']").await?;
            page.shoot("lesson-refused").await?;
            tap(page, "e5", "c6").await?;
            page.see("[data-said='done']").await?;
            page.see("[data-piece='N'][data-at='c6']").await?;
            page.shoot("lesson-done").await?;
            page.act("lesson-again").await?;
            page.see("[data-piece='N'][data-at='e5']").await?;
            page.act("lesson-next").await?;
            page.see("main[data-chapter='1'][data-step='5']").await?;
            // The address contains the step.
            page.reload().await?;
            page.see("main[data-chapter='1'][data-step='5'][data-ready='true']").await?;
            page.act("lesson-back").await?;
            page.see("main[data-chapter='1'][data-step='4']").await?;
            page.choose("[data-input='chapter']", "3").await?;
            page.see("main[data-chapter='3'][data-step='0']").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn every_lesson_of_every_game_opens() -> Result<()> {
    for (game, language) in
        [("xiangqi", "en"), ("undercover", "zh-Hans"), ("sifang", "zh-Hant"), ("banqi", "en")]
    {
        let early = format!(
            "localStorage.setItem('chuhe.settings', JSON.stringify({{ language: '{language}' }}));"
        );
        with_page(Size::Phone, &early, async |page, address| {
            learn(page, address, game).await?;
            let mut shown = 1;
            while page.has("[data-act='lesson-next']").await? {
                page.act("lesson-next").await?;
                shown += 1;
                let at = format!(
                    "document.querySelector('[data-progress]').innerText.includes({shown})"
                );
                page.until(&at).await?;
                ensure!(page.fits().await?, "{game} {shown} sticks out to the side");
                let text = page.text("[data-lesson-text]").await?;
                ensure!(text.len() > 10, "{game} {shown}: {text}");
            }
            page.shoot(&format!("lesson-{game}-last")).await?;
            ensure!(shown > 8, "{game} has {shown} steps only");
            page.see("[data-act='new-game']").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn the_mole_is_turned_in_a_lesson() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        learn(page, address, "undercover/3/2").await?;
        page.see("[data-mole='e5']").await?;
        page.act("turn").await?;
        page.act("confirm").await?;
        page.see("[data-said='done']").await?;
        page.see("[data-piece='P'][data-at='e5']").await?;
        page.shoot("lesson-mole").await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_tour_is_shown_once() -> Result<()> {
    for (size, game, ideas) in [(Size::Phone, "sifang", 4), (Size::Desk, "undercover", 3)] {
        with_page(size, NEWCOMER, async |page, address| {
            let open = async || {
                page.goto(&format!("{address}/new/{game}")).await?;
                page.press("[data-opponent='computer']").await?;
                page.act("start").await?;
                page.see("main[data-screen='table'] [data-board]").await
            };
            open().await?;
            for idea in 0..ideas {
                page.see(&format!("[data-dialog='tour'] [data-idea='{idea}'] svg")).await?;
                page.shoot(&format!("tour-{game}-{idea}")).await?;
                page.act("tour-next").await?;
            }
            page.until("!document.querySelector('[data-dialog=\"tour\"]')").await?;
            // The tour is not shown again on this device.
            page.reload().await?;
            page.see("main[data-screen='table'] [data-board]").await?;
            open().await?;
            page.press("[data-act='rules']").await?;
            page.see("[data-dialog='rules']").await?;
            ensure!(!page.has("[data-dialog='tour']").await?);
            Ok(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn the_tour_can_be_skipped_and_waits_where_a_clock_runs() -> Result<()> {
    with_page(Size::Phone, NEWCOMER, async |page, address| {
        page.goto(&format!("{address}/new/sifang")).await?;
        page.choose("[data-input='clock']", "10+5").await?;
        page.act("start").await?;
        page.see("main[data-screen='table'] [data-board]").await?;
        page.press("[data-act='rules']").await?;
        page.see("[data-dialog='rules']").await?;
        ensure!(!page.has("[data-dialog='tour']").await?, "a clock runs behind the tour");
        page.goto(&format!("{address}/new/sifang")).await?;
        page.act("start").await?;
        page.see("[data-dialog='tour']").await?;
        page.act("tour-skip").await?;
        page.until("!document.querySelector('[data-dialog=\"tour\"]')").await?;
        let seen = page.ask("return localStorage.getItem('chuhe.tours')", vec![]).await?;
        ensure!(seen == json!("sifang"), "{seen}");
        Ok(())
    })
    .await
}
