//! Dependency rules: which crate may depend on which, and which crates must be free of I/O.
//!
//! The tables below define the architecture (see ARCHITECTURE.md). A crate that is missing from
//! them fails the test.

#[path = "../src/no_std_crates.rs"]
mod no_std_crates;

#[path = "dependency_rules/modules.rs"]
mod modules;
#[path = "dependency_rules/paths.rs"]
mod paths;
#[path = "dependency_rules/picture.rs"]
mod picture;
#[path = "dependency_rules/secrets.rs"]
mod secrets;
#[path = "dependency_rules/workspace.rs"]
mod workspace;

use no_std_crates::NO_STD;
use paths::paths;
use std::collections::{BTreeMap, BTreeSet};
use workspace::{array, members, metadata, short_name, sources, text};

/// Each crate, and exactly the workspace crates that it depends on.
const DEPENDENCIES: &[(&str, &[&str])] = &[
    // Base.
    ("game", &[]),
    ("commit-reveal", &["game"]),
    ("clock", &["game"]),
    ("protocol", &[]),
    ("conformance", &["game"]),
    // Games.
    ("xiangqi", &["game"]),
    ("undercover", &["game", "xiangqi"]),
    ("sifang", &["game"]),
    ("banqi", &["game"]),
    // Union.
    ("games", &["game", "xiangqi", "undercover", "sifang", "banqi"]),
    // Domain.
    ("table", &["game", "games", "clock", "commit-reveal", "protocol"]),
    ("record", &["game", "games", "xiangqi"]),
    ("rating", &[]),
    ("matchmaking", &[]),
    // `bots` and the other games only with the feature `generate`.
    ("puzzles", &["game", "games", "xiangqi", "undercover", "sifang", "banqi", "bots"]),
    ("studies", &["game", "games", "protocol", "record", "table"]),
    ("search", &[]),
    ("nnue", &["game", "xiangqi"]),
    ("bots", &["game", "games", "search", "nnue", "xiangqi", "undercover", "sifang", "banqi"]),
    ("analysis-protocol", &["game", "games", "protocol", "bots"]),
    ("uci", &[]),
    ("rules-query", &["game", "games"]),
    ("board-art", &["game", "games"]),
    ("i18n", &["games", "protocol", "record"]),
    (
        "ui-model",
        &[
            "game",
            "games",
            "i18n",
            "board-art",
            "clock",
            "commit-reveal",
            "protocol",
            "table",
            "record",
            "puzzles",
            "studies",
            "rating",
            "xiangqi",
            "undercover",
        ],
    ),
    ("boardlink", &[]),
    ("sensing", &["game", "clock", "xiangqi", "boardlink"]),
    (
        "smart-boards",
        &["game", "games", "clock", "xiangqi", "sensing", "boardlink", "protocol", "record"],
    ),
    ("board-host", &["game", "xiangqi", "sensing", "boardlink"]),
    // Edges.
    ("atomic-file", &[]),
    ("broker", &[]),
    ("store", &["protocol", "atomic-file"]),
    ("explorer", &["game", "clock", "xiangqi", "record"]),
    ("engine", &["game", "games", "xiangqi", "banqi", "search", "nnue", "bots", "uci"]),
    (
        "arena",
        &["game", "games", "xiangqi", "undercover", "sifang", "banqi", "bots", "engine", "uci"],
    ),
    ("board-bridge", &["boardlink", "smart-boards", "atomic-file", "broker"]),
    (
        "server",
        &[
            "xiangqi",
            "game",
            "games",
            "clock",
            "commit-reveal",
            "protocol",
            "table",
            "record",
            "i18n",
            "ui-model",
            "board-art",
            "bots",
            "analysis-protocol",
            "rating",
            "matchmaking",
            "store",
            "studies",
            "explorer",
            "smart-boards",
            "boardlink",
            "sensing",
            "broker",
        ],
    ),
    // Apps.
    (
        "chuhe",
        &[
            "game",
            "games",
            "commit-reveal",
            "record",
            "bots",
            "arena",
            "puzzles",
            "engine",
            "uci",
            "atomic-file",
            "broker",
            "store",
            "explorer",
            "server",
            "rules-query",
            "xiangqi",
            "undercover",
            "sifang",
            "banqi",
            "sensing",
            "boardlink",
            "smart-boards",
            "board-host",
            "board-bridge",
            "board-art",
            "table",
        ],
    ),
    (
        "web",
        &[
            "game",
            "games",
            "commit-reveal",
            "protocol",
            "table",
            "i18n",
            "board-art",
            "ui-model",
            "xiangqi",
        ],
    ),
    ("thinker", &["games", "commit-reveal", "protocol", "bots", "analysis-protocol"]),
    (
        "train",
        &["game", "xiangqi", "sifang", "banqi", "search", "nnue", "bots", "arena", "atomic-file"],
    ),
    ("attack", &["protocol", "smart-boards", "boardlink"]),
    ("board-games", &["boardlink", "smart-boards", "protocol", "record", "sensing", "xiangqi"]),
    ("browser", &["game", "games", "commit-reveal", "protocol", "server", "store"]),
    ("test-nats", &[]),
    ("test-postgres", &[]),
    (
        "simulation",
        &[
            "boardlink",
            "commit-reveal",
            "game",
            "games",
            "protocol",
            "server",
            "smart-boards",
            "store",
            "table",
        ],
    ),
    ("xtask", &[]),
];

/// Crates that, like the `no_std` ones, must not use time, randomness, logs, files or sockets, not
/// even indirectly.
const PURE: &[&str] = &[
    "table",
    "rating",
    "matchmaking",
    "puzzles",
    "studies",
    "search",
    "nnue",
    "bots",
    "analysis-protocol",
    "uci",
    "rules-query",
    "smart-boards",
    "board-host",
];

fn pure() -> impl Iterator<Item = &'static str> {
    NO_STD.iter().chain(PURE).copied()
}

/// External crates that pure crates must not depend on, even indirectly.
const IO_CRATES: &[&str] = &[
    "rand",
    "getrandom",
    "tokio",
    "mio",
    "log",
    "tracing",
    "chrono",
    "time",
    "web-sys",
    "js-sys",
    "wasm-bindgen",
    "sqlx",
    "rusqlite",
    "axum",
    "reqwest",
];

/// Modules and macros that pure crates must not name, however they are imported. `std` itself and
/// all of it would hide the rest.
const IO_PATHS: &[&str] = &[
    "std::time",
    "std::fs",
    "std::net",
    "std::env",
    "std::thread",
    "std::process",
    "std::io",
    "std::os",
    "print!",
    "println!",
    "eprint!",
    "eprintln!",
    "dbg!",
];

/// Exceptions: a search may use threads; with a limit of nodes and one thread it is deterministic.
const WAIVED_PATHS: &[(&str, &str)] = &[("search", "std::thread")];

#[test]
fn dependencies_are_those_of_the_table() {
    let workspace = members(&metadata());
    let table: BTreeMap<&str, &[&str]> = DEPENDENCIES.iter().copied().collect();
    assert_eq!(table.len(), DEPENDENCIES.len(), "a crate is in the table twice");
    let mut faults = Vec::new();
    for (name, package) in &workspace {
        let Some(allowed) = table.get(name.as_str()) else {
            faults.push(format!("`{name}` is not in the table of xtask/tests/dependency_rules.rs"));
            continue;
        };
        for import in package.normal.iter().filter(|import| workspace.contains_key(*import)) {
            if !allowed.contains(&import.as_str()) {
                faults.push(format!("`{name}` may not import `{import}`"));
            }
        }
        let unused = allowed.iter().filter(|import| !package.normal.contains(**import));
        faults.extend(unused.map(|import| format!("`{name}` may import `{import}` and does not")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_table_names_only_existing_crates() {
    let workspace = members(&metadata());
    let mut unknown: Vec<&str> = DEPENDENCIES
        .iter()
        .flat_map(|(name, imports)| std::iter::once(name).chain(*imports))
        .copied()
        .chain(pure())
        .filter(|name| !workspace.contains_key(*name))
        .collect();
    unknown.sort_unstable();
    unknown.dedup();
    assert!(unknown.is_empty(), "no such crates: {unknown:?}");
}

#[test]
fn pure_crates_depend_on_no_io() {
    let metadata = metadata();
    let names: BTreeMap<&str, &str> = array(&metadata["packages"])
        .iter()
        .map(|package| (text(&package["id"]), short_name(text(&package["name"]))))
        .collect();
    let imports: BTreeMap<&str, Vec<&str>> = array(&metadata["resolve"]["nodes"])
        .iter()
        .map(|node| {
            let normal = array(&node["deps"])
                .iter()
                .filter(|dep| array(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()))
                .map(|dep| text(&dep["pkg"]))
                .collect();
            (text(&node["id"]), normal)
        })
        .collect();
    let mut faults = Vec::new();
    for (&id, &name) in names.iter().filter(|(_, name)| pure().any(|pure| pure == **name)) {
        let mut seen = BTreeSet::from([id]);
        let mut open = vec![id];
        while let Some(next) = open.pop() {
            for &below in imports.get(next).into_iter().flatten() {
                if seen.insert(below) {
                    open.push(below);
                }
            }
        }
        let io = seen.iter().map(|id| names[id]).filter(|name| IO_CRATES.contains(name));
        faults.extend(io.map(|below| format!("`{name}` reaches `{below}`")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn pure_crates_do_no_io() {
    let workspace = members(&metadata());
    let mut faults = Vec::new();
    for name in pure() {
        for file in sources(&workspace[name].root.join("src")) {
            let source = std::fs::read_to_string(&file).expect("a source file is readable");
            for (path, line) in paths(&source) {
                let is_waived = |rule: &str| WAIVED_PATHS.contains(&(name, rule));
                for rule in broken_rules(&path).filter(|rule| !is_waived(rule)) {
                    faults.push(format!("{}:{line}: `{path}` is of {rule}", file.display()));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The modules and macros of [`IO_PATHS`] that a path names.
fn broken_rules(path: &str) -> impl Iterator<Item = &'static str> {
    let is_whole = matches!(path, "std" | "std::*" | "std::prelude");
    let named = IO_PATHS.iter().copied().filter(move |rule| {
        path == *rule
            || path.strip_prefix(rule).is_some_and(|rest| rest.starts_with("::"))
            || path.strip_prefix("std::").is_some_and(|path| path == *rule)
    });
    named.collect::<Vec<_>>().into_iter().chain(is_whole.then_some("std"))
}

#[test]
fn no_std_crates_are_no_std() {
    let workspace = members(&metadata());
    for name in NO_STD {
        let lib = workspace[*name].root.join("src/lib.rs");
        let source = std::fs::read_to_string(&lib).expect("a library has a lib.rs");
        assert!(source.contains("#![no_std]"), "{} is not `no_std`", lib.display());
    }
}
