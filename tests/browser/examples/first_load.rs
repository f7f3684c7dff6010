//! Measures the first visit on a slow phone: `cargo xtask first-load`.
//!
//! The phone has 1.6 Mbit/s, 150 ms latency and a processor four times slower than the reference
//! (`Page::processor_rate`). It opens the start page and taps a game as soon as possible. Measured
//! are the first answer to the tap, the start of the program and the game's form.
#![allow(clippy::print_stdout)]

use anyhow::{Result, ensure};
use browser::{Size, with_page};
use serde::Deserialize;
use std::cell::RefCell;

const BITS_PER_SECOND: u32 = 1_600_000;
const LATENCY_MS: u32 = 150;
const SLOWER: f64 = 4.0;

/// Runs with the page: taps a game once it is visible, and records the times of the answer, the
/// program and the form.
const TAP: &str = "
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
            if ([...document.querySelectorAll(answer)].some(isSeen)) noted.answered ??= now;
            if (!document.querySelector('#early')) noted.taken_over ??= now;
            if (document.querySelector('main[data-screen=\"new\"]')) return noted.ready = now;
        }
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);";

/// Times in milliseconds since the start of the navigation.
#[derive(Deserialize)]
struct Noted {
    painted: f64,
    tapped: f64,
    answered: f64,
    taken_over: f64,
    ready: f64,
    files: Vec<(String, f64, f64)>,
}

const READ: &str = "return {
    painted: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    tapped: window.firstLoad.tapped,
    answered: window.firstLoad.answered,
    taken_over: window.firstLoad.taken_over,
    ready: window.firstLoad.ready,
    files: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .map(e => [new URL(e.name).pathname, e.encodedBodySize, e.responseEnd]),
}";

#[tokio::main]
async fn main() -> Result<()> {
    let rounds: usize = std::env::args().nth(1).map_or(Ok(5), |count| count.parse())?;
    ensure!(rounds > 0, "expected a number of rounds");
    let times = RefCell::new([(); 4].map(|()| Vec::new()));
    let bytes = RefCell::new(0.0);
    for round in 1..=rounds {
        with_page(Size::Phone, TAP, async |page, address| {
            let rate = page.processor_rate(SLOWER).await?;
            page.slow_down(BITS_PER_SECOND, LATENCY_MS, rate).await?;
            page.goto(&format!("{address}/")).await?;
            page.until("window.firstLoad.ready").await?;
            let noted: Noted = serde_json::from_value(page.ask(READ, vec![]).await?)?;
            println!(
                "round {round}: first paint {:.0} ms, first tap {:.0} ms, answered {:.0} ms, the program there {:.0} ms, its form {:.0} ms",
                noted.painted, noted.tapped, noted.answered, noted.taken_over, noted.ready
            );
            if round == 1 {
                for (path, bytes, at_ms) in &noted.files {
                    println!("  {bytes:>8} bytes, there at {at_ms:>5.0} ms: {path}");
                }
            }
            *bytes.borrow_mut() = noted.files.iter().map(|(_, bytes, _)| bytes).sum();
            let mut times = times.borrow_mut();
            let round = [noted.painted, noted.answered, noted.taken_over, noted.ready];
            times.iter_mut().zip(round).for_each(|(all, time)| all.push(time));
            Ok(())
        })
        .await?;
    }
    let [paint, answer, program, form] = times.into_inner().map(middle);
    println!(
        "median: first paint {paint:.0} ms, first tap answered {answer:.0} ms, the program there {program:.0} ms, the form {form:.0} ms"
    );
    println!("measured first load, first paint: {paint:.0} ms");
    println!("measured first load, form of the game: {form:.0} ms");
    println!("measured first load, until the form: {} bytes", bytes.into_inner());
    Ok(())
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
