use clock::Controls;
use xiangqi::Options;

/// How a board is set: how patient its sensors are, and by which rules it plays.
///
/// ```
/// use sensing::{CaptureOrder, Settings};
///
/// // As at a tournament: clocks, touch-move, and the third alarm loses.
/// let settings = Settings {
///     capture_order: CaptureOrder::Strict,
///     touch_move: true,
///     alarm_limit: Some(3),
///     controls: "60+30".parse()?,
///     ..Settings::DEFAULT
/// };
/// assert!(settings.settle_ms > settings.reply_ms && settings.reply_ms > settings.debounce_ms);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How long a sensor must say the same before it is believed, in milliseconds.
    pub debounce_ms: u16,
    /// How long a piece must stand before it has landed: one that is dragged over other points
    /// trips their sensors on its way.
    pub settle_ms: u16,
    /// How long a piece must stand before the opponent's reaching for a reply settles it. More
    /// than a dragged piece takes to pass a point.
    pub reply_ms: u16,
    /// How long to wait for a player who holds more pieces than a move needs, before asking.
    pub patience_ms: u16,
    /// How long a piece of the side that is not on move may be off the board before the board says
    /// that it is missing.
    pub missing_ms: u16,
    /// In which order a capture lifts the pieces.
    pub capture_order: CaptureOrder,
    /// Whether a piece that was lifted must be moved if it can.
    pub touch_move: bool,
    /// Whether play goes on until a general is captured: a move may then leave one's own general
    /// attacked.
    pub capture_general: bool,
    /// How many alarms lose the game; `None` for any number.
    pub alarm_limit: Option<u8>,
    /// The clocks, Red's first.
    pub controls: Controls,
    /// When a game is drawn for lack of progress, and how repetition is judged.
    pub rules: Options,
}

impl Settings {
    /// What a board has when it leaves the workbench: no clock, lenient.
    pub const DEFAULT: Settings = Settings {
        debounce_ms: 30,
        settle_ms: 400,
        reply_ms: 120,
        patience_ms: 1_500,
        missing_ms: 3_000,
        capture_order: CaptureOrder::Lenient,
        touch_move: false,
        capture_general: false,
        alarm_limit: None,
        controls: Controls::NONE,
        rules: Options::DEFAULT,
    };
}

impl Default for Settings {
    fn default() -> Settings {
        Settings::DEFAULT
    }
}

/// In which order a capture lifts the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CaptureOrder {
    /// Either piece first.
    #[default]
    Lenient,
    /// The capturing piece first, then the captured one; the other order raises an alarm.
    Strict,
}
