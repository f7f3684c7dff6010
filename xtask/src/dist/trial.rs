//! Tests the package on a minimal Debian system: installation, start by systemd, requests, restart
//! after a kill, upgrade, two nodes, removal.

use crate::shell::{command, has, read, root, run, target_dir};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Programs that create and boot a Debian system, and their Debian packages.
const PROGRAMS: &[(&str, &str)] =
    &[("mmdebstrap", "mmdebstrap"), ("systemd-nspawn", "systemd-container")];

/// Packages of that system besides the minimal ones: systemd, and the package's dependencies.
const INCLUDED: &str = "systemd,systemd-sysv,dbus,adduser,ca-certificates";

/// Timeout of the trial in seconds.
const SECONDS: &str = "300";

/// The last line of a successful trial.
const PASSED: &str = "passed";

/// Runs the trial after the boot; its output is in `/trial.out`.
const UNIT: &str = "[Unit]\nAfter=chuhe.service\n\
    [Service]\nType=oneshot\nExecStart=/bin/bash /trial.sh\nExecStopPost=/bin/systemctl --no-block poweroff\n";

/// Installs a package in a fresh system and runs the trial.
///
/// # Errors
/// Says which step failed.
pub fn install_and_start(package: &Path) -> Result<()> {
    let lacking = PROGRAMS.iter().filter(|(program, _)| !has(program)).map(|(_, package)| *package);
    let lacking: Vec<&str> = lacking.collect();
    let is_root = read(command("id").arg("-u"))?.trim() == "0";
    if !lacking.is_empty() || !is_root {
        println!(
            "SKIPPED: the test of the package on a fresh Debian needs root and\n  \
             apt-get install mmdebstrap systemd-container"
        );
        return Ok(());
    }
    let system = fresh_system()?;
    let within = |path: &str| system.join(path);
    fs::copy(package, within("chuhe.deb"))?;
    let mut install = nspawn(&system);
    run(install.args(["--pipe", "dpkg", "--install", "/chuhe.deb"]))?;
    fs::copy(root().join("packaging/trial.sh"), within("trial.sh"))?;
    let units = within("etc/systemd/system");
    fs::write(units.join("trial.service"), UNIT)?;
    let wanted = units.join("multi-user.target.wants");
    fs::create_dir_all(&wanted)?;
    let link = wanted.join("trial.service");
    run(command("ln").args(["--symbolic", "../trial.service"]).arg(link))?;
    // A private network, so that its ports are free.
    let mut boot = command("timeout");
    boot.args([SECONDS, "systemd-nspawn", "--quiet", "--register=no", "--keep-unit"]);
    boot.args(["--private-network", "--boot", "--console=pipe", "--directory"]).arg(&system);
    let booted = run(&mut boot);
    let said = fs::read_to_string(within("trial.out")).unwrap_or_default();
    print!("{said}");
    if said.lines().last() != Some(PASSED) {
        booted.context("the Debian on which the package was tried")?;
        bail!("the package does not work on a fresh Debian; {} is left", system.display());
    }
    Ok(fs::remove_dir_all(&system)?)
}

/// A Debian system of the host's version, created once and unpacked again each time.
fn fresh_system() -> Result<PathBuf> {
    let folder = target_dir().join("dist-trial");
    let (archive, system) = (folder.join("debian.tar"), folder.join("system"));
    if system.exists() {
        fs::remove_dir_all(&system)?;
    }
    fs::create_dir_all(&system)?;
    if !archive.exists() {
        println!("dist    making a Debian");
        let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
        let name = release.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
        let name = name.context("/etc/os-release names no version")?.trim_matches('"');
        // Renamed when complete.
        let part = folder.join("part.tar");
        let mut make = command("mmdebstrap");
        make.args(["--variant=minbase", &format!("--include={INCLUDED}"), name]);
        run(make.arg(&part))?;
        fs::rename(part, &archive)?;
    }
    // systemd-nspawn creates the devices.
    let mut unpack = command("tar");
    unpack.args(["--extract", "--exclude=./dev/*", "--file"]).arg(&archive);
    run(unpack.arg("--directory").arg(&system))?;
    Ok(system)
}

fn nspawn(system: &Path) -> std::process::Command {
    let mut nspawn = command("systemd-nspawn");
    nspawn.args(["--quiet", "--register=no", "--keep-unit", "--directory"]).arg(system);
    nspawn
}
