//! What `cargo metadata` says, and how it is read.

use crate::shell;
use anyhow::{Context, Result};
use serde_json::Value;
use std::process::Command;

/// What cargo says of a workspace, by a command of it with further arguments.
pub fn read(cargo: &mut Command, more: &[&str]) -> Result<Value> {
    let text = shell::read(cargo.args(["metadata", "--format-version=1", "--locked"]).args(more))?;
    serde_json::from_str(&text).context("cargo metadata prints no JSON")
}

/// A list; what is none is empty.
pub fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// A text; what is none is empty.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
