//! Endings of races, records, the action bar and notices; regression tests.

use anyhow::{Context, Result, ensure};
use browser::{Size, invite, open, resigned_race, start, with_page, with_two};
use serde_json::json;

#[tokio::test]
async fn places_stand_one_below_the_other() -> Result<()> {
    for size in [Size::Phone, Size::Wide] {
        with_page(size, "", async |page, address| {
            resigned_race(page, address).await?;
            // A long name fits beside place and points.
            let apart = "const rows = [...document.querySelectorAll('[data-ending] [data-standing]')];
                rows[0].querySelector('.name').textContent = 'Green · Computer · Casual';
                const rect = e => e.getBoundingClientRect();
                const below = rows.every((row, at) => at === 0 || rect(row).top >= rect(rows[at - 1]).bottom - 1);
                const parts = rows.every(row => {
                    const [name, place, points] = ['.name', '.label', '.figure'].map(s => rect(row.querySelector(s)));
                    return place.right <= name.left && name.right <= points.left + 1;
                });
                return [rows.length, below, parts, rect(rows[0]).height < 60]";
            let found = page.ask(apart, vec![]).await?;
            page.shoot("places").await?;
            ensure!(found == json!([4, true, true, true]), "{found}");
            Ok(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_table_that_is_not_there_leads_on() -> Result<()> {
    for size in [Size::Phone, Size::Lying, Size::Desk] {
        with_page(size, "", async |page, address| {
            page.goto(&format!("{address}/t/aaaaaaaaaaaa")).await?;
            page.see("[data-missing] [data-act='to-start']").await?;
            let middle =
                "const r = document.querySelector('[data-missing] p').getBoundingClientRect();
                return r.height > 10 && r.top > innerHeight * 0.08 && r.bottom < innerHeight * 0.8";
            ensure!(
                page.ask(middle, vec![]).await? == json!(true),
                "it does not stand in the middle"
            );
            page.shoot("missing-table").await?;
            page.act("to-start").await?;
            page.see("main[data-screen='start']").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn what_opens_a_file_does_not_show_the_last_one() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        page.play("h2", Some("e2")).await?;
        page.act("replay").await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        page.goto(&format!("{address}/")).await?;
        page.go_to("tools", "open").await?;
        page.see("main[data-screen='record'] [data-act='open']").await?;
        page.see("[data-start-board='xiangqi']").await?;
        page.shoot("open-a-file").await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_rematch_is_offered_and_accepted_on_the_sheet() -> Result<()> {
    with_two([Size::Phone, Size::Desk], async |host, guest, program| {
        invite(host, &guest, program.address()).await?;
        host.play("h2", Some("e2")).await?;
        guest.until_plies(1).await?;
        host.act("resign").await?;
        host.act("confirm").await?;
        guest.see("[data-ending] [data-act='rematch']").await?;
        host.press("[data-ending] [data-act='rematch']").await?;
        host.see("[data-ending] [data-act='rematch']:disabled").await?;
        guest.see("[data-offer]").await?;
        let words = guest.text("[data-ending] [data-act='rematch']").await?;
        ensure!(words == "Accept rematch", "{words}");
        guest.press("[data-ending] [data-act='rematch']").await?;
        host.until("document.querySelector('main').dataset.over === 'false'").await?;
        guest.until("document.querySelector('main').dataset.over === 'false'").await?;
        guest.close().await
    })
    .await
}

#[tokio::test]
async fn a_computer_in_a_record_is_named_by_its_level() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        page.goto(&format!("{address}/new/xiangqi")).await?;
        page.press("[data-opponent='computer']").await?;
        start(page, "xiangqi").await?;
        page.play("h2", Some("e2")).await?;
        page.until_plies(2).await?;
        page.act("replay").await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        page.reload().await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        let shown = page.text("main").await?;
        ensure!(shown.contains("Computer\u{a0}· ") && !shown.contains("level-"), "{shown}");
        Ok(())
    })
    .await
}

/// Content and position of the action bar and the status above it.
const BAR: &str = "const seen = [...document.querySelectorAll('.actions > .act')].filter(e => e.checkVisibility());
    const places = seen.map(e => e.getBoundingClientRect());
    const slot = document.querySelector('.slot').getBoundingClientRect();
    const list = document.querySelector('.moves ol')?.getBoundingClientRect();
    return {
        acts: seen.map((e, at) => [e.dataset.act, Math.round(places[at].left), Math.round(places[at].top)]),
        rows: new Set(places.map(place => Math.round(place.top))).size,
        reads: slot.top >= 0 && slot.bottom <= Math.min(...places.map(place => place.top)) + 1,
        touches: Math.min(...places.map(place => Math.min(place.width, place.height))),
        list: list && Math.min(list.bottom, places[0].top) - list.top,
    }";

/// The last move lies within the list of moves.
const LAST_MOVE: &str = "(() => {
    const list = document.querySelector('.moves > ol').getBoundingClientRect();
    const last = [...document.querySelectorAll('.moves > ol [data-ply]')].at(-1).getBoundingClientRect();
    return last.left >= list.left && last.right <= list.right && last.top >= list.top && last.bottom <= list.bottom;
})()";

#[tokio::test]
async fn the_bar_is_one_row_and_stays_as_it_is() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        for (game, from, to) in [("xiangqi", "h2", Some("e2")), ("banqi", "b2", None)] {
            page.goto(&format!("{address}/new/{game}")).await?;
            page.press("[data-opponent='computer']").await?;
            page.act("start").await?;
            page.see(&format!("main[data-screen='table'][data-game='{game}'] [data-board]"))
                .await?;
            page.see("[data-act='resign']").await?;
            let before = page.ask(BAR, vec![]).await?;
            ensure!(before["rows"] == 1 && before["reads"] == true, "{game}: {before}");
            ensure!(before["touches"].as_f64() >= Some(44.0), "{game}: {before}");
            page.play(from, to).await?;
            let after = page.ask(BAR, vec![]).await?;
            ensure!(before["acts"] == after["acts"], "{game}: {before} became {after}");
            // The moves are one line, and the last one is visible in it.
            ensure!(after["list"].as_f64() >= Some(36.0), "{game}: {after}");
            page.until(LAST_MOVE).await?;
            page.shoot(&format!("bar-{game}")).await?;
            page.press(".actions > [data-act='more']").await?;
            page.see(".actions.all > [data-act='save']").await?;
            page.shoot(&format!("bar-more-{game}")).await?;
        }
        Ok(())
    })
    .await
}

/// On a phone the moves are one line that follows the game and the buttons at its ends.
#[tokio::test]
async fn the_line_of_moves_follows_the_game() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        for file in ["a", "c", "e", "g", "i"] {
            page.play(&format!("{file}3"), Some(&format!("{file}4"))).await?;
            page.play(&format!("{file}6"), Some(&format!("{file}5"))).await?;
            page.until(LAST_MOVE).await?;
        }
        page.shoot("line-of-moves").await?;
        page.act("first").await?;
        page.until("document.querySelector('.moves > ol').scrollLeft === 0").await?;
        page.act("last").await?;
        page.until(LAST_MOVE).await
    })
    .await
}

#[tokio::test]
async fn a_toast_covers_no_plate() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        page.press("[data-square='a0']").await?;
        page.press("[data-square='e5']").await?;
        page.see("[data-notice]").await?;
        let apart = "const of = s => document.querySelector(s).getBoundingClientRect();
            const toast = of('[data-notice]');
            return ['.strip.top', '.strip.bottom', 'svg.board', '.actions'].map(of).every(it =>
                toast.bottom <= it.top + 1 || toast.top >= it.bottom - 1)";
        page.shoot("toast").await?;
        ensure!(page.ask(apart, vec![]).await? == json!(true), "it lies over something");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_eliminated_player_is_notified() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        page.goto(&format!("{address}/new/sifang")).await?;
        page.press("[data-opponent='computer']").await?;
        page.press("[data-field='mode'] [data-value='solo']").await?;
        start(page, "sifang").await?;
        page.act("resign").await?;
        page.act("confirm").await?;
        page.until(
            "document.querySelector('[data-status]')?.textContent.includes('others play on')",
        )
        .await
    })
    .await
}

#[tokio::test]
async fn a_piece_that_is_carried_has_a_ring_where_it_will_stand() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        let from = page.middle("[data-square='h2']").await?;
        page.mouse("mouseMoved", from).await?;
        page.mouse("mousePressed", from).await?;
        page.mouse("mouseMoved", page.middle("[data-square='f2']").await?).await?;
        page.mouse("mouseMoved", page.middle("[data-square='e2']").await?).await?;
        page.see("[data-mark='target']").await?;
        page.shoot("carried").await?;
        page.mouse("mouseMoved", page.middle("[data-square='e8']").await?).await?;
        page.until("!document.querySelector('[data-mark=\"target\"]')").await
    })
    .await
}

#[tokio::test]
async fn a_tour_is_written_as_its_reader_reads() -> Result<()> {
    let early = "localStorage['chuhe.settings'] ??= '{\"language\":\"zh-Hant\"}'; localStorage['chuhe.tours'] = ''";
    with_page(Size::Phone, early, async |page, address| {
        page.goto(&format!("{address}/new/undercover")).await?;
        page.press("[data-opponent='computer']").await?;
        page.act("start").await?;
        page.see("[data-dialog='tour'] .tour-picture svg").await?;
        page.shoot("tour-hant").await?;
        let drawn =
            page.ask("return document.querySelector('.tour-picture').innerHTML", vec![]).await?;
        let drawn = drawn.as_str().context("a picture")?;
        let has = |c: char| drawn.contains(&format!("#c-{c}\""));
        ensure!(has('帥') && !has('帅'), "other characters than the board's");
        // The reader's piece set applies as well.
        page.ask(
            "localStorage['chuhe.settings'] = '{\"language\":\"en\",\"pieces\":\"pictures\"}'",
            vec![],
        )
        .await?;
        page.goto(&format!("{address}/new/undercover")).await?;
        page.press("[data-opponent='computer']").await?;
        page.act("start").await?;
        page.see("[data-dialog='tour'] .tour-picture [href='#p-general']").await?;
        page.until("!document.querySelector('.tour-picture [href^=\"#c-\"]')").await
    })
    .await
}
