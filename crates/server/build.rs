//! Tells `rust-embed` the pages' folder, and creates it: the server compiles and starts without
//! built pages and then says how to build them.

use std::path::{Path, PathBuf};

fn main() {
    // OUT_DIR is <target>/<profile>/build/<crate>/out, or one level deeper with `--target`.
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let profile = out.ancestors().nth(3).unwrap_or(Path::new("."));
    let above = profile.parent().unwrap_or(profile);
    // Cargo marks the target folders that it has created; a folder without the mark already has the
    // pages.
    let is_target =
        |folder: &Path| folder.join("CACHEDIR.TAG").exists() || folder.join("web-dist").exists();
    let target = if is_target(above) { above } else { above.parent().unwrap_or(above) };
    let pages = target.join("web-dist");
    if let Err(error) = std::fs::create_dir_all(&pages) {
        println!("cargo::warning=cannot make {}: {error}", pages.display());
    }
    // The path is written into a generated source. Reading a variable in the attribute would need
    // three more crates, one of them under the MPL. The folder may be missing for a moment while
    // new pages replace it.
    let source = format!(
        "#[derive(rust_embed::RustEmbed)]\n#[folder = {pages:?}]\n#[allow_missing = true]\nstruct Pages;\n"
    );
    if let Err(error) = std::fs::write(out.join("pages.rs"), source) {
        println!("cargo::error=cannot write {}: {error}", out.display());
    }
    // A debug build reads the pages from disk, so new pages need no rebuild of the server and its
    // dependents.
    if std::env::var_os("PROFILE").is_some_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={}", pages.display());
    } else {
        println!("cargo::rerun-if-changed=build.rs");
    }
}
