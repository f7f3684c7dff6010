//! Loading of the pages: which files are requested when, and what the page shows until then.

use anyhow::{Context, Result, ensure};
use browser::{Page, Size, with_page};
use serde_json::{Value, json};

/// Maximum compressed size of the start page with its lists, in bytes.
const MAX_BYTES: u64 = 330_000;

/// Maximum compressed size of everything before the first move of a first game, in bytes.
const MAX_BYTES_OF_GAME: u64 = 685_000;

/// The file that the start page requests when its lists are there, before the code of a game.
const AFTER_LISTS: &str = "/en.more.txt";

/// Files requested so far in their order, without API requests.
const FETCHED: &str = "const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return all.sort((one, other) => one.startTime - other.startTime)
        .map(e => [new URL(e.name).pathname, e.encodedBodySize])
        .filter(([path]) => !path.startsWith('/api/'))";

async fn fetched(page: &Page) -> Result<Vec<(String, u64)>> {
    Ok(serde_json::from_value(page.ask(FETCHED, vec![]).await?)?)
}

fn sum(files: &[(String, u64)]) -> u64 {
    files.iter().map(|(_, bytes)| bytes).sum()
}

#[tokio::test]
async fn the_start_page_needs_few_bytes() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/")).await?;
        page.see("[data-quick]").await?;
        page.until(&format!(
            "performance.getEntriesByType('resource').some(e => e.name.endsWith('{AFTER_LISTS}'))"
        ))
        .await?;
        let mut files = fetched(page).await?;
        let of_lists = files.iter().position(|(path, _)| path.ends_with(AFTER_LISTS));
        files.truncate(of_lists.context("no other texts")?);
        ensure!(sum(&files) <= MAX_BYTES, "{} bytes: {files:?}", sum(&files));
        ensure!(sum(&files) > 100_000, "what was fetched is not told: {files:?}");
        let has = |end: &str| files.iter().any(|(path, _)| path.ends_with(end));
        ensure!(has("/split_lobby.wasm") && has("/web_bg.wasm") && has("/en.txt"), "{files:?}");
        Ok(())
    })
    .await
}

#[tokio::test]
async fn a_first_game_needs_no_other_parts() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/")).await?;
        page.act("play-now").await?;
        page.see("main[data-screen='table'] [data-board]").await?;
        page.press("[data-square='h2']").await?;
        page.see("[data-dest='e2']").await?;
        let files = fetched(page).await?;
        let parts = files.iter().filter_map(|(path, _)| path.split_once("/split_"));
        let known = ["announcement.wasm", "lobby.wasm", "first_game.wasm"];
        let others: Vec<_> = parts.filter(|(_, part)| !known.contains(part)).collect();
        ensure!(others.is_empty(), "{others:?}");
        ensure!(sum(&files) <= MAX_BYTES_OF_GAME, "{} bytes: {files:?}", sum(&files));
        Ok(())
    })
    .await
}

/// Pages and dialogs that are loaded on demand, by address or button.
const LATER: [(&str, &str); 8] = [
    ("#/record", "main[data-screen='record'] [data-act='open']"),
    ("#/rules/banqi", "main[data-screen='rules'] [data-rules='banqi']"),
    ("#/learn/banqi", "main[data-screen='lesson'][data-ready='true'] [data-board]"),
    ("#/editor/xiangqi", "main[data-screen='editor'] [data-palette]"),
    ("#/ranking", "main[data-screen='ranking']"),
    ("#/archive", "main[data-screen='archive']"),
    ("#/account", "main[data-screen='account'] [data-form='account']"),
    ("#/hall", "main[data-screen='hall']"),
];

#[tokio::test]
async fn the_rest_arrives_when_it_is_asked_for() -> Result<()> {
    with_page(Size::Desk, "", async |page, address| {
        page.goto(&format!("{address}/")).await?;
        for (place, seen) in LATER {
            page.ask("location.hash = arguments[0]", vec![json!(place)]).await?;
            page.see(seen).await?;
        }
        page.goto(&format!("{address}/")).await?;
        page.act("settings").await?;
        page.see("[data-dialog='settings'] [data-choose-theme='ink']").await?;
        Ok(())
    })
    .await
}

#[tokio::test]
async fn what_does_not_arrive_is_asked_for_again() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/")).await?;
        page.block(&["*.wasm"]).await?;
        page.ask("location.hash = '#/ranking'", vec![]).await?;
        page.see("main[data-screen='unreachable'] [data-trouble]").await?;
        page.act("try-again").await?;
        page.see("main[data-screen='unreachable'] [data-trouble]").await?;
        // Without a tap, once it can be reached.
        page.block(&[]).await?;
        page.see("main[data-screen='ranking']").await
    })
    .await
}

/// Without its worker, the computer does not play, and the page says so.
#[tokio::test]
async fn a_computer_that_does_not_come_is_told_of() -> Result<()> {
    // Requests of a worker cannot be blocked from the page.
    let early = "window.Worker = class extends Worker {
        constructor(_, options) { super('/is-not-here.js', options); }
    };";
    with_page(Size::Phone, early, async |page, address| {
        page.goto(&format!("{address}/new/banqi")).await?;
        page.press("[data-opponent='computer']").await?;
        page.act("start").await?;
        page.see("main[data-screen='table'] [data-board]").await?;
        page.play("b2", None).await?;
        let notice = "document.querySelector('[data-notice]')?.textContent";
        page.until(&format!("{notice}?.includes('load this part')")).await
    })
    .await
}

#[tokio::test]
async fn a_tap_is_answered_before_what_it_asks_for_is_here() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/")).await?;
        // So slow that nothing arrives during this test.
        page.slow_down(8_000, 20_000, 1.0).await?;
        page.press(".card[data-game='sifang']").await?;
        page.act("new-game").await?;
        page.see("main[aria-busy] [data-coming='sifang']").await?;
        let name = page.text("main[aria-busy] h1").await?;
        ensure!(name == "Sifang", "{name}");
        Ok(())
    })
    .await
}

/// Placeholders are shown for data that is still loading. They are announced to screen readers, and
/// their replacement does not move the content above.
#[tokio::test]
async fn outlines_stand_where_something_is_awaited() -> Result<()> {
    const HELD: &str = "const held = document.querySelector('[data-awaited]');
        const outlines = [...held.querySelectorAll('span')].filter(it => it.getBoundingClientRect().height > 8);
        return [held.getAttribute('role'), held.innerText.trim() !== '', outlines.length > 2]";
    const TOP: &str =
        "return Math.round(document.querySelector('main .sheet').getBoundingClientRect().top)";
    for size in [Size::Phone, Size::Desk] {
        with_page(size, "", async |page, address| {
            for place in ["#/ranking", "#/archive"] {
                let screen = format!("main[data-screen='{}']", &place[2..]);
                // The page's program is loaded, but not its data.
                page.goto(&format!("{address}/{place}")).await?;
                page.until("!document.querySelector('[data-awaited]')").await?;
                page.ask("location.hash = '#/'", vec![]).await?;
                page.see("main[data-screen='start']").await?;
                page.slow_down(100_000, 5_000, 1.0).await?;
                page.ask("location.hash = arguments[0]", vec![json!(place)]).await?;
                page.see(&format!("{screen} [data-awaited]")).await?;
                let held = page.ask(HELD, vec![]).await?;
                ensure!(held == json!(["status", true, true]), "{place}: {held}");
                ensure!(page.fits().await?, "{place}: something sticks out");
                let top = page.ask(TOP, vec![]).await?;
                page.slow_down(0, 0, 1.0).await?;
                page.until("!document.querySelector('[data-awaited]')").await?;
                page.see(&screen).await?;
                let later = page.ask(TOP, vec![]).await?;
                ensure!(top == later, "{place}: it moved from {top} to {later}");
            }
            Ok(())
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn a_tap_is_answered_before_the_program_is_here() -> Result<()> {
    for size in [Size::Phone, Size::Lying, Size::Desk] {
        with_page(size, "", async |page, address| {
            page.block(&["*.wasm"]).await?;
            page.visit(&format!("{address}/")).await?;
            let seen = "const seen = selector => document.querySelector(selector).checkVisibility();
                return [seen('#early .start'), seen('[data-early=\"sifang\"]'), seen('[data-early=\"now\"]')]";
            ensure!(page.ask(seen, vec![]).await? == json!([true, false, false]), "before the tap");
            page.press("#early .card[href$='sifang']").await?;
            page.until("document.querySelector('[data-early=\"sifang\"]').checkVisibility()").await?;
            ensure!(page.ask(seen, vec![]).await? == json!([false, true, false]), "after the tap");
            let name = page.text("[data-early='sifang'] h1").await?;
            ensure!(name == "Sifang", "{name}");
            ensure!(page.fits().await?, "something sticks out");
            page.shoot("early-tapped").await?;
            page.press("[data-early='sifang'] a").await?;
            page.until("document.querySelector('#early .start').checkVisibility()").await?;
            page.press("#early .play-now").await?;
            page.until("document.querySelector('[data-early=\"now\"]').checkVisibility()").await?;
            page.shoot("early-table").await?;
            ensure!(page.fits().await?, "something sticks out");
            // The program continues where the tap has led.
            page.block(&[]).await?;
            page.reload().await?;
            page.see("main[data-screen='table'] [data-board]").await
        })
        .await?;
    }
    Ok(())
}

#[tokio::test]
async fn the_start_page_stands_before_its_program() -> Result<()> {
    let cases = [
        (json!({}), "en", "Xiangqi", "paper"),
        (json!({ "language": "zh-Hans", "theme": "ink" }), "zh-Hans", "象棋", "ink"),
        (json!({ "language": "zh-Hant" }), "zh-Hant", "象棋", "paper"),
    ];
    for (settings, language, xiangqi, theme) in cases {
        let early = format!(
            "localStorage.setItem('chuhe.settings', {});",
            Value::String(settings.to_string())
        );
        with_page(Size::Phone, &early, async |page, address| {
            page.block(&["*.wasm"]).await?;
            page.visit(&format!("{address}/")).await?;
            page.see("#early .card strong").await?;
            let name = page.text("#early .card strong").await?;
            ensure!(name == xiangqi, "{language}: {name}");
            let look = "const root = document.documentElement;
                return [root.lang, root.dataset.theme, getComputedStyle(document.body).fontFamily !== '',
                    document.querySelector('#early .card').getBoundingClientRect().height > 50]";
            let seen = page.ask(look, vec![]).await?;
            ensure!(seen == json!([language, theme, true, true]), "{language}: {seen}");
            ensure!(page.fits().await?, "{language}: something sticks out");
            page.shoot(&format!("early-{language}")).await?;
            // The program replaces the first page with the same text.
            page.block(&[]).await?;
            page.goto(&format!("{address}/")).await?;
            page.until("!document.querySelector('#early')").await?;
            let name = page.text("[data-game='xiangqi'] strong").await?;
            ensure!(name == xiangqi, "{language}: {name}");
            Ok(())
        })
        .await?;
    }
    Ok(())
}

/// On a second visit the program is cached and the page is not. The program must wait for the whole
/// page, or the rest of the page would stay below it.
#[tokio::test]
async fn a_program_that_is_faster_than_its_page_waits_for_it() -> Result<()> {
    const NOTE: &str = "const started = WebAssembly.instantiateStreaming;
        WebAssembly.instantiateStreaming = (...all) => {
            window.began = document.readyState;
            return started.apply(WebAssembly, all);
        };";
    with_page(Size::Phone, NOTE, async |page, address| {
        page.goto(&format!("{address}/")).await?;
        // The page takes about a second, and cached files no time.
        page.slow_down(100_000, 20, 1.0).await?;
        page.goto(&format!("{address}/?again")).await?;
        page.until("!document.querySelector('#early')").await?;
        let began = page.ask("return window.began", vec![]).await?;
        ensure!(
            began.is_string() && began != json!("loading"),
            "the program began when the page was {began}"
        );
        Ok(())
    })
    .await
}

#[tokio::test]
async fn one_tap_plays_at_once() -> Result<()> {
    with_page(Size::Phone, "", async |page, address| {
        page.goto(&format!("{address}/")).await?;
        page.act("play-now").await?;
        page.see("main[data-screen='table'][data-game='xiangqi'] [data-board]").await?;
        // The back button leads to the start page and not to another game.
        page.ask("history.back()", vec![]).await?;
        page.see("main[data-screen='start'] [data-my-game]").await?;
        page.until("document.querySelectorAll('[data-my-game]').length === 1").await
    })
    .await
}

/// The textures of all themes, and each game's board with the gradients and shapes of all piece
/// sets, are smaller as compressed text than as images.
#[tokio::test]
async fn boards_and_pieces_are_small() -> Result<()> {
    const MAX_BYTES: u64 = 60_000;
    let read = "const root = document.documentElement;
        const grains = ['paper', 'wood', 'jade', 'ink'].map(theme => {
            root.dataset.theme = theme;
            return getComputedStyle(root).getPropertyValue('--texture');
        });
        const drawn = [...document.querySelectorAll('svg.sprite, svg.board .ground')].map(e => e.outerHTML);
        const size = async text => {
            const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
            return (await new Response(packed).arrayBuffer()).byteLength;
        };
        return Promise.all([grains.join(''), ...drawn].map(size))";
    with_page(Size::Desk, "", async |page, address| {
        for game in ["xiangqi", "sifang", "banqi"] {
            page.goto(&format!("{address}/new/{game}")).await?;
            page.press("[data-opponent='device']").await?;
            page.act("start").await?;
            page.see("main[data-screen='table'] [data-board] .piece").await?;
            let sizes: Vec<u64> = serde_json::from_value(page.ask(read, vec![]).await?)?;
            let bytes: u64 = sizes.iter().sum();
            ensure!(sizes.len() == 3 && sizes.iter().all(|&bytes| bytes > 200), "{sizes:?}");
            ensure!(bytes <= MAX_BYTES, "{game}: {bytes} bytes: {sizes:?}");
        }
        Ok(())
    })
    .await
}

/// Positions of the start page's parts; `null` for missing ones.
const PLACES: &str =
    "return ['.masthead', '.play-now', '.pictures-offer', '.my-place', '.cards'].map(selector => {
    const found = [...document.querySelectorAll(selector)].find(it => it.checkVisibility());
    if (!found) return null;
    const place = found.getBoundingClientRect();
    return [place.left, place.top, place.width, place.height].map(Math.round);
})";

/// The first response already contains the question about piece sets on English pages and
/// everything else, so the program moves nothing.
#[tokio::test]
async fn nothing_moves_on_a_first_visit() -> Result<()> {
    let cases = [
        (json!({ "language": "zh-Hans" }), false),
        (json!({ "pieces": "letters" }), false),
        (json!({ "notation": "uci" }), false),
        (json!({ "pictures_asked": true }), false),
        (json!({ "pieces": "brush", "notation": "chinese" }), true),
    ];
    let first = Size::ALL.map(|size| (size, json!({}), true));
    let cases = cases.into_iter().map(|(kept, asks)| (Size::Desk, kept, asks));
    for (size, kept, asks) in first.into_iter().chain(cases) {
        let settings = Value::String(kept.to_string());
        let early = format!("localStorage['chuhe.settings'] ??= {settings};");
        with_page(size, &early, async |page, address| {
            page.block(&["*.wasm"]).await?;
            page.visit(&format!("{address}/")).await?;
            page.see("#early .start .cards").await?;
            let early = page.ask(PLACES, vec![]).await?;
            page.shoot("first-visit-early").await?;
            page.block(&[]).await?;
            page.reload().await?;
            page.see("main[data-screen='start'] .card").await?;
            let there = page.ask(PLACES, vec![]).await?;
            ensure!(there[2].is_array() == asks, "{kept}: it asks at {}", there[2]);
            ensure!(is_same(&early, &there), "{kept}: the program moved {early} to {there}");
            Ok(())
        })
        .await?;
    }
    Ok(())
}

/// Whether positions are equal within one pixel of rounding.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (one, other) => match (one.as_i64(), other.as_i64()) {
            (Some(one), Some(other)) => (one - other).abs() <= 1,
            _ => one == other,
        },
    }
}

/// Whether the height of the own games was stored, which happens after the server's answer.
const PLACE_IS_KEPT: &str =
    "localStorage['chuhe.my-games'] && !document.querySelector('.my-place.held')";

#[tokio::test]
async fn nothing_moves_when_ones_games_arrive() -> Result<()> {
    let asked = Size::ALL.map(|size| (size, false));
    for (size, answers) in asked.into_iter().chain([(Size::Phone, true), (Size::Desk, true)]) {
        with_page(size, "", async |page, address| {
            page.goto(&format!("{address}/")).await?;
            // A question stays until it is answered.
            if answers {
                page.act("keep-characters").await?;
                page.until("!document.querySelector('.pictures-offer')").await?;
            }
            for _ in 0..2 {
                page.act("play-now").await?;
                page.see("main[data-screen='table'] [data-board]").await?;
                page.act("home").await?;
                page.see("main[data-screen='start'] .play-now").await?;
                let before = page.ask(PLACES, vec![]).await?;
                page.see("[data-my-game]").await?;
                page.until(PLACE_IS_KEPT).await?;
                let after = page.ask(PLACES, vec![]).await?;
                ensure!(
                    is_same(&before, &after),
                    "the game that was left moved {before} to {after}"
                );
            }
            page.block(&["*.wasm"]).await?;
            page.visit(&format!("{address}/")).await?;
            page.see("#early .start").await?;
            let early = page.ask(PLACES, vec![]).await?;
            page.shoot("early-start").await?;
            page.block(&[]).await?;
            page.reload().await?;
            page.see("main[data-screen='start'] .card").await?;
            let before = page.ask(PLACES, vec![]).await?;
            page.see("[data-my-game]").await?;
            page.until("!document.querySelector('.my-place.held')").await?;
            let after = page.ask(PLACES, vec![]).await?;
            page.shoot("start-with-games").await?;
            ensure!(is_same(&early, &before), "the program moved {early} to {before}");
            ensure!(is_same(&before, &after), "one's games moved {before} to {after}");
            Ok(())
        })
        .await?;
    }
    Ok(())
}
