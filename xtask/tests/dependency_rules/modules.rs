//! Modules inside a crate: the layers of the server's groups, and no import cycles in any crate.

use crate::{
    paths::paths,
    workspace::{members, metadata, root, sources},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// Each top-level module of `crates/server`, and exactly those that it imports. A group lists only
/// groups above it in this table, so there is no cycle. Only the front module of a group is visible
/// to the others, because its modules are private, except those of [`OPEN_MODULES`].
const SERVER_GROUPS: &[(&str, &[&str])] = &[
    ("limits", &[]),
    ("ops", &["limits"]),
    ("mail", &["limits", "ops"]),
    ("base", &["limits", "mail", "ops"]),
    ("cluster", &["base", "limits", "ops"]),
    ("ladders", &["ops"]),
    ("net", &["base", "limits"]),
    ("pictures", &["base", "limits", "net"]),
    ("accounts", &["base", "limits", "mail", "net", "ops"]),
    ("studies", &["accounts", "base", "limits"]),
    ("puzzles", &["accounts", "base", "limits", "net"]),
    ("smart_boards", &["accounts", "base", "ladders", "limits", "net", "ops"]),
    ("tables", &["accounts", "base", "cluster", "ladders", "limits", "net", "ops"]),
    ("lobby", &["accounts", "base", "limits", "net", "tables"]),
    ("moderation", &["accounts", "base", "ladders", "limits", "lobby", "tables"]),
    (
        "app",
        &[
            "accounts",
            "base",
            "cluster",
            "ladders",
            "limits",
            "lobby",
            "moderation",
            "net",
            "ops",
            "pictures",
            "puzzles",
            "smart_boards",
            "studies",
            "tables",
        ],
    ),
    ("socket", &["accounts", "base", "limits", "net", "ops", "tables"]),
    (
        "http",
        &[
            "accounts",
            "app",
            "base",
            "ladders",
            "limits",
            "lobby",
            "moderation",
            "net",
            "ops",
            "pictures",
            "smart_boards",
            "socket",
            "studies",
            "tables",
        ],
    ),
];

/// The modules of the server's groups that are not private. They consist of functions that are called
/// with the name of their module: `name::shown`, `spans::command`.
const OPEN_MODULES: &[(&str, &str)] =
    &[("base", "log"), ("base", "mutants"), ("base", "name"), ("base", "token"), ("ops", "spans")];

/// A module's path inside its crate; the root has no names.
type Module = Vec<String>;

/// The modules of a crate with the paths that each names, without tests.
struct Modules(BTreeMap<Module, Vec<Vec<String>>>);

impl Modules {
    /// Reads the sources in a folder `src`.
    fn read(src: &Path) -> Modules {
        let mut texts: BTreeMap<Module, String> = BTreeMap::new();
        for file in sources(src) {
            let text = std::fs::read_to_string(&file).expect("a source file is readable");
            let inside = file.strip_prefix(src).expect("a file of the folder").with_extension("");
            let mut module: Module =
                inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            if matches!(module.last().map(String::as_str), Some("lib" | "main" | "mod")) {
                module.pop();
            }
            texts.entry(module).or_default().push_str(&text);
        }
        let mut tests: Vec<Module> = Vec::new();
        for (module, text) in &texts {
            for (_, rest) in text
                .match_indices("#[cfg(test)]\n")
                .map(|(at, mark)| (at, &text[at + mark.len()..]))
            {
                let name = rest.strip_prefix("mod ").and_then(|rest| rest.split_once(';'));
                let name =
                    name.filter(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
                tests.extend(name.map(|(name, _)| child(module, name)));
            }
        }
        texts.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
        let named = |text: &str| {
            // Test modules stand at the end of a file.
            let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
            let names = |path: &str| path.split("::").map(str::to_owned).collect();
            paths(code).iter().map(|(path, _)| names(path)).collect()
        };
        Modules(texts.iter().map(|(module, text)| (module.clone(), named(text))).collect())
    }

    /// The module that a path in another module leads to, through re-exports.
    fn target(&self, from: &Module, path: &[String]) -> Option<Module> {
        let mut place = self.absolute(from, path)?;
        // A chain of re-exports has few links.
        for _ in 0..8 {
            let target = (0..=place.len()).rev().map(|n| place[..n].to_vec());
            let target = target.into_iter().find(|module| self.0.contains_key(module))?;
            let Some(name) = place.get(target.len()) else { return Some(target) };
            let reexport = self.0[&target].iter().find(|path| {
                path.len() > 1 && path.last() == Some(name) && self.is_child(&target, path)
            });
            let Some(reexport) = reexport else { return Some(target) };
            let next = self.absolute(&target, reexport)?;
            if next == place {
                return Some(target);
            }
            place = next;
        }
        None
    }

    /// Whether a path in a module begins at one of its children.
    fn is_child(&self, module: &Module, path: &[String]) -> bool {
        let path = if path[0] == "self" { &path[1..] } else { path };
        path.len() > 1 && self.0.contains_key(&child(module, &path[0]))
    }

    /// A path from the crate's root; `None` for other crates and for items in scope.
    fn absolute(&self, from: &Module, path: &[String]) -> Option<Vec<String>> {
        let (mut place, mut rest) = (from.clone(), path);
        match path[0].as_str() {
            "crate" => (place, rest) = (Vec::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {
                while let Some(("super", behind)) = rest.split_first().map(|(a, b)| (a.as_str(), b))
                {
                    place.pop()?;
                    rest = behind;
                }
            }
            name if self.0.contains_key(&child(from, name)) => {}
            _ => return None,
        }
        place.extend(rest.iter().cloned());
        Some(place)
    }

    /// The imports between siblings, by their parent: a child imports another if a module in it
    /// names something in the other.
    fn imports(&self) -> BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> {
        let mut imports: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
        for (from, named) in &self.0 {
            for target in named.iter().filter_map(|path| self.target(from, path)) {
                let common = from.iter().zip(&target).take_while(|(a, b)| a == b).count();
                if let (Some(a), Some(b)) = (from.get(common), target.get(common)) {
                    let siblings = imports.entry(from[..common].to_vec()).or_default();
                    siblings.entry(a.clone()).or_default().insert(b.clone());
                }
            }
        }
        imports
    }
}

fn child(module: &Module, name: &str) -> Module {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

/// All modules that a module imports, directly or not.
fn reachable<'a>(imports: &'a BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<&'a str> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
    while let Some(next) = open.pop() {
        for below in imports.get(next).into_iter().flatten() {
            if seen.insert(below.as_str()) {
                open.push(below);
            }
        }
    }
    seen
}

/// The sets of modules that import each other, each with the path of the module around it.
fn cycles(modules: &Modules) -> BTreeSet<(String, Vec<String>)> {
    let mut found = BTreeSet::new();
    for (parent, imports) in modules.imports() {
        for module in imports.keys() {
            let below = reachable(&imports, module);
            if !below.contains(module.as_str()) {
                continue;
            }
            let is_above = |other: &&str| reachable(&imports, other).contains(module.as_str());
            let ring = below.into_iter().filter(is_above).map(str::to_owned).collect();
            found.insert((parent.join("::"), ring));
        }
    }
    found
}

#[test]
fn no_modules_import_each_other() {
    let mut faults = Vec::new();
    for (name, package) in members(&metadata()) {
        for (parent, ring) in cycles(&Modules::read(&package.root.join("src"))) {
            faults.push(format!("modules of `{name}` import each other: {parent} {ring:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_groups_of_the_server_are_layers() {
    let modules = Modules::read(&root().join("crates/server/src"));
    let imports = modules.imports().remove(&Module::new()).unwrap_or_default();
    let mut faults = Vec::new();
    let mut below: Vec<&str> = Vec::new();
    for (group, allowed) in SERVER_GROUPS {
        let upward = allowed.iter().filter(|other| !below.contains(other));
        faults.extend(upward.map(|other| format!("`{other}` does not stand above `{group}`")));
        let imported = imports.get(*group).cloned().unwrap_or_default();
        let unlisted = imported.iter().filter(|other| !allowed.contains(&other.as_str()));
        faults.extend(unlisted.map(|other| format!("`{group}` may not import `{other}`")));
        let unused = allowed.iter().filter(|other| !imported.contains(**other));
        faults.extend(unused.map(|other| format!("`{group}` may import `{other}` and does not")));
        below.push(group);
    }
    let unknown = imports.keys().filter(|group| !below.contains(&group.as_str()));
    faults.extend(unknown.map(|group| format!("`{group}` is not in SERVER_GROUPS")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_modules_of_a_group_are_private() {
    let src = root().join("crates/server/src");
    let mut open = Vec::new();
    for (group, _) in SERVER_GROUPS {
        let front = std::fs::read_to_string(src.join(group).with_extension("rs"));
        let front = front.expect("the front module is readable");
        for line in front.lines().filter(|line| line.starts_with("pub")) {
            let module = line.split_once(" mod ").and_then(|(_, rest)| rest.strip_suffix(';'));
            open.extend(module.map(|module| format!("{group}::{module}")));
        }
    }
    open.sort();
    let allowed: Vec<String> =
        OPEN_MODULES.iter().map(|(group, module)| format!("{group}::{module}")).collect();
    assert_eq!(open, allowed);
}

#[test]
fn the_reader_of_modules_follows_reexports() {
    let folder = std::env::temp_dir().join(format!("module-cycles-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("b")).expect("a folder");
    for (file, text) in [
        ("lib.rs", "mod a; mod b; pub use b::{B as Other, C}; pub use a::A;"),
        ("a.rs", "use crate::C; pub struct A;\n#[cfg(test)]\nmod tests { use crate::d::D; }"),
        ("b.rs", "mod c; mod d; pub use c::C; pub struct B;"),
        ("b/c.rs", "use super::super::a; pub struct C;"),
        ("b/d.rs", "use super::C;"),
    ] {
        std::fs::write(folder.join(file), text).expect("a file");
    }
    let modules = Modules::read(&folder);
    std::fs::remove_dir_all(&folder).expect("removed");
    let ring = vec!["a".to_owned(), "b".to_owned()];
    assert_eq!(cycles(&modules), BTreeSet::from([(String::new(), ring)]));
    let inside = &modules.imports()[&vec!["b".to_owned()]];
    assert_eq!(inside.len(), 1, "{inside:?}");
    assert!(inside["d"].contains("c"));
}
