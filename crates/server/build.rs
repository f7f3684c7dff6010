//! Tells the pages' folder to `rust-embed`, and makes sure it exists: without built pages the
//! server still compiles, starts, and says how to build them.

use std::path::{Path, PathBuf};

fn main() {
    // OUT_DIR is <target>/<profile>/build/<crate>/out, or one deeper with `--target`.
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    let profile = out.ancestors().nth(3).unwrap_or(Path::new("."));
    let above = profile.parent().unwrap_or(profile);
    // Cargo marks the folders that it has made; one that somebody else made has the pages already.
    let is_target =
        |folder: &Path| folder.join("CACHEDIR.TAG").exists() || folder.join("web-dist").exists();
    let target = if is_target(above) { above } else { above.parent().unwrap_or(above) };
    let pages = target.join("web-dist");
    if let Err(error) = std::fs::create_dir_all(&pages) {
        println!("cargo::warning=cannot make {}: {error}", pages.display());
    }
    // A literal in a source of its own: the crate's way to read variables in it would bring three
    // more crates, one of them under the MPL.
    // The folder may be missing for the moment in which new pages take its place.
    let source = format!(
        "#[derive(rust_embed::RustEmbed)]\n#[folder = {pages:?}]\n#[allow_missing = true]\nstruct Pages;\n"
    );
    if let Err(error) = std::fs::write(out.join("pages.rs"), source) {
        println!("cargo::error=cannot write {}: {error}", out.display());
    }
    // A debug build reads the pages from the disk: new ones are no reason to build all again that
    // knows the server.
    if std::env::var_os("PROFILE").is_some_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={}", pages.display());
    } else {
        println!("cargo::rerun-if-changed=build.rs");
    }
}
