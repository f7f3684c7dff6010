//! The scripts of `golden/` and their exact outputs.
#![allow(missing_docs)]

use emulated::{Bench, image, run};
use std::path::Path;

#[test]
fn scripts_come_out_as_they_should() {
    let image = image().expect("the image builds");
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../golden");
    let mut scripts: Vec<_> = std::fs::read_dir(&golden)
        .expect("the folder is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    scripts.sort();
    assert!(scripts.len() >= 4, "scripts in {}", golden.display());
    let mut faults = Vec::new();
    for script in scripts {
        let name = script.file_stem().and_then(|name| name.to_str()).expect("a name");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let text = std::fs::read_to_string(&script).expect("a script is text");
        let mut bench = Bench::new(&image, &folder).expect("the board starts");
        let out = run(&mut bench, &text).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        let found = out.join("\n") + "\n";
        let expected = script.with_extension("out");
        // `BLESS=1` rewrites the expected output; review the diff before committing.
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&expected, &found).expect("the folder can be written");
        }
        let wanted = std::fs::read_to_string(&expected).unwrap_or_default();
        for (number, (found, wanted)) in found.lines().zip(wanted.lines()).enumerate() {
            if found != wanted {
                faults.push(format!("{name}.out:{}: {found}\n  instead of {wanted}", number + 1));
            }
        }
        if found.lines().count() != wanted.lines().count() {
            faults.push(format!("{name}.out: the number of lines differs"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
