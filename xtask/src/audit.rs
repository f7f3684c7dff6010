//! `cargo xtask audit`: checks the licences, bans and sources of all dependencies against
//! deny.toml. It calls only cargo, so it needs neither a network nor another tool. It does not
//! check for known vulnerabilities, which change independently of the code; cargo-deny and
//! cargo-audit do.

mod licence;
mod lists;

use crate::{
    cargo_metadata::{self, array, text},
    shell::{self, cargo},
};
use anyhow::{Context, Result, bail};
use lists::Lists;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// The only registry that is allowed.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Each workspace, with the targets that it is built for besides the host.
const WORKSPACES: &[(&str, &[&str])] =
    &[(".", &["wasm32-unknown-unknown"]), ("firmware", &["thumbv7m-none-eabi"]), ("fuzz", &[])];

/// An external crate.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Crate {
    name: String,
    version: String,
    licence: String,
    source: String,
}

/// Checks all workspaces and prints the result.
///
/// # Errors
/// Names every forbidden crate, with the reason.
pub fn run() -> Result<()> {
    let path = shell::root().join("deny.toml");
    let text = std::fs::read_to_string(&path).context("reading deny.toml")?;
    let lists = Lists::read(&text).context("deny.toml")?;
    let mut crates = BTreeSet::new();
    let mut faults = Vec::new();
    for (workspace, targets) in WORKSPACES {
        let host = shell::host()?;
        for target in std::iter::once(host.as_str()).chain(targets.iter().copied()) {
            let metadata = metadata(&shell::root().join(workspace), target)?;
            crates.extend(others(&metadata));
            faults.extend(wildcards(&metadata));
        }
    }
    faults.extend(crates.iter().filter_map(|other| judge(other, &lists)));
    for (name, versions) in duplicates(&crates) {
        println!("{name} occurs in {} versions: {}", versions.len(), versions.join(", "));
    }
    faults.sort();
    faults.dedup();
    if !faults.is_empty() {
        bail!("forbidden by deny.toml:\n  {}", faults.join("\n  "));
    }
    println!("{} dependencies, all allowed by deny.toml", crates.len());
    Ok(())
}

fn metadata(workspace: &Path, target: &str) -> Result<Value> {
    let mut metadata = cargo();
    metadata.current_dir(workspace);
    cargo_metadata::read(&mut metadata, &["--all-features", "--filter-platform", target])
}

/// The external packages of a build.
fn others(metadata: &Value) -> impl Iterator<Item = Crate> {
    let resolved: BTreeSet<&str> =
        array(&metadata["resolve"]["nodes"]).iter().map(|node| text(&node["id"])).collect();
    array(&metadata["packages"])
        .iter()
        .filter(move |package| resolved.contains(text(&package["id"])))
        .filter_map(|package| {
            Some(Crate {
                source: package["source"].as_str()?.to_owned(),
                name: text(&package["name"]).to_owned(),
                version: text(&package["version"]).to_owned(),
                licence: text(&package["license"]).to_owned(),
            })
        })
}

/// Dependencies of our crates that accept any version.
fn wildcards(metadata: &Value) -> impl Iterator<Item = String> {
    let ours = array(&metadata["packages"]).iter().filter(|package| package["source"].is_null());
    ours.flat_map(|package| {
        array(&package["dependencies"])
            .iter()
            .filter(|import| text(&import["req"]) == "*" && import["path"].is_null())
            .map(|import| {
                format!("{}: accepts any version of {}", text(&package["name"]), import["name"])
            })
    })
}

/// Why a crate is forbidden, if it is.
fn judge(other: &Crate, lists: &Lists) -> Option<String> {
    let Crate { name, version, licence, source } = other;
    if lists.banned.contains(name) {
        return Some(format!("{name} {version} is banned"));
    }
    if source != REGISTRY {
        return Some(format!("{name} {version} comes from {source}"));
    }
    match licence::is_allowed(licence, &lists.licences) {
        Some(true) => None,
        Some(false) => Some(format!("{name} {version} has the licence {licence}")),
        None => Some(format!("{name} {version}: cannot parse the licence `{licence}`")),
    }
}

/// Crates that occur in more than one version.
fn duplicates(crates: &BTreeSet<Crate>) -> Vec<(&str, Vec<&str>)> {
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for other in crates {
        versions.entry(&other.name).or_default().push(&other.version);
    }
    versions.into_iter().filter(|(_, versions)| versions.len() > 1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_here() {
        let lists = Lists {
            licences: ["MIT".to_owned(), "ISC".to_owned()].into(),
            banned: ["openssl-sys".to_owned()].into(),
        };
        for (name, licence, source, fault) in [
            ("a", "MIT OR GPL-3.0", REGISTRY, None),
            ("a", "MIT AND GPL-3.0", REGISTRY, Some("licence")),
            ("a", "", REGISTRY, Some("cannot parse")),
            ("a", "MIT", "git+https://example.org/a", Some("comes from git")),
            ("openssl-sys", "MIT", REGISTRY, Some("banned")),
        ] {
            let [name, version, licence, source] =
                [name, "1.0.0", licence, source].map(str::to_owned);
            let found = judge(&Crate { name, version, licence: licence.clone(), source }, &lists);
            assert_eq!(found.is_some(), fault.is_some(), "{licence}: {found:?}");
            if let (Some(found), Some(fault)) = (found, fault) {
                assert!(found.contains(fault), "{found}");
            }
        }
    }
}
