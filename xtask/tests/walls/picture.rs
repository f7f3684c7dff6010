//! Checks ARCHITECTURE.md: the picture and the chapter "The rooms" name every crate, and in the
//! picture no crate depends on one of a higher layer.

use crate::house::{Package, house, metadata, root};
use std::collections::BTreeMap;

/// The layers of the picture, from the top.
const FLOORS: &[&str] = &["OUTSIDE", "ROOF", "EDGES", "ROOMS", "HALL", "GAMES", "GROUND"];

/// Name of a member on the page: a crate's name, or otherwise its folder.
fn shown(package: &Package) -> String {
    let root = root();
    let folder = package.root.strip_prefix(&root).expect("members lie in the checkout");
    let folder = folder.to_str().expect("folders have plain names").replace('\\', "/");
    folder.strip_prefix("crates/").unwrap_or(&folder).to_owned()
}

/// The words of the picture outside parentheses, with their layers, counted from the top.
fn words(page: &str) -> Vec<(usize, String)> {
    let picture = page.split("```").nth(1).expect("the page has a picture");
    let mut floor = None;
    let mut depth = 0_usize;
    let mut words = Vec::new();
    for line in picture.lines() {
        let first = line.split_whitespace().next();
        if let Some(next) = first.and_then(|word| FLOORS.iter().position(|name| *name == word)) {
            assert!(floor.is_none_or(|floor| floor < next), "{line}: a floor out of order");
            floor = Some(next);
        }
        for word in line.split_whitespace() {
            let opens = word.matches('(').count();
            if depth + opens == 0
                && let Some(floor) = floor
            {
                words.push((floor, word.trim_end_matches(',').to_owned()));
            }
            depth = (depth + opens).saturating_sub(word.matches(')').count());
        }
    }
    words
}

/// The layer of each member, and the errors in the picture.
fn floors(page: &str, house: &BTreeMap<String, Package>) -> (BTreeMap<String, usize>, Vec<String>) {
    let words = words(page);
    let mut floors = BTreeMap::new();
    let mut faults = Vec::new();
    for (name, package) in house {
        let shown = shown(package);
        let places: Vec<usize> =
            words.iter().filter(|(_, word)| *word == shown).map(|(floor, _)| *floor).collect();
        match places[..] {
            [floor] => {
                floors.insert(name.clone(), floor);
            }
            [] => faults.push(format!("the picture lacks `{shown}`")),
            _ => faults.push(format!("the picture has `{shown}` {} times", places.len())),
        }
    }
    (floors, faults)
}

#[test]
fn the_picture_is_true() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is a page");
    let house = house(&metadata());
    let (floors, mut faults) = floors(&page, &house);
    for (name, package) in &house {
        let imports = package.normal.iter().filter_map(|import| floors.get_key_value(import));
        for (import, below) in imports {
            if floors.get(name).is_some_and(|floor| below < floor) {
                let (from, to) = (FLOORS[floors[name]], FLOORS[*below]);
                faults.push(format!("`{name}` ({from}) imports `{import}` ({to}), which is above"));
            }
        }
    }
    assert!(faults.is_empty(), "ARCHITECTURE.md:\n{}", faults.join("\n"));
}

#[test]
fn every_room_is_described() {
    let page = std::fs::read_to_string(root().join("ARCHITECTURE.md")).expect("there is a page");
    let rooms = page.split("\n## The rooms").nth(1).and_then(|rest| rest.split("\n## ").next());
    let rooms = rooms.expect("the page has a chapter “The rooms”");
    let root = root();
    let missing: Vec<String> = house(&metadata())
        .values()
        .map(|package| package.root.strip_prefix(&root).expect("in the checkout"))
        .map(|folder| {
            format!("**`{}`**", folder.to_str().expect("a plain name").replace('\\', "/"))
        })
        .filter(|heading| !rooms.contains(heading))
        .collect();
    assert!(missing.is_empty(), "“The rooms” does not describe {}", missing.join(", "));
}
