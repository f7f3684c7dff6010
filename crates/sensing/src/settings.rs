use clock::Controls;
use xiangqi::Options;

/// Configuration of a board: the timing of its sensors, and the rules of the game.
///
/// ```
/// use sensing::{CaptureOrder, Settings};
///
/// // Tournament rules: clocks, touch-move, and the third alarm loses.
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
    /// Time in milliseconds that a sensor reading must be stable before it counts.
    pub debounce_ms: u16,
    /// Time in milliseconds that a piece must stand before its landing counts. A piece that is
    /// dragged over other points trips their sensors on its way.
    pub settle_ms: u16,
    /// The same time when the opponent lifts a piece to reply. It is longer than a dragged piece
    /// takes to pass a point.
    pub reply_ms: u16,
    /// Time in milliseconds to wait, before asking, for a player who holds more pieces than a move
    /// needs.
    pub patience_ms: u16,
    /// Time in milliseconds that a piece may be off the board before it is reported as missing. It
    /// applies to a piece of the opponent, or to several of the side on move.
    pub missing_ms: u16,
    /// The order in which a capture lifts the two pieces.
    pub capture_order: CaptureOrder,
    /// Whether a piece that was lifted must be moved if it can.
    pub touch_move: bool,
    /// Whether play continues until a general is captured. A move may then leave the player's own
    /// general attacked.
    pub capture_general: bool,
    /// Number of alarms that loses the game; `None` for no limit.
    pub alarm_limit: Option<u8>,
    /// Time controls, Red's first.
    pub controls: Controls,
    /// When a game is drawn for lack of progress, and whether repetition is reported.
    pub rules: Options,
}

impl Settings {
    /// Factory settings: no clock, lenient rules.
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

/// The order in which a capture lifts the two pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum CaptureOrder {
    /// Either piece may be lifted first.
    #[default]
    Lenient,
    /// The capturing piece must be lifted first; the other order raises an alarm.
    Strict,
}
