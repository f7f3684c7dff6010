//! The crates that are linked into the program, and their dependencies.

use crate::{
    cargo_metadata::{self, array, text},
    shell::{cargo, root},
};
use anyhow::{Context, Result};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

/// A crate that is linked into the program.
pub struct Crate {
    pub name: String,
    pub version: String,
    /// An SPDX expression.
    pub licence: String,
    /// SHA-256 of the package in hexadecimal; `None` for our own crates.
    pub sha256: Option<String>,
    pub folder: PathBuf,
    /// Ids of its dependencies.
    pub needs: BTreeSet<String>,
}

/// All crates of the program, by cargo's ids.
pub struct CargoGraph {
    pub crates: BTreeMap<String, Crate>,
    /// Ids of the crates that the program is built from.
    pub roots: BTreeSet<String>,
}

impl CargoGraph {
    /// Reads the runtime dependencies of some packages, each for a target.
    pub fn read(of_targets: &[(&str, &[&str])]) -> Result<CargoGraph> {
        let lock = fs::read_to_string(root().join("Cargo.lock")).context("Cargo.lock")?;
        let mut graph = CargoGraph { crates: BTreeMap::new(), roots: BTreeSet::new() };
        for (target, packages) in of_targets {
            let metadata = cargo_metadata::read(&mut cargo(), &["--filter-platform", target])?;
            graph.take(&metadata, packages, &sums(&lock));
        }
        Ok(graph)
    }

    fn take(&mut self, metadata: &Value, roots: &[&str], sums: &BTreeMap<(&str, &str), &str>) {
        let needs = needs(metadata);
        let packages = array(&metadata["packages"]);
        let is_root = |package: &&Value| {
            package["source"].is_null() && roots.contains(&text(&package["name"]))
        };
        let roots = packages.iter().filter(is_root).map(|package| text(&package["id"]));
        let mut open: Vec<&str> = roots.collect();
        self.roots.extend(open.iter().map(|&id| id.to_owned()));
        let mut seen: BTreeSet<&str> = open.iter().copied().collect();
        while let Some(id) = open.pop() {
            let below = needs.get(id).into_iter().flatten().copied();
            open.extend(below.filter(|below| seen.insert(*below)));
        }
        for package in packages.iter().filter(|package| seen.contains(text(&package["id"]))) {
            let id = text(&package["id"]);
            let (name, version) = (text(&package["name"]), text(&package["version"]));
            let manifest = PathBuf::from(text(&package["manifest_path"]));
            let entry = self.crates.entry(id.to_owned()).or_insert_with(|| Crate {
                name: name.to_owned(),
                version: version.to_owned(),
                licence: text(&package["license"]).replace('/', " OR "),
                sha256: sums.get(&(name, version)).map(|&sum| sum.to_owned()),
                folder: manifest.parent().unwrap_or(&manifest).to_owned(),
                needs: BTreeSet::new(),
            });
            let below = needs.get(id).into_iter().flatten().map(|&id| id.to_owned());
            entry.needs.extend(below);
        }
    }
}

/// The runtime dependencies of each package; build and test dependencies are not in the program.
fn needs(metadata: &Value) -> BTreeMap<&str, Vec<&str>> {
    let is_normal =
        |need: &&Value| array(&need["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
    let nodes = array(&metadata["resolve"]["nodes"]).iter();
    nodes
        .map(|node| {
            let needs = array(&node["deps"]).iter().filter(is_normal);
            (text(&node["id"]), needs.map(|need| text(&need["pkg"])).collect())
        })
        .collect()
}

/// The checksums of Cargo.lock, by name and version.
fn sums<'a>(lock: &'a str) -> BTreeMap<(&'a str, &'a str), &'a str> {
    let packages = lock.split("[[package]]\n").skip(1);
    packages
        .filter_map(|package| {
            let value = |key: &str| {
                let value = |line: &'a str| line.strip_prefix(key)?.strip_prefix(" = \"");
                package.lines().find_map(value)?.strip_suffix('"')
            };
            Some(((value("name")?, value("version")?), value("checksum")?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_runs_is_in_the_program() {
        let need = |pkg: &str, kind: Value| json!({"pkg": pkg, "dep_kinds": [{"kind": kind}]});
        let package = |name: &str, source: Value| {
            json!({"id": name, "name": name, "version": "1.0.0", "license": "MIT/ISC",
                   "source": source, "manifest_path": format!("/{name}/Cargo.toml")})
        };
        let metadata = json!({
            "packages": [
                package("chuhe", Value::Null), package("a", json!("registry")),
                package("b", json!("registry")), package("tested", json!("registry")),
                package("built", json!("registry")),
            ],
            "resolve": {"nodes": [
                {"id": "chuhe", "deps": [need("a", Value::Null), need("tested", json!("dev"))]},
                {"id": "a", "deps": [need("b", Value::Null), need("built", json!("build"))]},
                {"id": "b", "deps": [need("a", Value::Null)]},
                {"id": "tested", "deps": []}, {"id": "built", "deps": []},
            ]},
        });
        let lock = "[[package]]\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"r\"\n\
                    checksum = \"0a\"\n\n[[package]]\nname = \"chuhe\"\nversion = \"1.0.0\"\n";
        let mut graph = CargoGraph { crates: BTreeMap::new(), roots: BTreeSet::new() };
        graph.take(&metadata, &["chuhe"], &sums(lock));
        let names: Vec<&str> = graph.crates.keys().map(String::as_str).collect();
        assert_eq!(names, ["a", "b", "chuhe"]);
        assert_eq!(graph.roots, BTreeSet::from(["chuhe".to_owned()]));
        assert_eq!(graph.crates["a"].sha256.as_deref(), Some("0a"));
        assert_eq!(graph.crates["a"].licence, "MIT OR ISC");
        assert_eq!(graph.crates["chuhe"].sha256, None);
    }
}
