//! The package on a Debian that has nothing else: installed, started by systemd, asked, killed,
//! upgraded, started as two nodes, removed.

use crate::shell::{command, has, read, root, run, target_dir};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Programs that make and boot a Debian, and Debian's packages that have them.
const PROGRAMS: &[(&str, &str)] =
    &[("mmdebstrap", "mmdebstrap"), ("systemd-nspawn", "systemd-container")];

/// What is in that Debian beside what every Debian has: systemd, and what the package depends on.
const INCLUDED: &str = "systemd,systemd-sysv,dbus,adduser,ca-certificates";

/// Nothing takes so long; whatever does hangs.
const SECONDS: &str = "300";

/// With what a trial ends in which nothing failed.
const PASSED: &str = "passed";

/// Runs inside when it has booted, and says in `/trial.out` what became of it.
const UNIT: &str = "[Unit]\nAfter=chuhe.service\n\
    [Service]\nType=oneshot\nExecStart=/bin/bash /trial.sh\nExecStopPost=/bin/systemctl --no-block poweroff\n";

/// Installs a package and starts what is in it.
///
/// # Errors
/// Says what did not go as it should.
pub fn install_and_start(package: &Path) -> Result<()> {
    let lacking = PROGRAMS.iter().filter(|(program, _)| !has(program)).map(|(_, package)| *package);
    let lacking: Vec<&str> = lacking.collect();
    let is_root = read(command("id").arg("-u"))?.trim() == "0";
    if !lacking.is_empty() || !is_root {
        println!(
            "SKIPPED: the package was not installed on a fresh Debian; that wants root, and\n  \
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
    // A network of its own, so that its ports are free.
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

/// A Debian of this machine's version, made once and unpacked anew each time.
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
        // Whole or not at all.
        let part = folder.join("part.tar");
        let mut make = command("mmdebstrap");
        make.args(["--variant=minbase", &format!("--include={INCLUDED}"), name]);
        run(make.arg(&part))?;
        fs::rename(part, &archive)?;
    }
    // The devices are nspawn's own.
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
