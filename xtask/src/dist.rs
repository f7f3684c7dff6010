//! `cargo xtask dist`: builds the files of a release in `<target>/dist`.

mod archive;
mod cargo_graph;
mod debian;
mod sbom;
mod third_party;
mod trial;

use crate::{
    shell::{self, cargo, command, has, read, root, run as run_command, target_dir},
    ui, windows,
};
use anyhow::{Context, Result, bail, ensure};
use cargo_graph::CargoGraph;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Target of the pages, which are embedded in the program.
const PAGES: &str = "wasm32-unknown-unknown";

/// Required programs and their Debian packages.
const PROGRAMS: &[(&str, &str)] =
    &[("zstd", "zstd"), ("zip", "zip"), ("strip", "binutils"), ("dpkg-shlibdeps", "dpkg-dev")];

/// A release that is being built.
struct Release {
    version: String,
    /// The folder of the finished files.
    folder: PathBuf,
    /// Time of the last commit, in Unix seconds. It is the modification time of all files, so that
    /// the same sources yield the same archives.
    changed_at: String,
}

/// Runs `cargo xtask dist [--built]`.
pub fn run(args: &[String]) -> Result<()> {
    let is_built = match args {
        [] => false,
        [flag] if flag == "--built" => true,
        _ => bail!("usage: cargo xtask dist [--built]"),
    };
    let lacking = PROGRAMS.iter().filter(|(program, _)| !has(program)).map(|(_, package)| *package);
    let lacking: Vec<&str> = lacking.collect();
    if !lacking.is_empty() {
        bail!("programs are missing:\n  apt-get install {}", lacking.join(" "));
    }
    let release = Release::new()?;
    if !is_built {
        println!("dist    building");
        ui::build(ui::Mode::Release)?;
        run_command(cargo().args(["build", "--release", "--locked", "--package", "chuhe"]))?;
    }
    let program = target_dir().join("release/chuhe");
    ensure!(program.exists(), "there is no {}", program.display());
    let host = shell::host()?;
    let licences = papers(&release, &host)?;
    archive::tars(&release, &program, &licences, &host)?;
    let package = debian::package(&release, &program, &licences)?;
    for_windows(&release, is_built)?;
    sums(&release.folder)?;
    trial::install_and_start(&package)?;
    println!("dist    {}", release.folder.display());
    Ok(())
}

/// Tests and packs the program for Windows.
fn for_windows(release: &Release, is_built: bool) -> Result<()> {
    if let Err(why) = windows::ready() {
        println!("SKIPPED: the program for Windows: {why:#}");
        return Ok(());
    }
    if !is_built {
        windows::build(false)?;
    }
    let program = windows::program(false);
    if !program.exists() {
        println!("SKIPPED: the program for Windows was not built (`cargo xtask windows`)");
        return Ok(());
    }
    windows::try_out(&program)?;
    let licences = papers(release, windows::TARGET)?;
    archive::zip(release, &program, &licences, windows::TARGET)
}

/// Writes the SBOM and the licences for a target; returns the file of licences.
fn papers(release: &Release, target: &str) -> Result<PathBuf> {
    let graph = CargoGraph::read(&[(target, &["chuhe"]), (PAGES, &["web", "thinker"])])?;
    let licences = target_dir().join("dist-folders").join(target).join("THIRD-PARTY.txt");
    fs::create_dir_all(licences.parent().unwrap_or(&licences))?;
    fs::write(&licences, third_party::text(&graph)?)?;
    let sbom = sbom::sbom(&graph, &release.version, target);
    let name = format!("chuhe-{}-{target}.cdx.json", release.version);
    fs::write(release.folder.join(name), format!("{sbom:#}\n"))?;
    Ok(licences)
}

impl Release {
    fn new() -> Result<Release> {
        let folder = target_dir().join("dist");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let manifest = fs::read_to_string(root().join("Cargo.toml")).context("Cargo.toml")?;
        let version = manifest.lines().find_map(|line| line.strip_prefix("version = \""));
        let version = version.and_then(|rest| rest.strip_suffix('"')).context("no version")?;
        // An unpacked source archive has no history.
        let time = command("git").args(["log", "-1", "--format=%ct"]).output();
        let time = time.ok().filter(|output| output.status.success());
        let time = time.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
        let changed_at = time.unwrap_or_else(|| "0".to_owned());
        Ok(Release { version: version.to_owned(), folder, changed_at })
    }
}

/// Writes `SHA256SUMS` in the format of `sha256sum --check`.
fn sums(folder: &Path) -> Result<()> {
    let mut names: Vec<String> = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_>>()?;
    names.sort();
    let sums = read(command("sha256sum").current_dir(folder).arg("--").args(&names))?;
    Ok(fs::write(folder.join("SHA256SUMS"), sums)?)
}
