//! `cargo xtask release VERSION`: the steps of a release that need no network.
//!
//! Writes the version into the manifests and lock files, and dates the section of the changelog.
//! It neither commits nor publishes.

use crate::shell::{command, read, root};
use anyhow::{Context, Result, bail, ensure};
use std::fs;

/// Folders whose workspaces have the project's version.
const WORKSPACES: &[&str] = &["", "firmware/", "fuzz/"];

/// Heading of the changes since the last release.
const UNRELEASED: &str = "## Unreleased\n";

/// Runs `cargo xtask release VERSION`.
pub fn run(args: &[String]) -> Result<()> {
    let [version] = args else { bail!("usage: cargo xtask release VERSION") };
    let next: Version = version.parse()?;
    let changed = read(command("git").args(["status", "--porcelain", "--untracked-files=no"]))?;
    ensure!(changed.is_empty(), "commit these changes first:\n{changed}");
    let manifest = read_file("Cargo.toml")?;
    let current = workspace_version(&manifest)?;
    ensure!(next > current, "version {next} is not above the current version {current}");
    let today = read(command("date").args(["-u", "+%F"]))?;
    let changelog = date_changelog(&read_file("CHANGELOG.md")?, next, today.trim())?;
    let mut files = vec![("CHANGELOG.md".to_owned(), changelog)];
    for folder in WORKSPACES {
        let manifest = format!("{folder}Cargo.toml");
        let lock = format!("{folder}Cargo.lock");
        files.push((manifest.clone(), with_version(&read_file(&manifest)?, current, next)));
        files.push((lock.clone(), with_locked_version(&read_file(&lock)?, current, next)));
    }
    for (name, text) in files {
        fs::write(root().join(&name), text).with_context(|| name)?;
    }
    println!("release {next} is prepared; next:");
    for step in [
        "cargo verify".to_owned(),
        format!("git commit -am 'release: {next}'"),
        format!("git tag -a v{next} -m 'chuhe {next}'"),
        "cargo xtask dist".to_owned(),
    ] {
        println!("  {step}");
    }
    Ok(())
}

/// A version without pre-release or build part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    major: u32,
    minor: u32,
    patch: u32,
}

impl std::str::FromStr for Version {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Version> {
        let number = |part: &str| {
            let is_plain = part == "0" || !part.starts_with(['0', '+']);
            part.parse().ok().filter(|_| is_plain)
        };
        let parts: Option<Vec<u32>> = text.split('.').map(number).collect();
        match parts.as_deref() {
            Some(&[major, minor, patch]) => Ok(Version { major, minor, patch }),
            _ => bail!("`{text}` is not a version like 1.2.3"),
        }
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// The text of a file in the root of the checkout.
fn read_file(name: &str) -> Result<String> {
    fs::read_to_string(root().join(name)).with_context(|| name.to_owned())
}

/// The version in `[workspace.package]`.
fn workspace_version(manifest: &str) -> Result<Version> {
    let package = manifest.split("[workspace.package]").nth(1).unwrap_or_default();
    let line = package.lines().find_map(|line| line.strip_prefix("version = "));
    line.context("Cargo.toml has no workspace version")?.trim_matches('"').parse()
}

/// A manifest with the new version: of the package or workspace, and of dependencies by path.
fn with_version(manifest: &str, current: Version, next: Version) -> String {
    let (old, new) = (format!("version = \"{current}\""), format!("version = \"{next}\""));
    let is_ours = |line: &str| line.starts_with("version = ") || line.contains("path = \"");
    let lines = manifest
        .split_inclusive('\n')
        .map(|line| if is_ours(line) { line.replace(&old, &new) } else { line.to_owned() });
    lines.collect()
}

/// A lock file with the new version of the workspace's own packages: those without a source.
fn with_locked_version(lock: &str, current: Version, next: Version) -> String {
    let (old, new) = (format!("version = \"{current}\"\n"), format!("version = \"{next}\"\n"));
    let packages = lock.split_inclusive("\n\n").map(|package| {
        if package.contains("source = ") {
            package.to_owned()
        } else {
            package.replacen(&old, &new, 1)
        }
    });
    packages.collect()
}

/// The changelog with the unreleased changes under a dated heading of the new version.
fn date_changelog(changelog: &str, next: Version, date: &str) -> Result<String> {
    let (before, rest) =
        changelog.split_once(UNRELEASED).context("CHANGELOG.md has no heading “Unreleased”")?;
    let changes = rest.split("\n## ").next().unwrap_or_default();
    ensure!(changes.contains("\n- "), "CHANGELOG.md lists no unreleased changes");
    Ok(format!("{before}{UNRELEASED}\n## {next} - {date}\n{rest}"))
}

#[cfg(test)]
mod tests {
    use super::{Version, date_changelog, with_locked_version, with_version, workspace_version};

    fn version(text: &str) -> Version {
        text.parse().expect("a version")
    }

    #[test]
    fn versions() {
        for text in ["", "1", "1.2", "1.2.3.4", "1.2.x", "1.2.3-rc1", "01.2.3", "+1.2.3", "1..3"] {
            assert!(text.parse::<Version>().is_err(), "{text}");
        }
        assert!(version("0.10.0") > version("0.9.9"));
        assert_eq!(version("10.0.2").to_string(), "10.0.2");
    }

    #[test]
    fn only_our_versions_change() {
        let manifest = "[workspace.package]\nversion = \"0.1.0\"\nedition = \"2024\"\n\
            [workspace.dependencies]\n\
            game = { path = \"crates/game\", version = \"0.1.0\" }\n\
            other = { version = \"0.1.0\" }\n";
        assert_eq!(workspace_version(manifest).expect("a version"), version("0.1.0"));
        let expected = "[workspace.package]\nversion = \"0.2.0\"\nedition = \"2024\"\n\
            [workspace.dependencies]\n\
            game = { path = \"crates/game\", version = \"0.2.0\" }\n\
            other = { version = \"0.1.0\" }\n";
        assert_eq!(with_version(manifest, version("0.1.0"), version("0.2.0")), expected);
    }

    #[test]
    fn only_our_locked_versions_change() {
        let lock = "version = 4\n\n[[package]]\nname = \"chuhe\"\nversion = \"0.1.0\"\n\n\
            [[package]]\nname = \"other\"\nversion = \"0.1.0\"\nsource = \"registry\"\n";
        let expected = lock.replacen("0.1.0", "0.2.0", 1);
        assert_eq!(with_locked_version(lock, version("0.1.0"), version("0.2.0")), expected);
    }

    #[test]
    fn the_changelog_is_dated() {
        let changelog =
            "# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 - 2026-11-26\n\n- Old.\n";
        let dated = date_changelog(changelog, version("0.2.0"), "2026-11-27").expect("changes");
        let expected = "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-11-27\n\n- New.\n\n\
            ## 0.1.0 - 2026-11-26\n\n- Old.\n";
        assert_eq!(dated, expected);
        let again = date_changelog(&dated, version("0.3.0"), "2026-11-28").expect_err("no changes");
        assert!(again.to_string().contains("no unreleased changes"), "{again}");
        assert!(date_changelog("# Changelog\n", version("0.2.0"), "2026-11-27").is_err());
    }
}
