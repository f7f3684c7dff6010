//! Archives of the program with its documents.

use super::Release;
use crate::shell::{command, read, root, run, target_dir};
use anyhow::{Context, Result};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Files that accompany the program: the source path and the path in the archive.
const DOCUMENTS: &[(&str, &str)] = &[
    ("README.md", "README.md"),
    ("README.zh-CN.md", "README.zh-CN.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("docs/command-line.md", "docs/command-line.md"),
    ("docs/operations.md", "docs/operations.md"),
    ("docs/security.md", "docs/security.md"),
    ("packaging/chuhe.toml", "chuhe.toml"),
];
/// Further files for Linux.
const ON_LINUX: &[(&str, &str)] = &[
    ("packaging/chuhe.1", "chuhe.1"),
    ("packaging/systemd/chuhe.service", "systemd/chuhe.service"),
    ("packaging/systemd/chuhe@.service", "systemd/chuhe@.service"),
];
/// How archives are compressed.
const PACKERS: [(&str, &str); 2] = [("gz", "gzip -9 --no-name"), ("zst", "zstd -12 --quiet")];
/// Creates `.tar.gz` and `.tar.zst` for the host.
pub fn tars(release: &Release, program: &Path, licences: &Path, host: &str) -> Result<()> {
    let name = format!("chuhe-{}-{host}", release.version);
    let folder = gather(&name, program, licences, &[DOCUMENTS, ON_LINUX].concat())?;
    run(command("strip").arg(folder.join("chuhe")))?;
    for (ending, packer) in PACKERS {
        let mut tar = command("tar");
        tar.args(["--create", "--sort=name", "--owner=0", "--group=0", "--numeric-owner"]);
        tar.arg(format!("--mtime=@{}", release.changed_at))
            .args(["--use-compress-program", packer]);
        tar.arg("--file").arg(release.folder.join(format!("{name}.tar.{ending}")));
        run(tar.arg("--directory").arg(folder.parent().unwrap_or(&folder)).arg(&name))?;
    }
    Ok(())
}

/// Creates `.zip` for Windows.
pub fn zip(release: &Release, program: &Path, licences: &Path, target: &str) -> Result<()> {
    let name = format!("chuhe-{}-{target}", release.version);
    let folder = gather(&name, program, licences, DOCUMENTS)?;
    let mut strip = command("x86_64-w64-mingw32-strip");
    run(strip.arg(folder.join("chuhe.exe")))?;
    let files = read(command("find").arg(&folder).args(["-exec", "touch"]).args([
        format!("--date=@{}", release.changed_at).as_str(),
        "{}",
        "+",
        "-print",
    ]))?;
    let above = folder.parent().unwrap_or(&folder);
    let names = files.lines().filter_map(|file| Path::new(file).strip_prefix(above).ok());
    // Sorted, so that the same files yield the same archive.
    let names: BTreeSet<&Path> = names.collect();
    let mut zip = command("zip");
    zip.current_dir(above).env("TZ", "UTC").args(["-9", "-X", "--quiet"]);
    run(zip.arg(release.folder.join(format!("{name}.zip"))).args(names))
}

/// Copies the program and its files into a folder.
fn gather(name: &str, program: &Path, licences: &Path, files: &[(&str, &str)]) -> Result<PathBuf> {
    let folder = target_dir().join("dist-folders").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let copy = |from: &Path, to: &Path| -> Result<()> {
        fs::create_dir_all(to.parent().unwrap_or(&folder))?;
        fs::copy(from, to).with_context(|| format!("cannot copy {}", from.display()))?;
        Ok(())
    };
    let file = program.file_name().context("a program has a name")?;
    copy(program, &folder.join(file))?;
    copy(licences, &folder.join("THIRD-PARTY.txt"))?;
    for (from, to) in files {
        copy(&root().join(from), &folder.join(to))?;
    }
    Ok(folder)
}
