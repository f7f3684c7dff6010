use anyhow::{Context, Result};
use sensing::{CaptureOrder, Settings};

/// Options for sensing and for the rules of play.
#[derive(clap::Args)]
pub(super) struct SettingsArgs {
    /// Milliseconds a sensor must say the same before it is believed
    #[arg(long, default_value_t = Settings::DEFAULT.debounce_ms)]
    debounce: u16,
    /// Milliseconds a piece must stand before it has landed
    #[arg(long, default_value_t = Settings::DEFAULT.settle_ms)]
    settle: u16,
    /// Milliseconds a piece must stand before the opponent's reply settles it
    #[arg(long, default_value_t = Settings::DEFAULT.reply_ms)]
    reply: u16,
    /// Milliseconds to wait for a player who holds too many pieces, before asking
    #[arg(long, default_value_t = Settings::DEFAULT.patience_ms)]
    patience: u16,
    /// Milliseconds until pieces in the air that nobody needs to move count as missing
    #[arg(long, default_value_t = Settings::DEFAULT.missing_ms)]
    missing: u16,
    /// The order in which a capture lifts its pieces
    #[arg(long, value_enum, default_value = "lenient")]
    capture_order: Order,
    /// A piece that was lifted must be moved if it can
    #[arg(long)]
    touch_move: bool,
    /// Play on until a general is captured
    #[arg(long)]
    capture_general: bool,
    /// The number of alarms that loses the game
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..))]
    alarm_limit: Option<u8>,
    /// The clocks: `60+30`, `20+3x30s`, `30-move`, `none` (the default); two clocks are separated
    /// by `/`
    #[arg(long)]
    clock: Option<String>,
    /// The rules' options, as `quiet-limit=off repetition=simple`
    #[arg(long, default_value = "")]
    rules: String,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Order {
    /// Either piece first
    Lenient,
    /// The capturing piece first
    Strict,
}

impl SettingsArgs {
    /// The settings, without clocks unless `--clock` gives them.
    pub(super) fn settings(&self) -> Result<Settings> {
        self.settings_or("none")
    }

    /// The settings; `clock` applies if `--clock` is not given.
    pub(super) fn settings_or(&self, clock: &str) -> Result<Settings> {
        let clock = self.clock.as_deref().unwrap_or(clock);
        Ok(Settings {
            debounce_ms: self.debounce,
            settle_ms: self.settle,
            reply_ms: self.reply,
            patience_ms: self.patience,
            missing_ms: self.missing,
            capture_order: match self.capture_order {
                Order::Lenient => CaptureOrder::Lenient,
                Order::Strict => CaptureOrder::Strict,
            },
            touch_move: self.touch_move,
            capture_general: self.capture_general,
            alarm_limit: self.alarm_limit,
            controls: clock.parse().context("--clock")?,
            rules: self.rules.parse().context("--rules")?,
        })
    }
}
