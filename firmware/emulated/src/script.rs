use crate::{Bench, line};
use anyhow::{Context, Result, bail};
use boardlink::{Button, Clock, Settings};
use serde_json::Value;

/// Runs a script of JSON lines on a bench. Returns one line for each new event and one for each
/// prompt.
///
/// * `{"t":ms,"occ":"1ff/…"}` and `{"t":ms,"button":"start"}` are those of `chuhe board referee`;
///   `{"t":ms}` advances the time.
/// * `{"power":"cut"}` cuts the power and restores it.
/// * `{"host":"away"}` and `{"host":"back"}` disconnect and connect the host.
/// * `{"noise":[…]}` sends raw bytes to the board.
/// * `{"settings":{…}}` sets up the next game.
/// * Empty lines and lines that begin with `#` are ignored.
///
/// # Errors
/// Names the line of the script.
pub fn run(bench: &mut Bench, script: &str) -> Result<Vec<String>> {
    let mut out = Vec::new();
    for (number, text) in script.lines().enumerate() {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        step(bench, text).with_context(|| format!("line {}: {text}", number + 1))?;
        out.extend(bench.fresh().iter().map(line));
        out.extend(bench.prompts().iter().map(|prompt| format!("says {prompt}")));
    }
    Ok(out)
}

fn step(bench: &mut Bench, text: &str) -> Result<()> {
    let line: Value = serde_json::from_str(text)?;
    if let Some(at_ms) = line["t"].as_u64() {
        return match (line["occ"].as_str(), line["button"].as_str()) {
            (Some(occupancy), None) => bench.sense(at_ms, occupancy.parse()?),
            (None, Some(name)) => bench.press(at_ms, button(name)?),
            (None, None) => bench.tick(at_ms),
            (Some(_), Some(_)) => bail!("a frame or a button, not both"),
        };
    }
    match (line["power"].as_str(), line["host"].as_str()) {
        (Some("cut"), None) => return bench.cut_power(),
        (None, Some("away")) => return bench.set_host_away(true),
        (None, Some("back")) => return bench.set_host_away(false),
        _ => {}
    }
    if let Some(noise) = line["noise"].as_array() {
        let bytes: Option<Vec<u8>> =
            noise.iter().map(|byte| u8::try_from(byte.as_u64()?).ok()).collect();
        return bench.make_noise(&bytes.context("noise is a list of bytes")?);
    }
    if line["settings"].is_object() {
        return bench.set(settings(&line["settings"]));
    }
    bail!("no such line")
}

fn button(name: &str) -> Result<Button> {
    Button::from_name(name).with_context(|| format!("no button `{name}`"))
}

fn settings(asked: &Value) -> Settings {
    let number = |name: &str| asked[name].as_u64().unwrap_or_default();
    let is = |name: &str| asked[name].as_bool().unwrap_or_default();
    let clock = Clock {
        main_ms: number("main_ms") as u32,
        increment_ms: number("increment_ms") as u32,
        periods: number("periods") as u8,
        period_ms: number("period_ms") as u32,
        move_ms: number("move_ms") as u32,
    };
    Settings {
        clocks: [clock; 2],
        touch_move: is("touch_move"),
        strict_order: is("strict_order"),
        capture_general: is("capture_general"),
        alarm_limit: number("alarm_limit") as u8,
    }
}
