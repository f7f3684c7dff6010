use serde::{Deserialize, Serialize};

/// Time control and rules of a game.
///
/// ```
/// use boardlink::{Clock, Settings};
///
/// // Fifteen minutes each, ten seconds increment, and the third alarm loses.
/// let time = Clock { main_ms: 900_000, increment_ms: 10_000, ..Clock::default() };
/// let settings = Settings { clocks: [time, time], alarm_limit: 3, ..Settings::default() };
/// assert!(!settings.touch_move && settings.clocks[1].periods == 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Settings {
    /// Time control of Red and of Black.
    pub clocks: [Clock; 2],
    /// Whether a touched piece must move.
    pub touch_move: bool,
    /// Whether a capture must begin with the capturing piece; lifting the captured piece first is
    /// an alarm.
    pub strict_order: bool,
    /// Whether play continues until a general is captured.
    pub capture_general: bool,
    /// Number of alarms that loses the game; 0 for no limit.
    pub alarm_limit: u8,
}

/// Time control of one side, in milliseconds; 0 disables a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Clock {
    /// Main time for the whole game.
    pub main_ms: u32,
    /// Increment per move.
    pub increment_ms: u32,
    /// Number of byo-yomi periods after the main time.
    pub periods: u8,
    /// Length of a byo-yomi period.
    pub period_ms: u32,
    /// Maximum time for one move.
    pub move_ms: u32,
}
