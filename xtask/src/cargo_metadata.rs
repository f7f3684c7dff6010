//! Reads the output of `cargo metadata`.

use crate::shell;
use anyhow::{Context, Result};
use serde_json::Value;
use std::process::Command;

/// Runs `cargo metadata` with further arguments and parses its output.
pub fn read(cargo: &mut Command, more: &[&str]) -> Result<Value> {
    let text = shell::read(cargo.args(["metadata", "--format-version=1", "--locked"]).args(more))?;
    serde_json::from_str(&text).context("cargo metadata prints no JSON")
}

/// The items of an array; none if the value is not an array.
pub fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The content of a string; empty if the value is not a string.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
