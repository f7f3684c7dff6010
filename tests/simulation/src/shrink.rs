//! Shortens a failing script.

use crate::script::Script;

/// Returns the shortest script found that still fails, by removing halves, quarters and single
/// steps.
pub fn shrink(script: &Script, fails: impl Fn(&Script) -> bool) -> Script {
    let mut best = script.clone();
    let mut size = best.steps.len().div_ceil(2);
    while size > 0 {
        let mut start = 0;
        let mut has_shrunk = false;
        while start < best.steps.len() {
            let mut tried = best.clone();
            tried.steps.drain(start..(start + size).min(tried.steps.len()));
            if fails(&tried) {
                best = tried;
                has_shrunk = true;
            } else {
                start += size;
            }
        }
        // Repeats single steps if a removal may allow another.
        if !has_shrunk || size > 1 {
            size /= 2;
        }
    }
    simplify(best, fails)
}

/// Removes the board, the second server, the spectators and the second device if it still fails.
fn simplify(script: Script, fails: impl Fn(&Script) -> bool) -> Script {
    let simpler: [fn(&mut Script); 4] = [
        |script| script.servers = 1,
        |script| script.has_board = false,
        |script| script.tables.iter_mut().for_each(|table| table.spectators = 0),
        |script| script.tables.iter_mut().for_each(|table| table.second_device = false),
    ];
    simpler.into_iter().fold(script, |script, simplify| {
        let mut tried = script.clone();
        simplify(&mut tried);
        if fails(&tried) { tried } else { script }
    })
}
