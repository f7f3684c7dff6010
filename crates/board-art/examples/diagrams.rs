//! Draws a list of diagrams. `diagrams LIST FOLDER` writes `FOLDER/NAME.svg` for each line of LIST
//! (see `board_art::picture::read_diagrams`) and removes drawings that are not in the list.

use std::{collections::BTreeSet, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [list, folder] = &args[..] else { return Err("expected: diagrams LIST FOLDER".into()) };
    let text = fs::read_to_string(list).map_err(|error| format!("{list}: {error}"))?;
    let folder = Path::new(folder);
    fs::create_dir_all(folder)?;
    let mut drawn = BTreeSet::new();
    for diagram in board_art::picture::read_diagrams(&text)? {
        let svg = diagram.svg().map_err(|error| format!("{}: {error}", diagram.name))?;
        let path = folder.join(format!("{}.svg", diagram.name));
        fs::write(&path, svg)?;
        drawn.insert(path);
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "svg") && !drawn.contains(&path) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}
