use crate::{eval_file, move_text::MoveText};
use bots::{Level, xiangqi::shipped_network};
use games::Variant;
use nnue::Network;
use std::{sync::Arc, time::Duration};
use uci::{Dialect, OptionKind, OptionSpec, Ranks};

/// All options.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) dialect: Dialect,
    /// Table size in MiB.
    pub(crate) hash: u32,
    pub(crate) threads: u32,
    pub(crate) multi_pv: u32,
    pub(crate) show_wdl: bool,
    pub(crate) variant: Variant,
    /// The game's options text.
    pub(crate) options: String,
    pub(crate) ranks: Ranks,
    pub(crate) level: Level,
    /// Seed of the random numbers; drawn per conversation if absent.
    pub(crate) seed: Option<u32>,
    /// Evaluation network at the top level; `None` uses the fitted weights.
    pub(crate) network: Option<Arc<Network>>,
    pub(crate) overhead: Duration,
    pub(crate) is_banqi_uci: bool,
    /// UCCI clocks are in milliseconds instead of seconds.
    pub(crate) use_milliseconds: bool,
}

/// What must be done after an option has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Nothing,
    /// Clear the tables.
    ClearTables,
    /// The current position belongs to another game.
    ResetPosition,
}

/// Maximum `Hash` in MiB.
const MAX_HASH: i64 = 16_384;

/// Maximum `Threads`.
const MAX_THREADS: i64 = 256;

/// Maximum `Seed`.
const MAX_SEED: i64 = u32::MAX as i64;

impl Settings {
    pub(crate) fn new() -> Settings {
        Settings {
            dialect: Dialect::Uci,
            hash: 64,
            threads: 1,
            multi_pv: 1,
            show_wdl: false,
            variant: Variant::Xiangqi,
            options: String::new(),
            ranks: Ranks::FromZero,
            level: Level::Top,
            seed: None,
            network: shipped_network(),
            overhead: Duration::from_millis(20),
            is_banqi_uci: false,
            use_milliseconds: false,
        }
    }

    pub(crate) const fn move_text(&self) -> MoveText {
        MoveText { variant: self.variant, ranks: self.ranks, is_banqi_uci: self.is_banqi_uci }
    }

    /// Duration of one clock unit.
    pub(crate) fn clock_unit(&self) -> Duration {
        match (self.dialect, self.use_milliseconds) {
            (Dialect::Ucci, false) => Duration::from_secs(1),
            _ => Duration::from_millis(1),
        }
    }

    /// Sets an option by its case-insensitive name.
    ///
    /// # Errors
    /// Describes what is wrong with the name or the value.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, String> {
        let value = value.unwrap_or_default();
        let mut effect = Effect::Nothing;
        match name.to_ascii_lowercase().as_str() {
            "hash" | "hashsize" => self.hash = spin(name, value, 1, MAX_HASH)?,
            "threads" => self.threads = spin(name, value, 1, MAX_THREADS)?,
            "multipv" => self.multi_pv = spin(name, value, 1, 500)?,
            // The interface controls pondering with `go ponder`.
            "ponder" | "batch" | "usebook" | "debug" => drop(check(name, value)?),
            "clear hash" => effect = Effect::ClearTables,
            "uci_showwdl" => self.show_wdl = check(name, value)?,
            "variant" => effect = self.set_variant(value)?,
            // Set by interfaces for Fairy-Stockfish, which count ranks from 1.
            "uci_variant" => {
                effect = self.set_variant(value)?;
                self.ranks = Ranks::FromOne;
            }
            "ranks" => self.ranks = combo(name, value, &RANKS)?,
            "options" => effect = self.set_options(value)?,
            "evalfile" => self.network = network(value)?,
            "seed" => self.seed = Some(spin(name, value, 0, MAX_SEED)?).filter(|&seed| seed > 0),
            "skill" => self.level = level(name, value)?,
            "move overhead" => {
                self.overhead = Duration::from_millis(spin(name, value, 0, 5_000)?.into());
            }
            "banqiprotocol" => self.is_banqi_uci = combo(name, value, &BANQI_PROTOCOLS)?,
            "usemillisec" => self.use_milliseconds = check(name, value)?,
            _ => return Err(format!("unknown option `{}`", name.escape_debug())),
        }
        Ok(effect)
    }

    fn set_variant(&mut self, value: &str) -> Result<Effect, String> {
        let variant = value.to_ascii_lowercase().parse();
        self.variant = variant.map_err(|error| format!("{error}, found `{}`", shown(value)))?;
        self.options = String::new();
        Ok(Effect::ResetPosition)
    }

    fn set_options(&mut self, value: &str) -> Result<Effect, String> {
        let value = if value == EMPTY { "" } else { value };
        let canonical = self.variant.canonical_options(value);
        self.options = canonical.map_err(|error| format!("Options: {error}"))?;
        Ok(Effect::ResetPosition)
    }

    /// The options announced in the handshake.
    pub(crate) fn specs(dialect: Dialect) -> Vec<OptionSpec> {
        match dialect {
            Dialect::Uci => uci_specs(),
            Dialect::Ucci => ucci_specs(),
        }
    }
}

fn uci_specs() -> Vec<OptionSpec> {
    let default = Settings::new();
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let variants = words(&Variant::ALL.map(Variant::as_str));
    let xiangqi = Variant::Xiangqi.to_string();
    let levels = words(&Level::ALL.map(Level::as_str));
    let combo = |default: &str, values| OptionKind::Combo { default: default.to_owned(), values };
    let spec = |name: &str, kind| OptionSpec { name: name.to_owned(), kind };
    let spin = |default: u32, min, max| OptionKind::Spin { default: default.into(), min, max };
    vec![
        spec("Hash", spin(default.hash, 1, MAX_HASH)),
        spec("Clear Hash", OptionKind::Button),
        spec("Threads", spin(default.threads, 1, MAX_THREADS)),
        spec("MultiPV", spin(default.multi_pv, 1, 500)),
        spec("Ponder", OptionKind::Check { default: false }),
        spec("UCI_ShowWDL", OptionKind::Check { default: default.show_wdl }),
        spec("UCI_Variant", combo(&xiangqi, variants.clone())),
        spec("Variant", combo(&xiangqi, variants)),
        spec("Options", OptionKind::Text { default: String::new() }),
        spec("Ranks", combo(RANKS[0].0, words(&RANKS.map(|(name, _)| name)))),
        spec("Skill", combo(default.level.as_str(), levels)),
        spec("Seed", spin(0, 0, MAX_SEED)),
        spec("EvalFile", OptionKind::Text { default: String::new() }),
        spec("Move Overhead", spin(default.overhead.as_millis() as u32, 0, 5_000)),
        spec(
            "BanqiProtocol",
            combo(BANQI_PROTOCOLS[0].0, words(&BANQI_PROTOCOLS.map(|(name, _)| name))),
        ),
    ]
}

fn ucci_specs() -> Vec<OptionSpec> {
    let default = Settings::new();
    let spec = |name: &str, kind| OptionSpec { name: name.to_owned(), kind };
    let spin = |default: u32, min, max| OptionKind::Spin { default: default.into(), min, max };
    vec![
        spec("usemillisec", OptionKind::Check { default: default.use_milliseconds }),
        spec("batch", OptionKind::Check { default: false }),
        spec("debug", OptionKind::Check { default: false }),
        spec("ponder", OptionKind::Check { default: false }),
        spec("hashsize", spin(default.hash, 1, MAX_HASH)),
        spec("threads", spin(default.threads, 1, MAX_THREADS)),
        spec("newgame", OptionKind::Button),
    ]
}

const RANKS: [(&str, Ranks); 2] = [("0-9", Ranks::FromZero), ("1-10", Ranks::FromOne)];

const BANQI_PROTOCOLS: [(&str, bool); 2] = [("house", false), ("uci", true)];

/// UCI's representation of an empty text.
const EMPTY: &str = "<empty>";

fn spin(name: &str, value: &str, min: i64, max: i64) -> Result<u32, String> {
    match value.parse::<i64>() {
        Ok(number) if (min..=max).contains(&number) => Ok(number as u32),
        _ => Err(format!("{name}: expected {min} to {max}, found `{}`", shown(value))),
    }
}

fn check(name: &str, value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "1" => Ok(true),
        "false" | "off" | "0" => Ok(false),
        _ => Err(format!("{name}: expected true or false, found `{}`", shown(value))),
    }
}

fn combo<T: Copy>(name: &str, value: &str, values: &[(&str, T)]) -> Result<T, String> {
    let found = values.iter().find(|(word, _)| word.eq_ignore_ascii_case(value));
    found.map(|&(_, meant)| meant).ok_or_else(|| {
        let words: Vec<&str> = values.iter().map(|&(word, _)| word).collect();
        format!("{name}: expected {}, found `{}`", words.join(" or "), shown(value))
    })
}

fn level(name: &str, value: &str) -> Result<Level, String> {
    let level = value.to_ascii_lowercase().parse();
    level.map_err(|error| format!("{name}: {error}, found `{}`", shown(value)))
}

/// The value of `EvalFile` that selects the fitted weights.
const WEIGHTS: &str = "weights";

fn network(path: &str) -> Result<Option<Arc<Network>>, String> {
    if path.is_empty() || path == EMPTY {
        return Ok(shipped_network());
    }
    if path.eq_ignore_ascii_case(WEIGHTS) {
        return Ok(None);
    }
    eval_file::load(path).map(|network| Some(Arc::new(network)))
}

/// Shortens and escapes a value from outside for one line.
pub(crate) fn shown(value: &str) -> String {
    value.escape_debug().take(40).collect()
}
