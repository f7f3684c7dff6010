//! The files of a release besides the program (units, images, packages) are consistent.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const UNITS: [&str; 2] = ["packaging/systemd/chuhe.service", "packaging/systemd/chuhe@.service"];

/// Lines in which the template unit may differ from the plain one.
const OF_A_NODE: [&str; 4] = ["Description=", "ExecStart=", "EnvironmentFile=", "StateDirectory="];

/// Maximum exposure of a unit as `systemd-analyze security` rates it, from 0 to 100. An ordinary
/// service has 96.
const EXPOSED: &str = "25";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the checkout").to_owned()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn a_nodes_unit_is_the_others_but_for_its_name() {
    let [alone, node] = UNITS.map(read);
    assert_eq!(alone.lines().count(), node.lines().count());
    for (alone, node) in alone.lines().zip(node.lines()) {
        let may_differ = OF_A_NODE.iter().any(|start| alone.starts_with(start));
        assert!(alone == node || (may_differ && node.contains("%i")), "{alone}\n{node}");
    }
}

#[test]
fn units_allow_little() {
    if Command::new("systemd-analyze").arg("--version").output().is_err() {
        println!("SKIPPED: there is no systemd-analyze");
        return;
    }
    for unit in UNITS {
        let judged = Command::new("systemd-analyze")
            .args(["security", "--offline=true", "--threshold", EXPOSED, "--no-pager"])
            .arg(root().join(unit))
            .output()
            .expect("systemd-analyze runs");
        let said = [judged.stdout, judged.stderr].concat();
        assert!(judged.status.success(), "{unit}: {}", String::from_utf8_lossy(&said));
    }
}

/// The names of variables in a text.
fn variables(text: &str) -> BTreeSet<&str> {
    let is_of_name = |char: char| char.is_ascii_uppercase() || char == '_';
    let words = text.split(|char| !is_of_name(char));
    words.filter(|word| word.starts_with("CHUHE_") && *word != "CHUHE_").collect()
}

#[test]
fn what_is_set_is_a_setting() {
    let document = read("docs/operations.md");
    let (_, settings) = document.split_once("\n## Settings\n").expect("a chapter");
    let (settings, _) = settings.split_once("\n## ").expect("another");
    let known = variables(settings);
    for path in ["Dockerfile", "compose.yaml", UNITS[0], UNITS[1]] {
        let text = read(path);
        let named = variables(&text);
        let unknown: Vec<_> = named.difference(&known).collect();
        assert!(unknown.is_empty(), "{path} sets {unknown:?}");
    }
}

#[test]
fn what_is_packed_is_there() {
    let debian = read("xtask/src/dist/debian.rs");
    let (debian, _) = debian.split_once("/// These are compressed").expect("a list");
    let archive = read("xtask/src/dist/archive.rs");
    let (archive, _) = archive.split_once("/// How archives are compressed.").expect("lists");
    let entries = debian.split("(\"").skip(1).chain(archive.split("(\"").skip(1));
    let mut count = 0;
    for path in entries.filter_map(|entry| entry.split('"').next()) {
        assert!(root().join(path).exists(), "there is no {path}");
        count += 1;
    }
    assert!(count > 15, "{count} paths");
}

#[test]
fn the_manual_lists_the_commands() {
    let program = read("apps/chuhe/src/main.rs");
    let (_, commands) = program.split_once("enum Command {\n").expect("the commands");
    let (commands, _) = commands.split_once("\n}").expect("their end");
    let about = commands.lines().filter_map(|line| line.trim().strip_prefix("/// "));
    let listed = read("packaging/chuhe.1");
    let listed: Vec<&str> = listed.lines().collect();
    for about in about {
        assert!(listed.contains(&about), "packaging/chuhe.1 does not say: {about}");
    }
}
