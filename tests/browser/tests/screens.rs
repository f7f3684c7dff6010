//! Faults that a player saw on the pages: cut, covered, shifted and missing parts.

use anyhow::{Context, Result, ensure};
use browser::{Page, Size, open, open_undercover, with_page, with_two};
use serde_json::json;

/// Functions for the scripts below.
const TOOLS: &str = "const box = it => (typeof it === 'string' ? document.querySelector(it) : it).getBoundingClientRect();
    const middle = it => (box(it).top + box(it).bottom) / 2;
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const shown = all => [...document.querySelectorAll(all)].filter(it => it.checkVisibility({ visibilityProperty: true }));
    const plates = all => [...document.querySelectorAll('.strip')].map(it => it.querySelector('.seat'));
";

/// Runs a script after the tools; its answer must be an empty list.
async fn none(page: &Page, script: &str, what: &str) -> Result<()> {
    let found = page.ask(&format!("{TOOLS}{script}"), vec![]).await?;
    ensure!(found == json!([]), "{what}: {found}");
    Ok(())
}

/// Both numbers of a script's answer are equal.
async fn same(page: &Page, script: &str, what: &str) -> Result<()> {
    let found = page.ask(&format!("{TOOLS}{script}"), vec![]).await?;
    let [before, after]: [f64; 2] = serde_json::from_value(found)?;
    ensure!((before - after).abs() < 0.6, "{what}: {before} became {after}");
    Ok(())
}

/// Adds a rating and a clock to both plates, and a long name.
const FURNISH: &str = "for (const seat of plates()) {
        seat.querySelector('.name').textContent = 'Lin Daiyu';
        seat.querySelector('.name').insertAdjacentHTML('afterend', '<span class=strength>1500?</span>');
        seat.insertAdjacentHTML('beforeend', '<span class=clock>10:00</span>');
    }";

#[tokio::test]
async fn plates_lie_in_their_strips() -> Result<()> {
    const OUTSIDE: &str = "return plates().flatMap(seat => {
        const [plate, board] = [box(seat), box('svg.board')];
        const faults = [];
        if (plate.top < 1) faults.push(['above the window', plate.top]);
        if (meet(plate, board)) faults.push(['over the board', plate.top, plate.bottom, board.top]);
        for (const it of seat.querySelectorAll('.name, .clock, .strength, .emblem')) {
            const r = box(it);
            if (r.top < plate.top || r.bottom > plate.bottom) faults.push([it.className, r.top, r.bottom, plate.top]);
        }
        return faults;
    })";
    // Everything is on one line.
    const ASKEW: &str =
        "return plates().flatMap(seat => [...seat.querySelectorAll('.name, .strength, .taken, .clock, .emblem')]
        .filter(it => Math.abs(middle(it) - middle(seat)) > 1.5).map(it => [it.className, middle(it), middle(seat)]))";
    const CUT: &str = "return plates().map(it => it.querySelector('.name')).filter(it => it.scrollWidth > it.clientWidth)
        .map(it => [it.scrollWidth, it.clientWidth])";
    const COVERED: &str = "return plates().flatMap(seat => [...seat.parentElement.querySelectorAll('.small-piece')]
        .filter(it => meet(box(it), box(seat.querySelector('.name'))) || meet(box(it), box(seat.querySelector('.strength'))))
        .map(it => box(it).left))";
    for size in [Size::Phone, Size::Tablet] {
        with_page(size, "", async |page, address| {
            open(page, address, "xiangqi").await?;
            none(page, OUTSIDE, "outside").await?;
            none(page, ASKEW, "not in the middle of its plate").await?;
            page.ask(&format!("{TOOLS}{FURNISH}"), vec![]).await?;
            page.play("h2", Some("h9")).await?;
            page.play("i9", Some("h9")).await?;
            page.shoot("plates").await?;
            none(page, OUTSIDE, "outside").await?;
            none(page, ASKEW, "not in the middle of its plate").await?;
            none(page, CUT, "names that are cut").await?;
            none(page, COVERED, "captured pieces over words").await
        })
        .await?;
    }
    Ok(())
}

/// A clock is read at a glance, and leaves room for the name.
#[tokio::test]
async fn clocks_are_large() -> Result<()> {
    const CUT: &str = "return plates().map(it => it.querySelector('.name')).filter(it => it.scrollWidth > it.clientWidth)
        .map(it => [it.scrollWidth, it.clientWidth])";
    for (size, least) in
        [(Size::Phone, 20.0), (Size::Tablet, 26.0), (Size::Desk, 32.0), (Size::Wide, 36.0)]
    {
        with_page(size, "", async |page, address| {
            open(page, address, "xiangqi").await?;
            page.ask(&format!("{TOOLS}{FURNISH}"), vec![]).await?;
            let script =
                "return parseFloat(getComputedStyle(document.querySelector('.clock')).fontSize)";
            let found = page.ask(script, vec![]).await?;
            ensure!(found.as_f64().is_some_and(|found| found >= least), "{found} < {least}");
            none(page, CUT, "names that are cut").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_step_back_from_the_end_is_told_whole() -> Result<()> {
    const CUT: &str = "const room = box('.slot');
        return shown('.slot .news > *').map(box).filter(r => r.top < room.top - 0.5 || r.bottom > room.bottom + 0.5)
            .map(r => [r.top, r.bottom, room.top, room.bottom])";
    for size in [Size::Phone, Size::Desk] {
        with_page(size, "", async |page, address| {
            open(page, address, "xiangqi").await?;
            page.play("h2", Some("e2")).await?;
            page.act("resign").await?;
            page.act("confirm").await?;
            page.act("close-result").await?;
            page.act("previous").await?;
            page.see(".slot [data-act='latest']").await?;
            page.shoot("step-back").await?;
            none(page, CUT, "cut").await?;
            // The result comes back with the last position.
            page.act("latest").await?;
            page.until("document.querySelector('.slot .result')?.checkVisibility()").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_long_result_leaves_the_board_where_it_is() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        page.play("h2", Some("e2")).await?;
        page.ask(&format!("{TOOLS} window.before = box('svg.board').left"), vec![]).await?;
        page.act("resign").await?;
        page.act("confirm").await?;
        page.see("[data-ending]").await?;
        let long = "document.querySelector('[data-ending] .verdict span').textContent = 'a long reason '.repeat(40);
            return [window.before, box('svg.board').left]";
        same(page, long, "the board's left edge").await
    })
    .await
}

#[tokio::test]
async fn a_toast_covers_nothing() -> Result<()> {
    const COVERED: &str = "const toast = box('.toasts .notice');
        return shown('.table h1, .table > .bar button, svg.board, .seat, .clock, .whose, .actions .act, .moves')
            .filter(it => getComputedStyle(it).opacity !== '0' && meet(box(it), toast)).map(it => it.className || it.tagName)";
    for size in Size::ALL {
        with_page(size, "", async |page, address| {
            open(page, address, "xiangqi").await?;
            // A chariot does not go over its own pawn.
            page.press("[data-square='a0']").await?;
            page.see("[data-mark='chosen']").await?;
            page.press("[data-square='a5']").await?;
            page.see(".toasts .notice").await?;
            page.shoot("toast").await?;
            none(page, COVERED, &format!("{size:?}, under the toast")).await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn an_absent_player_moves_no_clock() -> Result<()> {
    for size in [Size::Phone, Size::Desk] {
        with_page(size, "", async |page, address| {
            open(page, address, "xiangqi").await?;
            page.ask(&format!("{TOOLS}{FURNISH}"), vec![]).await?;
            let away = "const seat = plates()[0], before = box(seat.querySelector('.clock')).right;
                seat.classList.add('away');
                seat.querySelector('.note').innerHTML = '<span class=away-word>away</span>';
                return [before, box(seat.querySelector('.clock')).right]";
            same(page, away, "the clock's right edge").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn rows_are_as_wide_as_their_panel() -> Result<()> {
    const OFFER: &str = "document.querySelector('.slot').insertAdjacentHTML('beforeend', '<div class=offer id=tried><span>An offer</span></div>');
        const [offer, moves] = [box('#tried'), box('.moves')];
        document.querySelector('#tried').remove();
        return Math.abs(offer.left - moves.left) > 1.5 || Math.abs(offer.right - moves.right) > 1.5
            ? [[offer.left, offer.right, moves.left, moves.right]] : []";
    const TOOL_ROW: &str = "const moves = box('.moves');
        return shown('.actions .act').flatMap(it => {
            const [button, word] = [box(it), it.querySelector('span').getBoundingClientRect()];
            return button.left < moves.left - 1 || button.right > moves.right + 1 || word.left < button.left + 2 || word.right > button.right - 2
                ? [[it.dataset.act, button.left, button.right, word.left, word.right, moves.left, moves.right]] : [];
        })";
    for size in [Size::Phone, Size::Desk] {
        with_page(size, "", async |page, address| {
            open(page, address, "xiangqi").await?;
            page.play("h2", Some("e2")).await?;
            page.shoot("rows").await?;
            none(page, OFFER, "the offer").await?;
            if size == Size::Desk {
                none(page, TOOL_ROW, "tools").await?;
            }
            Ok(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn options_that_open_move_nothing_aside() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        page.goto(&format!("{address}/new/undercover")).await?;
        page.see("details.more summary").await?;
        page.ask(&format!("{TOOLS} window.before = box('.sheet').left"), vec![]).await?;
        page.press("details.more summary").await?;
        page.see("details.more[open]").await?;
        page.ask("document.querySelector('main').style.minHeight = '3000px'", vec![]).await?;
        same(page, "return [window.before, box('.sheet').left]", "the form's left edge").await?;
        // A table uses the whole window.
        open(page, address, "xiangqi").await?;
        same(page, "return [innerWidth, document.documentElement.clientWidth]", "the width").await
    })
    .await
}

#[tokio::test]
async fn an_invitation_fits_and_says_the_colour() -> Result<()> {
    with_two([Size::Desk, Size::Phone], async |host, guest, program| {
        let address = program.address();
        host.goto(&format!("{address}/new/xiangqi")).await?;
        host.press("[data-opponent='invite']").await?;
        host.act("start").await?;
        host.see("[data-invite-link]").await?;
        host.see(".invite .code").await?;
        host.shoot("invite").await?;
        none(
            host,
            "const link = document.querySelector('[data-invite-link]'), side = document.querySelector('.side');
            const faults = [];
            if (link.scrollWidth > link.clientWidth + 1) faults.push(['link', link.scrollWidth, link.clientWidth]);
            if (side.scrollHeight > side.clientHeight + 1) faults.push(['panel', side.scrollHeight, side.clientHeight]);
            return faults",
            "cut",
        )
        .await?;
        let link =
            host.ask("return document.querySelector('[data-invite-link]').value", vec![]).await?;
        let link = link.as_str().context("a link")?.to_owned();
        guest.goto(&link).await?;
        guest.see("[data-act='join']").await?;
        let words = guest.text("[data-act='join']").await?;
        ensure!(words.contains("Black"), "the invitation says no colour: {words}");
        // A spectator has no box for moves.
        guest.act("watch").await?;
        guest.see("[data-board]").await?;
        none(&guest, "return shown('[data-input=\"move\"]').map(it => it.outerHTML)", "a move box").await?;
        guest.close().await
    })
    .await
}

#[tokio::test]
async fn a_name_is_refused_and_not_cut() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        page.goto(&format!("{address}/account")).await?;
        page.press("[data-mode='register']").await?;
        page.write("[data-input='account-name']", "Lin Daiyu of Suzhou Town").await?;
        page.write("[data-input='account-name']", "s").await?;
        page.write("[data-input='password']", "over the river").await?;
        page.act("send-account").await?;
        page.see("[data-trouble]").await?;
        let words = page.text("[data-trouble]").await?;
        ensure!(words.contains("24"), "{words}");
        // A guest's name, too.
        page.goto(&format!("{address}/new/xiangqi")).await?;
        page.press("[data-opponent='invite']").await?;
        page.press("details.more summary").await?;
        page.write("[data-input='name']", "Lin Daiyu of Suzhou Town and more").await?;
        page.key("Tab").await?;
        page.see("[data-field] [data-trouble], .field [data-trouble]").await
    })
    .await
}

#[tokio::test]
async fn a_turned_mole_leaves_no_dead_button() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open_undercover(page, address).await?;
        page.act("turn").await?;
        page.act("confirm").await?;
        page.act("uncover").await?;
        let side = page.attribute("[data-on-move='true']", "data-side").await?;
        let (from, to) = if side == "red" { ("h0", "g2") } else { ("h9", "g7") };
        page.play(from, Some(to)).await?;
        page.act("uncover").await?;
        page.see(".key-bar [data-turn-reason]").await?;
        page.shoot("turned").await?;
        ensure!(!page.has(".key-bar button").await?, "a button for a mole that is turned");
        // The lesson's key has its style as well.
        page.goto(&format!("{address}/learn/undercover/3/1")).await?;
        page.see("[data-act='turn']").await?;
        page.until("getComputedStyle(document.querySelector('.key-bar')).display === 'flex'").await
    })
    .await
}

#[tokio::test]
async fn rules_name_each_piece_beside_it() -> Result<()> {
    for size in [Size::Phone, Size::Desk] {
        with_page(size, "", async |page, address| {
            page.goto(&format!("{address}/rules/xiangqi")).await?;
            page.see("[data-rules='xiangqi'] li svg").await?;
            page.until("getComputedStyle(document.querySelector('.rule-card')).listStyleType === 'none'").await?;
            page.shoot("rules").await?;
            none(
                page,
                "return [...document.querySelectorAll('.rule-card li:has(svg)')]
                    .filter(it => box(it.querySelector('svg')).right > box(it.querySelector('span')).left || !it.querySelector('b')?.textContent)
                    .map(it => it.textContent)",
                "pieces above their words, or without a name",
            )
            .await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn the_editor_analyses() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        page.goto(&format!("{address}/editor/xiangqi?position=4k4%2F9%2F9%2F9%2F9%2F9%2F9%2F9%2F4A4%2FR3K4%20w%20-%20-%200%201")).await?;
        page.act("analyse").await?;
        page.see("main[data-screen='record']").await?;
        page.see(".lines [data-line]").await?;
        page.shoot("analysed").await?;
        ensure!(!page.has("[data-act='play']").await?, "a position without moves offers to play them");
        Ok(())
    })
    .await
}

/// A game with comments and variations.
const STUDY: &str = "[Event \"Study\"]\n[Red \"An\"]\n[Black \"Bo\"]\n\n\
    1. h2e2 $3 h9g7 {the usual} (1... b9c7 {rare} 2. h0g2 (2. b0c2 h7e7)) 2. h0g2 1-0\n";

#[tokio::test]
async fn notes_are_printed_and_the_result_keeps_its_place() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        page.goto(&format!("{address}/open")).await?;
        page.write("[data-input='record']", STUDY).await?;
        page.act("open").await?;
        page.see("main[data-screen='record'] [data-ending]").await?;
        let review = "const before = box('[data-ending]').top;
            document.querySelector('.computer').insertAdjacentHTML('beforeend', '<figure class=chances></figure>');
            return [before, box('[data-ending]').top]";
        same(page, review, "the result's top edge").await?;
        ensure!(!page.has(".printed-notes").await?, "notes are written before they are printed");
        page.print(true).await?;
        page.see(".printed-notes li").await?;
        let notes = page.text(".printed-notes").await?;
        for part in ["1. Che3‼", "1… Ng8 the usual", "1… Nc8 2. Ng3", "1… Nc8 rare"] {
            ensure!(notes.contains(part), "`{part}` is missing: {notes}");
        }
        page.shoot("printed").await?;
        page.print(false).await
    })
    .await
}

/// A hint stays with its arrow until the next action.
#[tokio::test]
async fn a_hint_stays() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/new/xiangqi")).await?;
        page.press("[data-opponent='device']").await?;
        page.press("details.more summary").await?;
        page.press("[data-option='training']").await?;
        page.act("start").await?;
        page.act("hint").await?;
        page.see("[data-mark='advice']").await?;
        page.ask("window.began = performance.now()", vec![]).await?;
        page.until("performance.now() > window.began + 4500").await?;
        page.shoot("hint").await?;
        ensure!(page.has("[data-notice]").await?, "the hint is gone");
        page.play("h2", Some("e2")).await?;
        page.until("!document.querySelector('[data-notice]')").await
    })
    .await
}
