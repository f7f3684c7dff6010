//! The packages of the workspace, as cargo reports them.

use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    process::Command,
};

/// A member of the workspace.
pub(crate) struct Package {
    /// Its folder.
    pub(crate) root: PathBuf,
    /// Its dependencies except dev-dependencies; workspace members by their short names.
    pub(crate) normal: BTreeSet<String>,
}

/// The root of the checkout.
pub(crate) fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest.parent().expect("xtask lies in the checkout").to_owned()
}

/// Runs `cargo metadata` for the workspace and all dependencies.
pub(crate) fn metadata() -> Value {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--locked", "--all-features"])
        // Dependencies of other platforms are not downloaded on a fresh machine.
        .args(["--filter-platform", &host()])
        .current_dir(root())
        .output()
        .expect("cargo metadata runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON")
}

/// The host's target triple.
fn host() -> String {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let output = Command::new(rustc).arg("-vV").output().expect("rustc runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names it").to_owned()
}

/// Short name of a package: published ones have the prefix `chuhe-`.
pub(crate) fn short_name(package: &str) -> &str {
    package.strip_prefix("chuhe-").unwrap_or(package)
}

/// The members of the workspace by their short names.
pub(crate) fn members(metadata: &Value) -> BTreeMap<String, Package> {
    let members: BTreeSet<&str> = array(&metadata["workspace_members"]).iter().map(text).collect();
    array(&metadata["packages"])
        .iter()
        .filter(|package| members.contains(text(&package["id"])))
        .map(|package| {
            let manifest = Path::new(text(&package["manifest_path"]));
            let normal = array(&package["dependencies"])
                .iter()
                .filter(|dependency| dependency["kind"].is_null())
                .map(|dependency| short_name(text(&dependency["name"])).to_owned())
                .collect();
            let root = manifest.parent().expect("a manifest lies in a folder").to_owned();
            (short_name(text(&package["name"])).to_owned(), Package { root, normal })
        })
        .collect()
}

/// The items of an array; none if the value is not an array.
pub(crate) fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The content of a string; empty if the value is not a string.
pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The Rust sources in a folder and its subfolders.
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for entry in entries {
        let path = entry.expect("a folder entry is readable").path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}
