//! The end of a game, its animations, and the printed sheet.

use anyhow::{Result, ensure};
use browser::{Page, Size, open, with_page};
use serde_json::{Value, json};

async fn give_up(page: &Page) -> Result<()> {
    page.act("resign").await?;
    page.act("confirm").await?;
    page.see("[data-ending]").await
}

/// The script must return `true`.
async fn holds(page: &Page, script: &str, what: &str) -> Result<()> {
    let found = page.ask(script, vec![]).await?;
    ensure!(found == Value::Bool(true), "{what}: {found}");
    Ok(())
}

#[tokio::test]
async fn the_result_leads_to_the_next_game_and_into_this_one() -> Result<()> {
    for size in [Size::Phone, Size::Lying, Size::Desk] {
        with_page(size, "", async |page, address| {
            open(page, address, "xiangqi").await?;
            page.play("h2", Some("e2")).await?;
            give_up(page).await?;
            page.see("[data-ending] [data-act='share-picture']").await?;
            // The next steps are visible beside all other content.
            let inside = "const sheet = document.querySelector('[data-ending]').getBoundingClientRect();
                return ['rematch', 'replay'].every(act => {
                    const r = document.querySelector(`[data-ending] [data-act='${act}']`).getBoundingClientRect();
                    const at = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
                    return r.top >= sheet.top && r.bottom <= Math.min(sheet.bottom, innerHeight) && at.closest('[data-act]')?.dataset.act === act;
                })";
            holds(page, inside, "the buttons of the result").await?;
            page.press("[data-ending] [data-act='replay']").await?;
            page.see("main[data-screen='record'] [data-board]").await?;
            ensure!(!page.has("[data-act='rematch']").await?, "a record has no rematch");
            page.act("home").await?;
            page.see("main[data-screen='table'] [data-ending]").await?;
            page.press("[data-ending] [data-act='rematch']").await?;
            page.until("document.querySelector('main').dataset.over === 'false'").await?;
            ensure!(page.plies().await? == 0 && !page.has("[data-ending]").await?, "a new game");
            Ok(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn the_slot_says_how_it_ended_and_brings_it_back() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        give_up(page).await?;
        let words = page.text(".slot [data-act='show-result']").await?;
        ensure!(words == "Black wins\u{a0}· Red resigned", "{words}");
        ensure!(
            page.has(".slot [data-act='show-result']:disabled").await?,
            "it lies there already"
        );
        page.act("close-result").await?;
        page.see(".slot [data-act='show-result']:not(:disabled)").await?;
        page.act("show-result").await?;
        page.see("[data-ending].docked").await
    })
    .await
}

#[tokio::test]
async fn the_result_says_what_the_moles_did() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/new/undercover")).await?;
        page.press("[data-opponent='device']").await?;
        page.act("start").await?;
        page.act("uncover").await?;
        // All controls of the set-up are visible without scrolling.
        let fits =
            "return [...document.querySelectorAll('[data-panel=\"setup\"] :is(button, input)')]
            .every(e => e.getBoundingClientRect().bottom <= innerHeight && e.offsetHeight >= 40)";
        page.see("[data-input='mole']").await?;
        holds(page, fits, "the set-up on a phone").await?;
        page.press("[data-number='3']").await?;
        page.act("setup-done").await?;
        page.act("uncover").await?;
        page.act("mole-waive").await?;
        // The buttons exist behind the cover as well.
        page.until("document.querySelector('[data-cover], [data-panel=\"mole\"]')").await?;
        if page.has("[data-cover]").await? {
            page.act("uncover").await?;
        }
        give_up(page).await?;
        let fate = page.text("[data-ending] [data-fate='red']").await?;
        ensure!(fate == "Red's mole: e7, never revealed", "{fate}");
        let fate = page.text("[data-ending] [data-fate='black']").await?;
        ensure!(fate == "Black had no mole", "{fate}");
        Ok(())
    })
    .await
}

/// Name of an element's animation.
async fn animation(page: &Page, selector: &str) -> Result<String> {
    let script = "return getComputedStyle(document.querySelector(arguments[0])).animationName";
    Ok(serde_json::from_value(page.ask(script, vec![json!(selector)]).await?)?)
}

#[tokio::test]
async fn what_is_captured_is_seen_to_go_and_check_to_come() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        for is_still in [false, true] {
            page.prefer_stillness(is_still).await?;
            open(page, address, "xiangqi").await?;
            page.play("h2", Some("e2")).await?;
            page.play("d9", Some("e8")).await?;
            ensure!(!page.has("[data-taken-piece]").await?, "nothing was captured");
            page.play("e2", Some("e6")).await?;
            page.see("[data-taken-piece='p']").await?;
            page.see("[data-mark='check']").await?;
            let found = [
                animation(page, "[data-taken-piece]").await?,
                animation(page, "[data-mark='check']").await?,
            ];
            let meant = if is_still { ["none", "none"] } else { ["taken", "strike"] };
            ensure!(found == meant, "{found:?}");
            let gone =
                "getComputedStyle(document.querySelector('[data-taken-piece]')).opacity === '0'";
            page.until(gone).await?;
            page.act("undo").await?;
            page.until("!document.querySelector('[data-taken-piece]')").await?;
        }
        Ok(())
    })
    .await
}

/// The dot for the side to move is before its text and not over it.
#[tokio::test]
async fn the_slot_speaks_in_one_line() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/new/xiangqi")).await?;
        page.act("start").await?;
        page.see("[data-status].own").await?;
        let one_line = "const words = document.querySelector('[data-status].own');
            return words.getBoundingClientRect().height < 1.8 * parseFloat(getComputedStyle(words).fontSize)";
        holds(page, one_line, "whose turn it is").await
    })
    .await
}

#[tokio::test]
async fn the_last_move_stays_in_sight() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        for _ in 0..3 {
            for (from, to) in [("a0", "a1"), ("a9", "a8"), ("a1", "a0"), ("a8", "a9")] {
                page.play(from, Some(to)).await?;
            }
            if page.plies().await? >= 8 {
                break;
            }
        }
        let whole = "const list = document.querySelector('.moves ol').getBoundingClientRect();
            const cells = [...document.querySelectorAll('.ply')];
            const last = document.querySelector('.ply.current')?.getBoundingClientRect();
            return !!last && cells.length > 6 && last.top >= list.top - 1 && last.bottom <= list.bottom + 1";
        page.until(&format!("(() => {{ {whole} }})()")).await
    })
    .await
}

#[tokio::test]
async fn no_label_runs_into_the_next() -> Result<()> {
    for language in ["en", "zh-Hans"] {
        let early = format!("localStorage['chuhe.settings'] = '{{\"language\":\"{language}\"}}'");
        with_page(Size::Phone, &early, async |page, address| {
            open(page, address, "xiangqi").await?;
            page.play("h2", Some("e2")).await?;
            let apart = "const boxes = [...document.querySelectorAll('.actions .act')];
                return boxes.length > 3 && boxes.every(box => box.scrollWidth <= box.clientWidth + 1)";
            holds(page, apart, "the table's actions").await?;
            page.act("replay").await?;
            page.see("main[data-screen='record'] [data-board]").await?;
            holds(page, apart, "the record's actions").await
        })
        .await?;
    }
    Ok(())
}

/// A printed game has players, result, board and moves, dark on white in every theme, and no
/// buttons.
#[tokio::test]
async fn a_sheet_of_paper_has_the_game_and_nothing_to_press() -> Result<()> {
    let early = "localStorage['chuhe.settings'] = '{\"language\":\"en\",\"theme\":\"ink\"}'";
    for screen in ["table", "record"] {
        with_page(Size::Tablet, early, async |page, address| {
            open(page, address, "xiangqi").await?;
            page.play("h2", Some("e2")).await?;
            give_up(page).await?;
            page.see("[data-ending] [data-act='share-picture']").await?;
            if screen == "record" {
                page.press("[data-ending] [data-act='replay']").await?;
                page.see("main[data-screen='record'] [data-act='share-picture']").await?;
            }
            page.print(true).await?;
            let pressed = "return [...document.querySelectorAll('button:not(.ply), input, select')]
                .every(e => e.getClientRects().length === 0)";
            holds(page, pressed, "something to press on paper").await?;
            let order = "const top = s => document.querySelector(s).getBoundingClientRect();
                const [title, names, end, board, moves] = ['h1', '.strip.bottom', '[data-ending]', 'svg.board', '.moves ol'].map(top);
                return title.bottom <= names.top + 1 && names.bottom <= end.top + 1 && end.bottom <= board.top + 1
                    && board.bottom <= moves.top + 1 && board.width > 300";
            page.until(&format!("(() => {{ {order} }})()")).await?;
            let told = "return document.querySelector('[data-ending] .verdict strong').checkVisibility()";
            holds(page, told, "how it ended, on paper").await?;
            let dark = "const [r, g, b] = getComputedStyle(document.querySelector('.ply')).color.match(/\\d+/g);
                return r < 80 && g < 80 && b < 80";
            holds(page, dark, "ink on paper").await?;
            page.shoot(&format!("paper-{screen}")).await?;
            Ok(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn the_referee_says_which_perpetual_and_by_which_rule() -> Result<()> {
    // A chariot gives perpetual check.
    let place = "xiangqi?position=c2a1k3%2F2c1a2R1%2Fb6P1%2F8p%2F9%2F9%2F9%2F9%2F4K4%2F9";
    for (language, seen, rule) in [
        ("zh-Hans", "红方着着将军：车二进一、车二退一。黑方没有。", "规则：同一局面第三次出现"),
        ("zh-Hant", "紅方著著將軍：車二進一、車二退一。黑方沒有。", "規則：同一局面第三次出現"),
        ("en", "Red gave check with every move (", "third repetition"),
    ] {
        let settings = json!({ "language": language }).to_string();
        let early = format!("localStorage.setItem('chuhe.settings', {});", Value::String(settings));
        with_page(Size::Phone, &early, async |page, address| {
            page.goto(&format!("{address}/editor/{place}")).await?;
            page.act("play-here").await?;
            page.press("[data-dialog='play-here'] [data-opponent='device']").await?;
            page.press("[data-dialog='play-here'] [data-act='start']").await?;
            page.see("main[data-screen='table'] [data-board]").await?;
            for (from, to) in [("h8", "h9"), ("f9", "f8"), ("h9", "h8"), ("f8", "f9")].repeat(2) {
                page.play(from, Some(to)).await?;
            }
            page.see("[data-ending='perpetual-check'] [data-grounds]").await?;
            page.shoot(&format!("perpetual-{language}")).await?;
            let words = page.text("[data-grounds]").await?;
            ensure!(words.contains(seen), "{words}");
            let words = page.text("[data-rule-words]").await?;
            ensure!(words.contains(rule), "{words}");
            // The record shows the same explanation.
            page.press("[data-ending] [data-act='replay']").await?;
            page.see("main[data-screen='record'] [data-grounds]").await
        })
        .await?;
    }
    Ok(())
}
