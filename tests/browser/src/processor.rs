//! How fast a processor is, whatever machine runs the browser, and however busy it is today: times of
//! a page mean something only beside it.

use crate::Page;
use anyhow::{Context, Result, ensure};

/// What the work below takes on the machine that "so many times slower" means: one on which
/// `chuhe bench` visits 1.3 million nodes a second.
const REFERENCE_MS: f64 = 2.6;

/// Some work as pages do it, over and over; returns the shortest time that it took.
const WORK: &str = "
    const work = () => {
        const begin = performance.now();
        const words = new Map();
        for (let i = 0; i < 40_000; i++) {
            const word = 'a' + (i * 7_919) % 1_009;
            words.set(word, (words.get(word) || 0) + i);
        }
        return performance.now() - begin;
    };
    for (let warm = 0; warm < 5; warm++) work();
    return Math.min(...Array.from({ length: 20 }, work));";

impl Page {
    /// How many times slower the browser has to be made for its processor to be so many times slower
    /// than the reference.
    pub async fn processor_rate(&self, slower: f64) -> Result<f64> {
        let took = self.ask(WORK, vec![]).await?.as_f64().context("a time")?;
        ensure!(took > 0.0, "work took no time");
        // No browser can be made faster than it is.
        Ok((slower * REFERENCE_MS / took).max(1.0))
    }
}
