//! Hostile values in the browser's storage, listeners, and questions to the server. `crates/ui-model`
//! tests each key with each value; here all keys are hostile at once.

use anyhow::{Context, Result, ensure};
use browser::{Size, with_page};
use serde_json::json;

/// Keys that the page reads. A game and a table have the id `0a`.
const KEYS: &[&str] = &[
    "chuhe.settings",
    "chuhe.account",
    "chuhe.games",
    "chuhe.game.count",
    "chuhe.game.seen",
    "chuhe.game.about",
    "chuhe.game.0",
    "chuhe.game.0a.count",
    "chuhe.game.0a.seen",
    "chuhe.game.0a.about",
    "chuhe.game.0a.0",
    "chuhe.seat.0a",
    "chuhe.pending.0a",
    "chuhe.witness.0a",
    "chuhe.my-games",
    "chuhe.tours",
    "chuhe.arbiter",
];

#[tokio::test]
async fn hostile_values_do_not_stop_the_page() -> Result<()> {
    with_page(Size::Phone, "localStorage['chuhe.tours'] ??= ''", async |page, address| {
        page.goto(&format!("{address}/")).await?;
        for value in [
            json!("1000000000"),
            json!(""),
            json!("null"),
            json!("[]"),
            json!("{}"),
            json!("[\"0a\",\"0a\",\"../x\"]"),
            json!("-1x1e9xNaNx0x18446744073709551616"),
            json!("\u{0}💥\"\\"),
            json!("x".repeat(90_000)),
        ] {
            let set = "localStorage.clear();
                sessionStorage.clear();
                for (const key of arguments[0]) {
                    localStorage[key] = arguments[1];
                    sessionStorage[key] = arguments[1];
                }
                if (arguments[1] !== '1000000000') localStorage['chuhe.game.count'] = '3';
                for (const key of ['chuhe.record', 'chuhe.record-ply']) sessionStorage[key] = arguments[1];";
            page.ask(set, vec![json!(KEYS), value.clone()]).await?;
            let shown = value.as_str().context("a text")?.chars().take(20).collect::<String>();
            for place in ["/", "/play", "/play/0a", "/record", "/t/0a", "/open"] {
                page.visit("about:blank").await?;
                page.visit(&format!("{address}{place}")).await?;
                let is_there = page.until("!document.querySelector('#early') && document.querySelector('main[data-screen]')");
                is_there.await.with_context(|| format!("{place} with {shown}"))?;
            }
            page.visit("about:blank").await?;
            page.goto(&format!("{address}/new/xiangqi")).await?;
            page.press("[data-opponent='device']").await?;
            page.act("start").await?;
            page.see("main[data-screen='table'] [data-board]").await?;
            page.play("h2", Some("e2")).await.with_context(|| format!("a move with {shown}"))?;
        }
        Ok(())
    })
    .await
}

/// A listener of the window for each table would stay for as long as the page is open.
#[tokio::test]
async fn a_table_that_is_left_leaves_no_listener() -> Result<()> {
    const COUNT: &str = "window.listening = 0;
        const [add, remove] = [EventTarget.prototype.addEventListener, EventTarget.prototype.removeEventListener];
        const counts = (target, type) => target === window && ['pagehide', 'pageshow'].includes(type);
        EventTarget.prototype.addEventListener = function (type, ...rest) {
            if (counts(this ?? window, type)) window.listening += 1;
            return add.call(this ?? window, type, ...rest);
        };
        EventTarget.prototype.removeEventListener = function (type, ...rest) {
            if (counts(this ?? window, type)) window.listening -= 1;
            return remove.call(this ?? window, type, ...rest);
        };";
    with_page(Size::Desk, COUNT, async |page, address| {
        page.goto(&format!("{address}/new/xiangqi")).await?;
        page.press("[data-opponent='invite']").await?;
        page.act("start").await?;
        page.see("[data-invite-link]").await?;
        let first = page.ask("return window.listening", vec![]).await?;
        ensure!(first.as_i64().is_some_and(|count| count >= 2), "nothing listens: {first}");
        for _ in 0..3 {
            page.act("home").await?;
            page.see("main[data-screen='start']").await?;
            page.ask("history.back()", vec![]).await?;
            page.see("[data-invite-link]").await?;
        }
        let last = page.ask("return window.listening", vec![]).await?;
        ensure!(first == last, "{first} listeners became {last}");
        Ok(())
    })
    .await
}

/// A guest for whose seat the browser has no room plays on in this page, and is warned once.
#[tokio::test]
async fn a_seat_without_storage_is_reported() -> Result<()> {
    const FILL: &str = "for (let size = 1 << 20; size > 0; size >>= 1) {
        try {
            for (let i = 0; ; i += 1) localStorage[`fill.${size}.${i}`] = 'x'.repeat(size);
        } catch (_) {}
    }";
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/new/xiangqi")).await?;
        page.press("[data-opponent='invite']").await?;
        page.ask(FILL, vec![]).await?;
        page.act("start").await?;
        page.see("[data-invite-link]").await?;
        page.see("[data-storage='full']").await?;
        ensure!(page.fits().await?, "the warning sticks out");
        page.act("close-storage-warning").await?;
        page.until("!document.querySelector('[data-storage]')").await?;
        page.act("home").await?;
        page.see("main[data-screen='start']").await?;
        page.ask("history.back()", vec![]).await?;
        page.see("[data-invite-link]").await?;
        ensure!(!page.has("[data-storage]").await?, "the warning was closed");
        Ok(())
    })
    .await
}

/// The list of games waits for one round trip to the server, not for one round trip for each game.
#[tokio::test]
async fn the_server_is_asked_about_all_games_at_once() -> Result<()> {
    const GAMES: usize = 6;
    const WATCH: &str = "window.running = 0;
        window.most = 0;
        const plain = window.fetch;
        window.fetch = async (...all) => {
            const path = new URL(all[0].url ?? all[0], location).pathname;
            if (!/^\\/api\\/tables\\/[^/]+$/.test(path)) return plain(...all);
            window.running += 1;
            window.most = Math.max(window.most, window.running);
            await new Promise(done => setTimeout(done, 300));
            window.running -= 1;
            return plain(...all);
        };";
    with_page(Size::Desk, WATCH, async |page, address| {
        page.goto(&format!("{address}/")).await?;
        let open = "const done = arguments[arguments.length - 1];
            const plan = { variant: 'xiangqi', options: '', clock: 'none', seats: [{ kind: 'host' }, { kind: 'open' }] };
            const body = JSON.stringify({ plan, name: 'Ada' });
            const headers = { 'content-type': 'application/json' };
            (async () => {
                for (let i = 0; i < arguments[0]; i += 1) {
                    const answer = await fetch('/api/tables', { method: 'POST', headers, body });
                    const { table, token, seats } = await answer.json();
                    localStorage['chuhe.seat.' + table] = JSON.stringify({ token, seats });
                }
                done(Object.keys(localStorage).filter(key => key.startsWith('chuhe.seat.')).length);
            })();";
        let opened = page.ask_async(open, vec![json!(GAMES)]).await?;
        ensure!(opened == json!(GAMES), "{opened} tables");
        page.reload().await?;
        page.see("[data-my-game]").await?;
        let most = page.ask("return window.most", vec![]).await?;
        ensure!(most == json!(GAMES), "{most} questions at once");
        Ok(())
    })
    .await
}
