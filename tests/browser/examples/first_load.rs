//! Measures the first visit on a slow phone: `cargo xtask first-load`.
//!
//! The phone has 1.6 Mbit/s, 150 ms latency and a processor four times slower than the reference
//! (`Page::processor_rate`). One visitor waits for the lists of the start page, and then plays. Another
//! taps a game as soon as it is visible, and gets its form.
#![allow(clippy::print_stdout)]

use anyhow::{Result, ensure};
use browser::{Page, Size, with_page};
use std::{cell::RefCell, collections::BTreeMap};

const BITS_PER_SECOND: u32 = 1_600_000;
const LATENCY_MS: u32 = 150;
const SLOWER: f64 = 4.0;

/// Runs with the page: notes when the lists of the start page can be used, starts a game as soon as the
/// visitor asks for it, and notes when its board is there.
const WAITS: &str = "
    window.firstLoad = {};
    const isSeen = selector => document.querySelector(selector)?.checkVisibility();
    const look = () => {
        const [now, noted] = [performance.now(), window.firstLoad];
        if (isSeen('main[data-screen]')) noted['program'] ??= now;
        if (isSeen('[data-quick]') && isSeen('.people-list') && isSeen('.level-strip')) noted['lists'] ??= now;
        if (window.plays) {
            if (!noted.asked) {
                noted.asked = now;
                document.querySelector('[data-act=\"play-now\"]').click();
            }
            if (isSeen('main[data-screen=\"table\"] [data-board]')) return noted['board after a tap'] = now - noted.asked;
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);";

/// Runs with the page: taps a game once it is visible, and notes the times of the answer and the form.
const TAPS: &str = "
    window.firstLoad = {};
    const isSeen = element => element?.checkVisibility();
    const look = () => {
        const [now, noted] = [performance.now(), window.firstLoad];
        const card = document.querySelector('.card[href$=\"new/xiangqi\"], [data-act=\"new-game\"]');
        if (isSeen(card) && !noted.tapped) {
            noted.tapped = now;
            card.click();
        } else if (noted.tapped) {
            const answer = '[data-early=\"xiangqi\"], [data-coming], main[data-screen=\"new\"]';
            if ([...document.querySelectorAll(answer)].some(isSeen)) noted['answer to a tap'] ??= now;
            if (document.querySelector('main[data-screen=\"new\"]')) return noted['form of the game'] = now;
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);";

/// Path, size in bytes and time of arrival of each file, in milliseconds since the start.
const FILES: &str = "const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    return all.map(e => [new URL(e.name).pathname, e.encodedBodySize, e.responseEnd]).filter(([path]) => !path.startsWith('/api/'))";

/// Times noted by the page, in milliseconds since the start of the navigation unless the name says
/// otherwise.
type Times = BTreeMap<String, f64>;

#[tokio::main]
async fn main() -> Result<()> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(5), |count| count.parse())?;
    ensure!(rounds > 0, "expected a number of rounds");
    let all = RefCell::new(BTreeMap::<String, Vec<f64>>::new());
    for round in 1..=rounds {
        println!("round {round}");
        let keep = |times: Times| {
            for (name, ms) in times {
                println!("  {ms:>6.0} ms: {name}");
                all.borrow_mut().entry(name).or_default().push(ms);
            }
        };
        with_page(Size::Phone, WAITS, async |page, address| {
            visit(page, address).await?;
            page.until("window.firstLoad.lists").await?;
            if round == 1 {
                print_files(page).await?;
            }
            let painted =
                "return performance.getEntriesByName('first-contentful-paint')[0].startTime";
            let painted: f64 = serde_json::from_value(page.ask(painted, vec![]).await?)?;
            keep(Times::from([("first paint".to_owned(), painted)]));
            page.ask("window.plays = true", vec![]).await?;
            page.until("window.firstLoad['board after a tap']").await?;
            keep(noted(page).await?);
            Ok(())
        })
        .await?;
        with_page(Size::Phone, TAPS, async |page, address| {
            visit(page, address).await?;
            page.until("window.firstLoad['form of the game']").await?;
            keep(noted(page).await?);
            Ok(())
        })
        .await?;
    }
    for (name, times) in all.into_inner() {
        println!("measured first load, {name}: {:.0} ms", median(times));
    }
    Ok(())
}

async fn visit(page: &Page, address: &str) -> Result<()> {
    let rate = page.processor_rate(SLOWER).await?;
    page.slow_down(BITS_PER_SECOND, LATENCY_MS, rate).await?;
    page.goto(&format!("{address}/")).await
}

/// The times that results are made of.
async fn noted(page: &Page) -> Result<Times> {
    let mut noted: Times =
        serde_json::from_value(page.ask("return window.firstLoad", vec![]).await?)?;
    noted.retain(|name, _| !["asked", "tapped"].contains(&name.as_str()));
    Ok(noted)
}

async fn print_files(page: &Page) -> Result<()> {
    let files: Vec<(String, f64, f64)> = serde_json::from_value(page.ask(FILES, vec![]).await?)?;
    for (path, bytes, at_ms) in &files {
        println!("  {bytes:>8} bytes, there at {at_ms:>5.0} ms: {path}");
    }
    let sum: f64 = files.iter().map(|(_, bytes, _)| bytes).sum();
    println!("measured first load, until the lists: {sum} bytes");
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
