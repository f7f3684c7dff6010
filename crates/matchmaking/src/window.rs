/// Window of a player who has just arrived, in rating points to either side.
pub const MIN_WINDOW: u16 = 100;

/// Points by which the window grows with every [`STEP_MS`].
pub const WINDOW_STEP: u16 = 25;

/// Largest window, in rating points to either side.
pub const MAX_WINDOW: u16 = 500;

/// Time between two steps of the window, in milliseconds.
pub const STEP_MS: u64 = 5_000;

/// Rating difference that a player accepts after this waiting time.
///
/// ```
/// use matchmaking::window;
///
/// assert_eq!([0, 5_000, 60_000, 80_000, 3_600_000].map(window), [100, 125, 400, 500, 500]);
/// ```
pub const fn window(waited_ms: u64) -> u16 {
    let steps = waited_ms / STEP_MS;
    let max_steps = ((MAX_WINDOW - MIN_WINDOW) / WINDOW_STEP) as u64;
    if steps >= max_steps { MAX_WINDOW } else { MIN_WINDOW + steps as u16 * WINDOW_STEP }
}
