use anyhow::{Context, Result};
use sensing::{CaptureOrder, Settings};

/// Options for sensing and for the rules of play.
#[derive(clap::Args)]
pub(super) struct SettingsArgs {
    /// Milliseconds for which a sensor's value must be stable
    #[arg(long, default_value_t = Settings::DEFAULT.debounce_ms)]
    debounce: u16,
    /// Milliseconds after which a placed piece counts as moved
    #[arg(long, default_value_t = Settings::DEFAULT.settle_ms)]
    settle: u16,
    /// Milliseconds after which a placed piece counts as moved if the opponent replies
    #[arg(long, default_value_t = Settings::DEFAULT.reply_ms)]
    reply: u16,
    /// Milliseconds before the referee asks a player who holds too many pieces
    #[arg(long, default_value_t = Settings::DEFAULT.patience_ms)]
    patience: u16,
    /// Milliseconds after which lifted pieces that no move needs count as missing
    #[arg(long, default_value_t = Settings::DEFAULT.missing_ms)]
    missing: u16,
    /// Order in which the pieces of a capture are lifted
    #[arg(long, value_enum, default_value = "lenient")]
    capture_order: Order,
    /// Touch-move: a lifted piece must be moved if it has a legal move
    #[arg(long)]
    touch_move: bool,
    /// Play until a general is captured
    #[arg(long)]
    capture_general: bool,
    /// Number of alarms that lose the game
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..))]
    alarm_limit: Option<u8>,
    /// Clocks: `60+30`, `20+3x30s`, `30-move`, `none` (the default; with `--server` `10+5`); `/`
    /// separates different clocks of both sides
    #[arg(long)]
    clock: Option<String>,
    /// Options of the rules, such as `quiet-limit=off repetition=simple`
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
