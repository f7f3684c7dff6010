//! Installs the programs that a fresh Debian with Rust lacks.

use crate::shell::{self, command, has, run};
use anyhow::{Result, bail};

/// Required programs and their Debian packages.
const PROGRAMS: &[(&str, &str)] = &[
    ("cc", "gcc"),
    ("c++", "g++"),
    ("python3", "python3"),
    ("chromium", "chromium"),
    ("chromedriver", "chromium-driver"),
    ("qemu-system-arm", "qemu-system-arm"),
    ("mosquitto", "mosquitto"),
    ("strace", "strace"),
    ("faketime", "faketime"),
    ("pg_ctlcluster", "postgresql"),
    ("pkill", "procps"),
];

/// Files that prove that a package without a program is installed.
const FILES: &[(&str, &str)] = &[
    ("/usr/sbin/mosquitto", "mosquitto"),
    ("/usr/sbin/nats-server", "nats-server"),
    ("/usr/games/uci2wb", "uci2wb"),
    ("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc", "fonts-noto-cjk"),
    ("/usr/lib/python3/dist-packages/ensurepip/__init__.py", "python3-venv"),
];

/// Rust targets of the pages and of the firmware's dependencies.
const TARGETS: &[&str] = &["wasm32-unknown-unknown", "thumbv7m-none-eabi"];

/// Installs missing programs, or lists what to install.
pub fn install() -> Result<()> {
    install_packages()?;
    for target in TARGETS {
        crate::rust_target::require(target)?;
    }
    Ok(())
}

fn missing() -> Vec<&'static str> {
    let programs = PROGRAMS.iter().filter(|(program, _)| !has(program));
    let files = FILES.iter().filter(|(file, _)| !std::path::Path::new(file).exists());
    // Any Python with `ensurepip` can create a virtual environment.
    let has_venv = command("python3").args(["-c", "import ensurepip, venv"]).status();
    let has_venv = has_venv.is_ok_and(|status| status.success());
    programs
        .chain(files)
        .map(|(_, package)| *package)
        .filter(|package| *package != "python3-venv" || !has_venv)
        .collect()
}

fn install_packages() -> Result<()> {
    let packages = missing();
    if packages.is_empty() {
        println!("all programs are installed");
        return Ok(());
    }
    let list = packages.join(" ");
    println!("installing {list}");
    let by_hand = format!(
        "install them manually, then run `cargo verify` again:\n  sudo apt-get install {list}"
    );
    let Some(prefix) = privileged() else {
        bail!("missing programs, and no permission to install them; {by_hand}");
    };
    for words in [
        vec!["update", "-q"],
        [vec!["install", "-y", "-q", "--no-install-recommends"], packages].concat(),
    ] {
        let mut apt = command(prefix.first().copied().unwrap_or("apt-get"));
        apt.args(prefix.iter().skip(1)).env("DEBIAN_FRONTEND", "noninteractive");
        if !prefix.is_empty() {
            apt.arg("apt-get");
        }
        if let Err(error) = run(apt.args(&words)) {
            bail!("{error:#}; {by_hand}");
        }
    }
    match missing() {
        still if still.is_empty() => Ok(()),
        still => bail!("still missing after the installation: {}", still.join(" ")),
    }
}

/// How to run apt as root: directly, or with a sudo that asks for no password; `None` if
/// impossible.
fn privileged() -> Option<Vec<&'static str>> {
    if !has("apt-get") {
        return None;
    }
    let id = shell::read(command("id").arg("-u")).unwrap_or_default();
    if id.trim() == "0" {
        return Some(Vec::new());
    }
    let sudo = command("sudo").args(["-n", "true"]).stderr(std::process::Stdio::null()).status();
    sudo.is_ok_and(|status| status.success()).then(|| vec!["sudo", "-n"])
}
