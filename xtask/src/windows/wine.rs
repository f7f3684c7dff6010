//! Tests the program for Windows with Wine.

use crate::shell::{command, has, root, run, target_dir};
use anyhow::{Context, Result, bail, ensure};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};

/// Start of the line in which the server prints its address.
const SERVING: &str = "chuhe: serving at http://";

/// Starts the server, requests `/healthz`, and makes and restores a backup. Without Wine it prints
/// that it was skipped.
///
/// # Errors
/// If a step fails.
pub fn try_out(program: &Path) -> Result<()> {
    if !has("wine") {
        println!(
            "SKIPPED: the program was built but not started; to test it:\n  apt-get install wine64 wine"
        );
        return Ok(());
    }
    let folder = target_dir().join("wine");
    fs::create_dir_all(&folder)?;
    let trial = folder.join("trial");
    if trial.exists() {
        fs::remove_dir_all(&trial)?;
    }
    fs::create_dir_all(&trial)?;
    let [data, restored, copy] = ["data", "restored", "copy.chuhe"].map(|name| trial.join(name));
    let prefix = folder.join("prefix");
    let wine = |program: &str| {
        let mut wine = command(program);
        wine.env("WINEPREFIX", &prefix).env("WINEDEBUG", "-all");
        wine
    };
    run(wine("wine").args(["wineboot", "--init"]))?;
    lend_chance(&prefix)?;
    let started = start(wine("wine").arg(program), &data);
    let tried = started.and_then(|(_server, address)| {
        let answer = ask(&address)?;
        ensure!(answer.starts_with("HTTP/1.1 200 "), "under Wine /healthz answers: {answer}");
        // Windows has other rules for locking, syncing and renaming files.
        run(wine("wine")
            .arg(program)
            .args(["backup", "--with-key", "--data"])
            .arg(&data)
            .arg(&copy))
    });
    let tried = tried.and_then(|()| {
        run(wine("wine").arg(program).args(["restore", "--data"]).arg(&restored).arg(&copy))
    });
    // Only the processes of this prefix.
    let _ = wine("wineserver").arg("--kill").status();
    tried?;
    ensure!(restored.join("chuhe.db").exists(), "under Wine the backup was not restored");
    println!("windows served, backed up and restored with Wine");
    Ok(())
}

/// Adds the library of Rust's random numbers to a Wine that lacks it.
fn lend_chance(prefix: &Path) -> Result<()> {
    let library = prefix.join("drive_c/windows/system32/bcryptprimitives.dll");
    if library.exists() {
        return Ok(());
    }
    let mut compile = command("x86_64-w64-mingw32-gcc");
    compile.args(["-shared", "-O2", "-o"]).arg(&library);
    run(compile.arg(root().join("xtask/src/windows/bcryptprimitives.c")).arg("-ladvapi32"))
}

/// A process that is killed on drop.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(program: &mut Command, data: &Path) -> Result<(Server, String)> {
    program.args(["serve", "--listen", "127.0.0.1:0", "--data"]).arg(data);
    let mut server = Server(program.stdout(Stdio::piped()).spawn().context("cannot start Wine")?);
    let output = server.0.stdout.take().context("Wine has no output")?;
    for line in BufReader::new(output).lines() {
        let line = line?;
        if let Some(address) = line.trim().strip_prefix(SERVING) {
            return Ok((server, address.trim_end_matches('/').to_owned()));
        }
    }
    bail!("the program exits under Wine before it serves")
}

fn ask(address: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
