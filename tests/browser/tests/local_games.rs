//! Replays with tried moves, games open in several tabs, and hints; regression tests.

use anyhow::{Context, Result, ensure};
use browser::{Page, Size, invite, open, with_page, with_two};
use serde_json::{Value, json};

/// Contents of the browser's storage.
async fn kept(page: &Page) -> Result<Value> {
    page.ask("return Object.entries(localStorage)", vec![]).await
}

/// Restores the storage, as another tab would change it.
async fn put_back(page: &Page, kept: &Value) -> Result<()> {
    let script = "localStorage.clear();
        arguments[0].forEach(([key, value]) => localStorage.setItem(key, value))";
    page.ask(script, vec![kept.clone()]).await.map(|_| ())
}

#[tokio::test]
async fn a_game_that_went_on_in_another_page_is_followed() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        page.play("h2", Some("e2")).await?;
        page.until_plies(1).await?;
        let early = kept(page).await?;
        page.play("h9", Some("g7")).await?;
        page.play("h0", Some("g2")).await?;
        page.until_plies(3).await?;
        let late = kept(page).await?;

        // The page is behind: it follows and says so.
        put_back(page, &early).await?;
        page.until_plies(1).await?;
        page.until("/another page/.test(document.querySelector('.notice')?.textContent)").await?;
        put_back(page, &late).await?;
        page.until_plies(3).await?;
        page.play("b9", Some("c7")).await?;
        page.until_plies(4).await?;
        page.reload().await?;
        page.until_plies(4).await?;

        // Another tab has deleted the game.
        page.ask("localStorage.clear()", vec![]).await?;
        page.see("main[data-screen='start']").await
    })
    .await
}

#[tokio::test]
async fn a_log_that_does_not_fit_goes_on_from_what_does() -> Result<()> {
    // A message leaves by itself, on a slow machine before the test looks. After the reload, the texts of
    // the message arrive later than the game is shown.
    let early = "window.messages = '';
        new MutationObserver(() => {
            window.messages += document.querySelector('.notice')?.textContent ?? '';
        }).observe(document, { subtree: true, childList: true, characterData: true });
        const shown = new Promise(resolve => window.sendTexts = resolve);
        const send = window.fetch;
        window.fetch = async (...request) => {
            if (sessionStorage.late && String(request[0]).endsWith('.more.txt')) await shown;
            return send(...request);
        }";
    with_page(Size::Desk, early, async |page, address| {
        open(page, address, "xiangqi").await?;
        for (ply, (from, to)) in
            [("h2", "e2"), ("h9", "g7"), ("h0", "g2"), ("b9", "c7")].into_iter().enumerate()
        {
            page.play(from, Some(to)).await?;
            page.until_plies(ply + 1).await?;
        }
        // The third move is overwritten by the second.
        let spoil = "const entry = Object.keys(localStorage)
                .filter(key => /^chuhe\\.game\\..+\\.\\d+$/.test(key) && localStorage[key].includes('h9g7'))[0];
            const [, stem, index] = entry.match(/^(.*\\.)(\\d+)$/);
            window.__spoil = () => localStorage.setItem(stem + (Number(index) + 1), localStorage[entry]);
            sessionStorage.late = 'yes';
            window.addEventListener('pagehide', window.__spoil)";
        page.ask(spoil, vec![]).await?;
        page.reload().await?;
        page.until_plies(2).await?;
        page.ask("sendTexts()", vec![]).await?;
        page.until("/record is damaged/.test(messages)").await?;
        page.play("b0", Some("c2")).await?;
        page.until_plies(3).await?;
        page.reload().await?;
        page.until_plies(3).await
    })
    .await
}

#[tokio::test]
async fn a_finished_online_game_stays_among_mine() -> Result<()> {
    with_two([Size::Phone, Size::Desk], async |host, guest, program| {
        invite(host, &guest, program.address()).await?;
        host.act("home").await?;
        host.see("[data-my-game]").await?;
        guest.act("resign").await?;
        guest.act("confirm").await?;
        guest.see("[data-ending]").await?;
        host.until("/Game over/.test(document.querySelector('[data-my-game]')?.textContent)")
            .await?;
        host.shoot("ended-elsewhere").await?;
        host.press("[data-my-game] a").await?;
        host.see("[data-ending='resignation']").await?;
        host.act("home").await?;
        host.see("[data-my-game]").await?;
        host.act("remove-game").await?;
        host.until("!document.querySelector('[data-my-game]')").await?;
        host.reload().await?;
        host.see("main[data-screen='start'] [data-game]").await?;
        ensure!(!host.has("[data-my-game]").await?, "it came back");
        guest.close().await
    })
    .await
}

#[tokio::test]
async fn a_waiting_game_calls_its_player() -> Result<()> {
    with_two([Size::Phone, Size::Desk], async |host, guest, program| {
        host.goto(&format!("{}/new/banqi", program.address())).await?;
        host.press("[data-opponent='invite']").await?;
        host.act("start").await?;
        host.see("[data-invite-link]").await?;
        let link =
            host.ask("return document.querySelector('[data-invite-link]').value", vec![]).await?;
        host.act("home").await?;
        host.see("[data-my-game][data-mine='false']").await?;
        guest.goto(link.as_str().context("a link")?).await?;
        guest.act("join").await?;
        // The deal needs random numbers from both players.
        host.see("[data-my-game][data-mine='true']").await?;
        let words = host.text("[data-my-game]").await?;
        ensure!(words.contains("All players are here"), "{words}");
        ensure!(!guest.has("[data-act='cancel-table']").await?, "no player calls it off alone");
        host.press("[data-my-game] a").await?;
        guest.see("[data-board]").await?;
        guest.until("document.querySelector('main').dataset.turn").await?;
        guest.close().await
    })
    .await
}

#[tokio::test]
async fn a_switch_among_folded_options_has_its_size() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        for game in ["xiangqi", "undercover", "banqi"] {
            page.goto(&format!("{address}/new/{game}")).await?;
            page.press("[data-opponent='computer']").await?;
            page.press("details.more summary").await?;
            let size = "(it => it && it.getBoundingClientRect().width > 40)(document.querySelector('[data-option=\"training\"]'))";
            page.until(size).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn the_result_moves_no_board() -> Result<()> {
    with_page(Size::Lying, "", async |page, address| {
        open(page, address, "xiangqi").await?;
        page.play("h2", Some("e2")).await?;
        page.until_plies(1).await?;
        let place = "return document.querySelector('[data-board]').getBoundingClientRect().x";
        let before = page.ask(place, vec![]).await?;
        page.act("resign").await?;
        page.act("confirm").await?;
        page.see("[data-ending] [data-act='share-picture']").await?;
        let longer = "document.querySelector('[data-ending] .after .main').textContent = 'Offered; waiting for the answer '.repeat(3)";
        page.ask(longer, vec![]).await?;
        let after = page.ask(place, vec![]).await?;
        ensure!(before == after, "{before} {after}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn who_is_out_has_nothing_to_press() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/new/sifang")).await?;
        page.press("[data-opponent='computer']").await?;
        page.press("[data-field='mode'] [data-value='solo']").await?;
        browser::start(page, "sifang").await?;
        page.see("[data-act='resign']").await?;
        page.act("resign").await?;
        page.act("confirm").await?;
        page.until(
            "document.querySelector('[data-status]')?.textContent.includes('others play on')",
        )
        .await?;
        for act in ["undo", "draw", "resign", "hint"] {
            let gone = format!("!document.querySelector('[data-act=\"{act}\"]')");
            page.until(&gone).await?;
        }
        Ok(())
    })
    .await
}

#[tokio::test]
async fn an_empty_ranking_leads_to_a_rated_game() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/ranking/banqi/rapid")).await?;
        page.act("play-rated").await?;
        page.see("main[data-screen='new'][data-game='banqi']").await?;
        page.see("[data-opponent='seek'][aria-pressed='true']").await?;
        page.until("document.querySelector('[data-option=\"rated\"]')?.checked").await?;
        let chosen = page.ask("return location.pathname", vec![]).await?;
        ensure!(chosen == json!("/new/banqi/rated"), "{chosen}");
        Ok(())
    })
    .await
}

/// Taps two squares on a viewed board.
async fn try_move(page: &Page, from: &str, to: &str) -> Result<()> {
    for point in [from, to] {
        page.press(&format!("[data-square='{point}']")).await?;
    }
    Ok(())
}

#[tokio::test]
async fn moves_are_tried_in_a_replay() -> Result<()> {
    for size in [Size::Phone, Size::Desk] {
        with_page(size, "", async |page, address| {
            open(page, address, "xiangqi").await?;
            page.play("h2", Some("e2")).await?;
            page.play("h9", Some("g7")).await?;
            page.until_plies(2).await?;
            page.goto(&format!("{address}/open")).await?;
            let file = "[Result \"1-0\"]\n\n1. h2e2 h9g7 2. h0g2 1-0";
            let script = "const field = document.querySelector('[data-input=\"record\"]');
                field.value = arguments[0];
                field.dispatchEvent(new Event('input', { bubbles: true }));";
            page.see("[data-input='record']").await?;
            page.ask(script, vec![json!(file)]).await?;
            page.act("open").await?;
            page.see("main[data-screen='record'][data-plies='3']").await?;

            // A move of the game is followed and starts no variation.
            try_move(page, "h2", "e2").await?;
            page.see("[data-shown='1']").await?;
            ensure!(!page.has("[data-elsewhere]").await?, "the game itself");
            // An illegal chariot move is explained.
            try_move(page, "a9", "b8").await?;
            page.see(".notice").await?;
            // Another move starts a variation, which continues.
            try_move(page, "b9", "c7").await?;
            page.see("[data-elsewhere]").await?;
            page.see("[data-piece='n'][data-at='c7']").await?;
            try_move(page, "b0", "c2").await?;
            page.see("main[data-plies='3'] [data-piece='N'][data-at='c2']").await?;
            page.shoot("tried").await?;
            page.act("back-to-game").await?;
            page.see("[data-shown='1']").await?;
            page.see("[data-other-line='0']").await?;
            // A reload keeps the variation.
            page.reload().await?;
            page.see("[data-other-line='0']").await?;
            page.press("[data-other-line='0']").await?;
            page.see("[data-elsewhere]").await?;
            page.see("main[data-plies='3']").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_refusal_moves_nothing_in_a_set_up() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/new/undercover")).await?;
        page.press("details.more summary").await?;
        page.press("[data-field='locks'] [data-value='1']").await?;
        page.act("start").await?;
        page.see("[data-setup='lock']").await?;
        let top =
            "return document.querySelector('[data-act=\"setup-done\"]').getBoundingClientRect().y";
        page.press("[data-square='a3']").await?;
        let before = page.ask(top, vec![]).await?;
        page.press("[data-square='c3']").await?;
        page.see("[data-notice]").await?;
        let after = page.ask(top, vec![]).await?;
        ensure!(before == after, "{before} {after}");
        // The notice covers nothing that has to be read or pressed.
        let covered = "const of = it => it.getBoundingClientRect();
            const toast = of(document.querySelector('[data-notice]'));
            const all = [...document.querySelectorAll('button, h1, .setup *, svg.board')];
            return all.filter(it => it.checkVisibility({ opacityProperty: true })).filter(it => {
                const room = of(it);
                return toast.bottom > room.top + 1 && toast.top < room.bottom - 1
                    && toast.right > room.left + 1 && toast.left < room.right - 1;
            }).map(it => it.outerHTML.slice(0, 80))";
        let covered = page.ask(covered, vec![]).await?;
        ensure!(covered == json!([]), "{covered}");
        page.shoot("set-up-refusal").await.map(|_| ())
    })
    .await
}

/// Before the first flip of banqi all choices are equal, and the hint says so.
#[tokio::test]
async fn a_hint_at_the_first_flip_says_that_all_are_alike() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/new/banqi")).await?;
        page.press("[data-opponent='device']").await?;
        page.press("details.more summary").await?;
        page.press("[data-option='training']").await?;
        page.act("start").await?;
        page.act("hint").await?;
        page.until("document.querySelector('[data-notice]')?.textContent.includes('equally good')")
            .await?;
        page.see("[data-mark='advice']").await?;
        page.shoot("first-hint").await.map(|_| ())
    })
    .await
}
