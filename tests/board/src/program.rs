use anyhow::{Context, Result};
use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command},
};

/// A process that is killed with `kill -9` on drop.
pub(crate) struct Program(Child);

impl Program {
    pub(crate) fn start(command: &mut Command) -> Result<Program> {
        let name = command.get_program().to_string_lossy().into_owned();
        Ok(Program(command.spawn().with_context(|| format!("starting {name}"))?))
    }

    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Errors mean that it has exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program under test: `CHUHE`, or the one built beside this test.
pub(crate) fn chuhe() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("CHUHE") {
        return Ok(path.into());
    }
    // <target>/<profile>/deps/<test>
    let test = std::env::current_exe()?;
    let profile = test.ancestors().nth(2).context("the test lies in a target folder")?;
    let path = profile.join("chuhe");
    anyhow::ensure!(path.exists(), "no {}: `cargo build -p chuhe` first", path.display());
    Ok(path)
}

/// Path of the board's image for QEMU: `BOARD_IMAGE` if set, otherwise it is built.
pub(crate) fn image() -> Result<PathBuf> {
    if let Some(path) = std::env::var_os("BOARD_IMAGE") {
        return Ok(path.into());
    }
    let firmware = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../firmware");
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| firmware.join("target"), PathBuf::from);
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "-q", "--release", "-p", "qemu", "--target", "thumbv7m-none-eabi"])
        .current_dir(&firmware)
        .status()
        .context("starting cargo")?;
    anyhow::ensure!(status.success(), "the board's image does not build");
    Ok(target.join("thumbv7m-none-eabi/release/qemu"))
}

/// A free port. It is reused when a killed process restarts.
pub(crate) fn free_port() -> Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}
