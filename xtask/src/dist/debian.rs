//! The Debian package. `dpkg-deb` builds it, which every Debian has; a cargo tool would add a
//! hundred crates.

use super::Release;
use crate::shell::{command, read, root, run, target_dir};
use anyhow::{Context, Result};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Files of the package besides the program and its licences: source, destination, permissions.
const FILES: &[(&str, &str, &str)] = &[
    ("packaging/debian/copyright", "usr/share/doc/chuhe/copyright", "644"),
    ("README.md", "usr/share/doc/chuhe/README.md", "644"),
    ("CHANGELOG.md", "usr/share/doc/chuhe/CHANGELOG.md", "644"),
    ("docs/command-line.md", "usr/share/doc/chuhe/command-line.md", "644"),
    ("docs/operations.md", "usr/share/doc/chuhe/operations.md", "644"),
    ("docs/security.md", "usr/share/doc/chuhe/security.md", "644"),
    ("packaging/prometheus/alerts.yaml", "usr/share/doc/chuhe/examples/alerts.yaml", "644"),
    ("packaging/grafana/chuhe.json", "usr/share/doc/chuhe/examples/grafana.json", "644"),
    ("packaging/chuhe.1", "usr/share/man/man1/chuhe.1", "644"),
    ("packaging/chuhe.toml", "etc/chuhe/chuhe.toml", "640"),
    ("packaging/systemd/chuhe.service", "usr/lib/systemd/system/chuhe.service", "644"),
    ("packaging/systemd/chuhe@.service", "usr/lib/systemd/system/chuhe@.service", "644"),
    ("packaging/debian/postinst", "DEBIAN/postinst", "755"),
    ("packaging/debian/prerm", "DEBIAN/prerm", "755"),
    ("packaging/debian/postrm", "DEBIAN/postrm", "755"),
    ("packaging/debian/conffiles", "DEBIAN/conffiles", "644"),
];

/// These are compressed, as Debian wants them.
const COMPRESSED: [&str; 3] = [
    "usr/share/man/man1/chuhe.1",
    "usr/share/doc/chuhe/THIRD-PARTY.txt",
    "usr/share/doc/chuhe/CHANGELOG.md",
];

/// Builds the package from the built program.
pub fn package(release: &Release, program: &Path, licences: &Path) -> Result<PathBuf> {
    let folder = target_dir().join("dist-folders/debian");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let put = |from: &Path, to: &str, mode: &str| {
        let mut install = command("install");
        run(install.args(["-D", "--mode", mode]).arg(from).arg(folder.join(to)))
    };
    put(program, "usr/bin/chuhe", "755")?;
    run(command("strip").arg(folder.join("usr/bin/chuhe")))?;
    put(licences, "usr/share/doc/chuhe/THIRD-PARTY.txt", "644")?;
    for (from, to, mode) in FILES {
        put(&root().join(from), to, mode)?;
    }
    let compressed = COMPRESSED.map(|file| folder.join(file));
    run(command("gzip").args(["--best", "--no-name"]).args(compressed))?;
    let architecture = read(command("dpkg").arg("--print-architecture"))?;
    fs::write(folder.join("DEBIAN/control"), control(release, &folder, architecture.trim())?)?;
    let name = format!("chuhe_{}_{}.deb", release.version, architecture.trim());
    let package = release.folder.join(name);
    let mut deb = command("dpkg-deb");
    deb.env("SOURCE_DATE_EPOCH", &release.changed_at).args([
        "--root-owner-group",
        "-Zgzip",
        "--build",
    ]);
    run(deb.arg(&folder).arg(&package))?;
    Ok(package)
}

fn control(release: &Release, folder: &Path, architecture: &str) -> Result<String> {
    let template = fs::read_to_string(root().join("packaging/debian/control"))?;
    let size = read(command("du").args(["--summarize", "--apparent-size", "-k"]).arg(folder))?;
    let size = size.split_whitespace().next().context("du prints no size")?;
    let libraries = libraries(&folder.join("usr/bin/chuhe"))?;
    let values = [
        ("@VERSION@", release.version.as_str()),
        ("@ARCHITECTURE@", architecture),
        ("@SIZE@", size),
        ("@LIBRARIES@", libraries.as_str()),
    ];
    Ok(values.into_iter().fold(template, |text, (name, value)| text.replace(name, value)))
}

/// The packages of the libraries that the program loads.
fn libraries(program: &Path) -> Result<String> {
    // `dpkg-shlibdeps` must be called from a source folder.
    let sources = target_dir().join("dist-folders/sources");
    fs::create_dir_all(sources.join("debian"))?;
    fs::write(
        sources.join("debian/control"),
        "Source: chuhe\n\nPackage: chuhe\nArchitecture: any\n",
    )?;
    let mut find = command("dpkg-shlibdeps");
    let found = read(find.current_dir(&sources).arg("-O").arg("-e").arg(program))?;
    let line = found.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    Ok(line.context("dpkg-shlibdeps names no packages")?.trim().to_owned())
}
