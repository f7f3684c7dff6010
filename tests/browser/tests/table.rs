//! Regression tests at the table: set-ups, reconnection, peeking, marks of check, plates and
//! updates.

use anyhow::{Context, Result, ensure};
use browser::{Page, Size, choose_random_mole, open, start, with_page, with_two};
use serde_json::Value;
use std::time::Duration;

/// Number of selected pawns.
async fn picked(page: &Page) -> Result<usize> {
    let script = "return document.querySelectorAll('.pawn-number.picked').length";
    page.ask(script, vec![]).await?.as_u64().map(|count| count as usize).context("a count")
}

/// The numbers on the pawns, from left to right.
async fn numbers(page: &Page) -> Result<String> {
    let script = "return [...document.querySelectorAll('.pawn-number')]
        .map(e => [e.getBoundingClientRect().x, e.querySelector('text').textContent])
        .sort((a, b) => a[0] - b[0]).map(pair => pair[1]).join('')";
    Ok(page.ask(script, vec![]).await?.as_str().context("numbers")?.to_owned())
}

#[tokio::test]
async fn each_step_of_a_set_up_begins_with_nothing_picked() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/new/undercover")).await?;
        page.press("[data-opponent='computer']").await?;
        page.press("details.more summary").await?;
        page.press("[data-field='locks'] [data-value='2']").await?;
        page.press("[data-field='rearrange'] [data-value='manual']").await?;
        start(page, "undercover").await?;
        page.see("[data-setup='lock']").await?;
        page.press("[data-square='c3']").await?;
        ensure!(picked(page).await? == 1, "nothing is picked");
        page.act("setup-done").await?;
        page.see("[data-setup='choose']").await?;
        ensure!(
            page.has("[data-setup='choose'] ~ * [data-act='setup-done']:disabled").await?,
            "what was locked is chosen already"
        );
        choose_random_mole(page).await?;
        page.see("[data-setup='place']").await?;
        let before = numbers(page).await?;
        page.press("[data-square='a3']").await?;
        ensure!(picked(page).await? == 1, "the first tap picks nothing");
        ensure!(numbers(page).await? == before, "the first tap swaps");
        page.press("[data-square='e3']").await?;
        ensure!(numbers(page).await? != before, "the second tap does not swap");
        Ok(())
    })
    .await
}

/// Waits for the end of the result's animation.
async fn stands_still(page: &Page) -> Result<()> {
    page.until("document.querySelector('[data-ending]').getAnimations().length === 0").await
}

/// Starts a game of the host with a guest, by invitation.
async fn meet(host: &Page, guest: &Page) -> Result<()> {
    meet_with(host, guest, "10+5").await
}

/// Starts a game with this clock.
async fn meet_with(host: &Page, guest: &Page, clock: &str) -> Result<()> {
    host.press("[data-opponent='invite']").await?;
    host.choose("[data-input='clock']", clock).await?;
    host.act("start").await?;
    host.see("[data-invite-link]").await?;
    let link =
        host.ask("return document.querySelector('[data-invite-link]').value", vec![]).await?;
    guest.goto(link.as_str().context("a link")?).await?;
    guest.act("join").await?;
    guest.see("[data-board]").await?;
    for page in [host, guest] {
        page.until("document.querySelector('main').dataset.turn !== undefined").await?;
        page.until("!document.querySelector('[data-invite-link], [data-sending]')").await?;
    }
    Ok(())
}

/// Page with a stopped clock, so that nothing is resent because of delays. While `dropped` is set,
/// its sockets are closed before an answer arrives.
const STILL: &str = "
    performance.now = () => 1000;
    window.dropped = false;
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
        constructor(...all) {
            super(...all);
            this.addEventListener('message', event => {
                if (window.dropped && event.data.includes('\"ack\"')) event.stopImmediatePropagation();
            });
            window.dropped = false;
        }
    };
";

#[tokio::test]
async fn what_is_asked_while_the_end_is_fetched_arrives() -> Result<()> {
    with_two([Size::Phone, Size::Desk], async |host, guest, program| {
        host.goto(&format!("{}/new/banqi", program.address())).await?;
        host.ask(STILL, vec![]).await?;
        meet(host, &guest).await?;
        host.ask("window.dropped = true", vec![]).await?;
        // The end reveals the secrets through a reconnection, and the answer is lost with the old
        // socket.
        host.act("resign").await?;
        host.act("confirm").await?;
        host.see("[data-revealed]").await?;
        host.until("!document.querySelector('[data-sending], [data-link]')").await?;
        stands_still(host).await?;
        host.press("[data-ending] [data-act='rematch']").await?;
        guest.see("[data-offer]").await?;
        guest.close().await
    })
    .await
}

/// The count down to a claim moves no clock, a return ends it, and the claim ends the game.
#[tokio::test]
async fn an_opponent_who_has_left_loses_by_a_claim() -> Result<()> {
    let edge = "const clock = document.querySelector('[data-clock=\"1\"]').getBoundingClientRect();
        return [clock.right, clock.top, clock.height].map(Math.round)";
    for size in [Size::Phone, Size::Desk] {
        with_two([size, Size::Desk], async |host, guest, program| {
            host.goto(&format!("{}/new/xiangqi", program.address())).await?;
            // The shortest absence that can be claimed: ten seconds.
            meet_with(host, &guest, "1+1").await?;
            let link = guest.ask("return location.href", vec![]).await?;
            let before = host.ask(edge, vec![]).await?;
            // Another page of the site would keep the guest present.
            guest.visit("about:blank").await?;
            host.see("[data-seat='1'][data-away='true'] [data-claim-in]").await?;
            let after = host.ask(edge, vec![]).await?;
            ensure!(before == after, "{size:?}: the clock moved from {before} to {after}");
            host.shoot("away").await?;
            ensure!(!host.has("[data-claim]").await?, "{size:?}: a claim at once");
            guest.goto(link.as_str().context("an address")?).await?;
            host.until("!document.querySelector('[data-away]')").await?;
            guest.close().await?;
            host.see("[data-seat='1'][data-away='true'] [data-claim-in]").await?;
            host.see("[data-claim='1'] [data-act='claim-draw']").await?;
            host.shoot("claim").await?;
            host.act("claim-win").await?;
            host.see("[data-ending='abandoned']").await?;
            let result = host.text("[data-ending]").await?;
            ensure!(result.contains("Opponent left"), "{size:?}: {result}");
            ensure!(!host.has("[data-claim]").await?, "{size:?}: a claim after the end");
            Ok(())
        })
        .await?;
    }
    Ok(())
}

/// A player who looks at another page of the site stays present, and a bar leads back.
#[tokio::test]
async fn a_player_on_another_page_stays_present() -> Result<()> {
    for size in [Size::Phone, Size::Desk] {
        with_two([Size::Desk, size], async |host, guest, program| {
            host.goto(&format!("{}/new/xiangqi", program.address())).await?;
            meet_with(host, &guest, "1+1").await?;
            guest.goto(&format!("{}/watch", program.address())).await?;
            guest.see("[data-away-game] [data-act='back-to-board']").await?;
            ensure!(guest.fits().await?, "{size:?}: the bar does not fit");
            guest.shoot("away-bar").await?;
            host.until("!document.querySelector('[data-away]')").await?;
            // Longer than the absence after which the host may claim the game.
            tokio::time::sleep(Duration::from_secs(11)).await;
            ensure!(!host.has("[data-away], [data-claim]").await?, "{size:?}: the guest is away");
            host.play("h2", Some("e2")).await?;
            guest.see("[data-away-game] .pill.turn").await?;
            guest.press("[data-act='back-to-board']").await?;
            guest.see("main[data-screen='table'] [data-square='e2']").await?;
            guest.until("!document.querySelector('[data-away-game]')").await?;
            guest.close().await
        })
        .await?;
    }
    Ok(())
}

/// A move that has to be confirmed is shown and not played, and can be taken back. Then a gift of time.
#[tokio::test]
async fn a_move_waits_for_its_confirmation() -> Result<()> {
    with_two([Size::Phone, Size::Desk], async |host, guest, program| {
        host.goto(&format!("{}/new/xiangqi", program.address())).await?;
        host.ask(
            "const kept = JSON.parse(localStorage.getItem('chuhe.settings') ?? '{}');
             localStorage.setItem('chuhe.settings', JSON.stringify({ ...kept, confirm_moves: 4 }));
             location.reload()",
            vec![],
        )
        .await?;
        host.see("[data-opponent='invite']").await?;
        meet(host, &guest).await?;
        for act in ["cancel-move", "confirm-move"] {
            host.press("[data-square='h2']").await?;
            host.see("[data-dest='e2']").await?;
            host.press("[data-square='e2']").await?;
            host.see("[data-unconfirmed='h2e2']").await?;
            host.see("[data-mark='sending'][data-at='e2']").await?;
            ensure!(host.plies().await? == 0, "it is played without a confirmation");
            host.shoot("confirm").await?;
            host.act(act).await?;
            host.until("!document.querySelector('[data-unconfirmed]')").await?;
        }
        guest.until_plies(1).await?;
        guest.act("give-time").await?;
        host.until("/15/.test(document.querySelector('[data-notice]').textContent)").await?;
        guest.close().await
    })
    .await
}

#[tokio::test]
async fn a_peek_shows_the_face() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        page.goto(&format!("{address}/new/banqi")).await?;
        page.press("[data-opponent='device']").await?;
        page.ask("document.querySelector('[data-option=\"training\"]').click()", vec![]).await?;
        start(page, "banqi").await?;
        // A revealed piece is visible only briefly, so it is recorded.
        let note = "window.__peeked = [];
            new MutationObserver(() => {
                const face = document.querySelector('[data-peeked]')?.dataset.peeked;
                if (face) window.__peeked.push(face);
            }).observe(document.body, { childList: true, subtree: true })";
        page.ask(note, vec![]).await?;
        for (turn, flipped, looked) in [(0, "b2", "c3"), (1, "d2", "e3")] {
            page.act("peek").await?;
            page.until("document.querySelector('[data-status]').textContent.includes('Peeking')")
                .await?;
            page.press(&format!("[data-square='{looked}']")).await?;
            page.until("window.__peeked.length > 0").await?;
            page.until("!document.querySelector('[data-peeked]')").await?;
            page.ask("window.__peeked = []", vec![]).await?;
            page.act("peek").await?;
            page.play(flipped, None).await?;
            page.until_plies(turn + 1).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn check_is_marked_on_whatever_board_is_shown() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        for (from, to) in [("h2", "e2"), ("d9", "e8"), ("e2", "e6")] {
            page.play(from, Some(to)).await?;
        }
        page.until_plies(3).await?;
        page.see("[data-mark='check'][data-at='e9']").await?;
        page.play("e8", Some("d9")).await?;
        page.until_plies(4).await?;
        page.until("!document.querySelector('[data-mark=\"check\"]')").await?;
        page.press(".walk [data-act='previous']").await?;
        page.see("[data-mark='check'][data-at='e9']").await?;
        page.act("latest").await?;
        page.act("undo").await?;
        page.until_plies(3).await?;
        page.act("resign").await?;
        page.act("confirm").await?;
        page.see("[data-ending]").await?;
        page.see("[data-mark='check'][data-at='e9']").await?;
        stands_still(page).await?;
        page.press("[data-ending] [data-act='replay']").await?;
        page.see("main[data-screen='record'] [data-board]").await?;
        page.until("!document.querySelector('[data-mark=\"check\"]')").await?;
        page.press(".ply[data-ply='3']").await?;
        page.see("[data-mark='check'][data-at='e9']").await
    })
    .await
}

#[tokio::test]
async fn banqi_ends_with_both_sides_points() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open(page, address, "banqi").await?;
        page.play("b2", None).await?;
        page.act("resign").await?;
        page.act("confirm").await?;
        page.see("[data-ending] [data-standing='1'][data-points='0']").await?;
        page.see("[data-ending] [data-standing='0'][data-points='0']").await
    })
    .await
}

/// Positions of the plates, their parts, the messages and the moves.
async fn places(page: &Page) -> Result<Value> {
    let script = "const words = document.createRange();
        words.selectNodeContents(document.querySelector('[data-status]'));
        const of = e => { const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height].map(Math.round); };
        const parts = ['.seat', '.seat .name', '.seat .clock', '.slot', '.moves', 'svg.board'];
        return [of(words)[0], ...parts.flatMap(part => [...document.querySelectorAll(part)].map(e => [part, ...of(e)]))]";
    page.ask(script, vec![]).await
}

#[tokio::test]
async fn nothing_moves_with_a_turn_or_a_capture() -> Result<()> {
    with_two([Size::Phone, Size::Desk], async |host, guest, program| {
        host.goto(&format!("{}/new/xiangqi", program.address())).await?;
        meet(host, &guest).await?;
        let before = [places(host).await?, places(&guest).await?];
        for (ply, (from, to)) in [("h2", "h9"), ("i9", "h9")].into_iter().enumerate() {
            if ply == 0 { host } else { &guest }.play(from, Some(to)).await?;
            host.until_plies(ply + 1).await?;
            guest.until_plies(ply + 1).await?;
            for (page, before) in [host, &guest].into_iter().zip(&before) {
                page.see(".taken .small-piece").await?;
                page.until("!document.querySelector('[data-sending]')").await?;
                let after = places(page).await?;
                ensure!(after == *before, "{before} became {after}");
            }
        }
        host.shoot("captures").await?;
        guest.shoot("captures").await?;
        guest.close().await
    })
    .await
}

/// Records attributes that are rewritten with the same value: rebuilding a view is slow on a phone.
const NOTE_WRITTEN_AGAIN: &str = "
    window.writtenAgain = [];
    new MutationObserver(news => {
        const before = new Map();
        for (const { target, attributeName, oldValue } of news) {
            if (!before.has(target)) before.set(target, new Map());
            const names = before.get(target);
            if (!names.has(attributeName)) names.set(attributeName, oldValue);
        }
        for (const [element, names] of before)
            for (const [name, value] of names)
                if (element.isConnected && element.getAttribute(name) === value)
                    window.writtenAgain.push(`${name} of ${element.outerHTML.slice(0, 150)}`);
    }).observe(document.querySelector('main'), {
        subtree: true, attributes: true, attributeOldValue: true,
    });";

#[tokio::test]
async fn a_move_writes_only_what_it_changes() -> Result<()> {
    let xiangqi = [("h2", "e2"), ("h9", "g7"), ("e2", "e6"), ("g7", "e6"), ("h0", "g2")];
    let sifang = [("7d", "7e"), ("10g", "9g"), ("7j", "7i"), ("4g", "5g"), ("7e", "7f")];
    for (game, moves) in [("xiangqi", xiangqi), ("sifang", sifang)] {
        with_page(Size::Phone, "", async |page, address| {
            page.goto(&format!("{address}/new/{game}")).await?;
            page.press("[data-opponent='device']").await?;
            page.act("start").await?;
            page.see("main[data-screen='table'] [data-board]").await?;
            page.ask(NOTE_WRITTEN_AGAIN, vec![]).await?;
            for (ply, (from, to)) in moves.into_iter().enumerate() {
                page.play(from, Some(to)).await?;
                page.until_plies(ply + 1).await?;
            }
            let again = page.ask("return window.writtenAgain", vec![]).await?;
            ensure!(again.as_array().is_some_and(Vec::is_empty), "{game}: {again:#}");
            // Proves that the recorder works.
            let script = "document.querySelector('main').dataset.game += ''; return 0";
            page.ask(script, vec![]).await?;
            page.until("window.writtenAgain.length === 1").await
        })
        .await?;
    }
    Ok(())
}
