//! Regression tests for overlapping and cut-off content.

use anyhow::{Result, ensure};
use browser::{Page, Size, choose_random_mole, uncover_mole, with_page};
use serde_json::{Value, json};

/// Opens a position for two players on one device.
async fn open(page: &Page, address: &str, place: &str) -> Result<()> {
    page.goto(&format!("{address}/editor/{place}")).await?;
    page.act("play-here").await?;
    page.press("[data-dialog='play-here'] [data-opponent='device']").await?;
    page.press("[data-dialog='play-here'] [data-act='start']").await?;
    page.see("main[data-screen='table'] [data-board]").await
}

/// The script must return an empty list.
async fn none(page: &Page, script: &str, what: &str) -> Result<()> {
    let found = page.ask(script, vec![]).await?;
    ensure!(found == json!([]), "{what}: {found}");
    Ok(())
}

#[tokio::test]
async fn captured_pieces_are_whole() -> Result<()> {
    // Only shapes with a place on the plate count; a shadow may be cut off.
    const CUT: &str = "return [...document.querySelectorAll('.taken')].flatMap(plate => {
        const room = plate.getBoundingClientRect();
        return [...plate.querySelectorAll('.small-piece .bevel')].map(it => it.getBoundingClientRect())
            .filter(r => r.bottom > room.bottom + 0.5 || r.top < room.top - 0.5 || r.right > room.right + 0.5)
            .map(r => [r.top, r.bottom, room.top, room.bottom].map(Math.round));
    })";
    // The red general captures nine pieces in a row; the black one moves to and fro.
    let row = "banqi?position=7k%2F8%2F6cc%2FKrrnnbba%20r%200%2F0%200%2040%20-";
    let way = ["a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "h2", "g2"];
    for size in Size::ALL {
        with_page(size, "", async |page, address| {
            open(page, address, row).await?;
            for (at, step) in way.windows(2).enumerate() {
                page.play(step[0], Some(step[1])).await?;
                let (from, to) = if at % 2 == 0 { ("h4", "g4") } else { ("g4", "h4") };
                page.play(from, Some(to)).await?;
            }
            page.until("document.querySelectorAll('.taken .small-piece').length === 9").await?;
            page.shoot("banqi-captured").await?;
            none(page, CUT, "captured pieces that are cut").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn actions_beside_four_armies_stand_in_one_row() -> Result<()> {
    const ROWS: &str = "return [...new Set([...document.querySelectorAll('.actions .act')].filter(e => e.checkVisibility()).map(e => Math.round(e.getBoundingClientRect().top)))].slice(1)";
    const WIDE: &str = "return [...document.querySelectorAll('.actions .act span, .bar h1, .bar .mode')]
        .filter(e => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline' ||
            e.getBoundingClientRect().width > e.parentElement.getBoundingClientRect().width).map(e => e.textContent)";
    for size in [Size::Desk, Size::Wide] {
        for language in ["zh-Hans", "en"] {
            let settings = json!({ "language": language }).to_string();
            let early =
                format!("localStorage.setItem('chuhe.settings', {});", Value::String(settings));
            with_page(size, &early, async |page, address| {
                page.goto(&format!("{address}/new/sifang")).await?;
                page.press("[data-opponent='device']").await?;
                page.act("start").await?;
                page.play("7d", Some("7e")).await?;
                page.see("[data-act='replay']").await?;
                page.shoot(&format!("sifang-actions-{language}")).await?;
                none(page, ROWS, "further rows of actions").await?;
                none(page, WIDE, "words wider than their place").await?;
                ensure!(page.fits().await?, "something sticks out");
                let high =
                    "const board = document.querySelector('[data-board]').getBoundingClientRect();
                    return board.height >= 0.85 * innerHeight";
                ensure!(page.ask(high, vec![]).await? == json!(true), "the board has become small");
                Ok(())
            })
            .await?;
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_replay_on_a_phone_shows_its_result_and_its_steps() -> Result<()> {
    // The element at each of these positions is the expected one, inside the window.
    const HIDDEN: &str =
        "return ['.slot .result', '[data-act=\"first\"]', '[data-act=\"previous\"]', '[data-act=\"next\"]', '[data-act=\"last\"]'].filter(selector => {
        const r = document.querySelector(selector)?.getBoundingClientRect();
        if (!r || r.width === 0) return true;
        return [[r.left + 3, r.top + 3], [r.right - 3, r.bottom - 3]].some(([x, y]) => {
            const at = document.elementFromPoint(x, y);
            return y > innerHeight || at?.closest('.actions') || !at?.closest('.slot, .side');
        });
    })";
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/new/xiangqi")).await?;
        page.press("[data-opponent='device']").await?;
        page.act("start").await?;
        page.play("h2", Some("e2")).await?;
        page.act("resign").await?;
        page.act("confirm").await?;
        page.press("[data-ending] [data-act='replay']").await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        page.see("[data-ending] [data-act='share-picture']").await?;
        page.shoot("replay-result").await?;
        none(page, HIDDEN, "not to be seen").await?;
        let words = page.text(".slot .result").await?;
        ensure!(words.contains("resign"), "{words}");
        Ok(())
    })
    .await
}

/// A move can be typed on a phone without scrolling, and the panel beside an analysed game has one
/// scroll bar at most.
#[tokio::test]
async fn the_controls_of_a_board_are_all_visible() -> Result<()> {
    const COVERED: &str = "const field = document.querySelector('[data-input=\"move\"]').getBoundingClientRect();
        const acts = document.querySelector('.actions').getBoundingClientRect();
        return field.bottom <= acts.top && document.documentElement.scrollHeight <= innerHeight + 1 ? [] : [field.bottom, acts.top]";
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/now")).await?;
        page.see("main[data-screen='table'] [data-input='move']").await?;
        none(page, COVERED, "the field is covered").await
    })
    .await?;
    const SCROLLED: &str = "return [...document.querySelectorAll('.side, .side *')]
        .filter(it => /auto|scroll/.test(getComputedStyle(it).overflowY) && it.scrollHeight > it.clientHeight + 1)
        .map(it => it.className || it.tagName).slice(1)";
    with_page(Size::Desk, "", async |page, address| {
        let moves = "h2e2.h9g7.h0g2.i9h9.i0h0.b9c7.h0h4.g6g5.c3c4.a9b9.b0c2.c9e7";
        page.goto(&format!("{address}/analysis?moves={moves}")).await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        page.act("engine").await?;
        page.see(".engine .lines li").await?;
        page.shoot("analysis-low").await?;
        none(page, SCROLLED, "several scroll bars").await?;
        // Also together with the review.
        page.act("review").await?;
        page.see("[data-review='true'] .accuracies").await?;
        page.see(".engine .lines li").await?;
        page.shoot("analysis-low-reviewed").await?;
        none(page, SCROLLED, "several scroll bars with the review").await
    })
    .await?;
    // On a wide screen the moves have their own column.
    const COLUMNS: &str = "const [board, moves, engine] = ['svg.board', '.moves', '.engine']
            .map(it => document.querySelector(it).getBoundingClientRect());
        return board.right <= moves.left && moves.right <= engine.left ? [] : [board.right, moves.left, moves.right, engine.left]";
    with_page(Size::Wide, "", async |page, address| {
        page.goto(&format!("{address}/analysis?moves=h2e2.h9g7.h0g2")).await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        none(page, COLUMNS, "no three columns").await
    })
    .await
}

#[tokio::test]
async fn what_is_said_of_the_past_is_whole() -> Result<()> {
    const CUT: &str = "const room = document.querySelector('.slot').getBoundingClientRect();
        return [...document.querySelectorAll('.slot .news > *')].filter(it => it.checkVisibility())
            .map(it => it.getBoundingClientRect()).filter(r => r.top < room.top - 0.5 || r.bottom > room.bottom + 0.5)
            .map(r => [r.top, r.bottom, room.top, room.bottom].map(Math.round))";
    for size in Size::ALL {
        with_page(size, "", async |page, address| {
            page.goto(&format!("{address}/new/xiangqi")).await?;
            page.press("[data-opponent='device']").await?;
            page.act("start").await?;
            page.play("h2", Some("e2")).await?;
            page.play("h9", Some("g7")).await?;
            page.act("previous").await?;
            page.see(".slot .past").await?;
            none(page, CUT, &format!("cut, {size:?}")).await
        })
        .await?;
    }
    Ok(())
}

/// On a phone, the start button of a long form is always visible.
#[tokio::test]
async fn a_new_game_is_one_tap_away() -> Result<()> {
    const HIDDEN: &str = "const r = document.querySelector('[data-act=\"start\"]').getBoundingClientRect();
        const at = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
        return r.bottom <= innerHeight && at?.closest('[data-act=\"start\"]') ? [] : [r.top, r.bottom].map(Math.round)";
    with_page(Size::Phone, "", async |page, address| {
        for game in ["xiangqi", "undercover", "sifang", "banqi"] {
            page.goto(&format!("{address}/new/{game}")).await?;
            page.see(&format!("main[data-screen='new'][data-game='{game}'] [data-act='start']"))
                .await?;
            none(page, HIDDEN, game).await?;
        }
        Ok(())
    })
    .await
}

/// Every control is large enough for its input. Moves in the list are exempt, because the
/// navigation reaches them as well; so are fields with a label.
#[tokio::test]
async fn whatever_is_pressed_is_large_enough() -> Result<()> {
    const SMALL: &str = "const least = arguments[0];
        return [...document.querySelectorAll('button:not(.ply), a.button, select, summary')]
            .filter(it => it.checkVisibility({ visibilityProperty: true }))
            .map(it => [it, it.getBoundingClientRect()])
            .filter(([, r]) => r.width > 0 && (Math.round(r.height) < least || Math.round(r.width) < 32))
            .map(([it, r]) => [it.dataset.act ?? it.dataset.notation ?? it.dataset.speed ?? it.outerHTML.slice(0, 90), Math.round(r.width), Math.round(r.height)])";
    for size in [Size::Phone, Size::Lying, Size::Tablet, Size::Desk] {
        with_page(size, "", async |page, address| {
            let least = if size.is_touched() { 44 } else { 36 };
            let look = async |what: &str| {
                page.shoot(&format!("targets-{what}")).await?;
                let small = page.ask(SMALL, vec![json!(least)]).await?;
                ensure!(small == json!([]), "{size:?}, {what}: {small}");
                ensure!(page.fits().await?, "{size:?}, {what}: something sticks out");
                anyhow::Ok(())
            };
            page.goto(&format!("{address}/")).await?;
            look("start").await?;
            page.act("settings").await?;
            page.see("[data-dialog='settings'] [data-choose-theme='ink']").await?;
            look("settings").await?;
            for (place, seen) in [
                ("rules/sifang", "main[data-screen='rules']"),
                ("learn/sifang", "main[data-screen='lesson'][data-ready='true'] [data-board]"),
                ("editor/xiangqi", "main[data-screen='editor'] [data-palette]"),
                ("record", "main[data-screen='record'] [data-act='open']"),
                ("ranking", "main[data-screen='ranking'] [data-empty]"),
                ("archive", "main[data-screen='archive'] [data-empty]"),
                ("account", "main[data-screen='account'] form"),
                ("boards", "main[data-screen='hall']"),
            ] {
                page.goto(&format!("{address}/{place}")).await?;
                page.see(seen).await?;
                look(place.split('/').next().unwrap_or(place)).await?;
            }
            for game in ["xiangqi", "sifang", "banqi", "undercover"] {
                page.goto(&format!("{address}/new/{game}")).await?;
                page.press("[data-opponent='device']").await?;
                look(&format!("new-{game}")).await?;
                page.act("start").await?;
                page.see("main[data-screen='table'] [data-board]").await?;
                if game == "undercover" {
                    set_up(page, &look).await?;
                }
                look(&format!("table-{game}")).await?;
            }
            page.goto(&format!("{address}/new/xiangqi")).await?;
            page.press("[data-opponent='device']").await?;
            page.act("start").await?;
            page.play("h2", Some("e2")).await?;
            page.act("previous").await?;
            page.see(".slot .past").await?;
            look("past").await?;
            page.act("latest").await?;
            page.act("resign").await?;
            look("asked").await?;
            page.act("confirm").await?;
            page.see("[data-ending] [data-act='replay']").await?;
            look("ending").await?;
            page.press("[data-ending] [data-act='replay']").await?;
            page.see("main[data-screen='record'] [data-speed='1']").await?;
            look("replay").await
        })
        .await?;
    }
    Ok(())
}

/// Set-up of undercover for both sides, with a check at each step.
async fn set_up(page: &Page, look: &impl AsyncFn(&str) -> Result<()>) -> Result<()> {
    page.act("uncover").await?;
    page.see("[data-setup]").await?;
    look("set-up").await?;
    choose_random_mole(page).await?;
    page.act("uncover").await?;
    choose_random_mole(page).await?;
    uncover_mole(page).await
}
