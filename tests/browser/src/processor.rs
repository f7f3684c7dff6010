//! Measures the processor's current speed, so that time measurements are comparable between
//! machines and loads.

use crate::Page;
use anyhow::{Context, Result, ensure};

/// Duration of the work below on the reference machine, where `chuhe bench` visits 1.3 million
/// nodes per second.
const REFERENCE_MS: f64 = 2.6;

/// Repeats some typical work of a page and returns its shortest duration.
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
    /// Factor by which to slow the browser down, so that it is `slower` times slower than the
    /// reference.
    pub async fn processor_rate(&self, slower: f64) -> Result<f64> {
        let took = self.ask(WORK, vec![]).await?.as_f64().context("a time")?;
        ensure!(took > 0.0, "work took no time");
        // A browser cannot be made faster.
        Ok((slower * REFERENCE_MS / took).max(1.0))
    }
}
