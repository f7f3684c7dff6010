//! `cargo xtask gallery`, `cargo xtask first-load` and `cargo xtask long-tasks`: the pages as they are
//! shipped, looked at and timed in a real browser.

use crate::shell::{cargo, run as run_command, target_dir};
use anyhow::{Result, bail};

/// `cargo xtask gallery [WORD]`: pictures of every screen, or of those with the word in their path,
/// in `<target>/gallery`.
pub fn gallery(args: &[String]) -> Result<()> {
    if args.len() > 1 {
        bail!("usage: cargo xtask gallery [WORD]");
    }
    let folder = target_dir().join("gallery");
    let mut example = built("gallery")?;
    run_command(example.arg(folder).args(args))
}

/// `cargo xtask first-load [ROUNDS]`: first paint and first tap on a slow phone.
pub fn first_load(args: &[String]) -> Result<()> {
    if args.len() > 1 {
        bail!("usage: cargo xtask first-load [ROUNDS]");
    }
    let mut example = built("first_load")?;
    run_command(example.args(args))
}

/// `cargo xtask long-tasks [WORD]`: what keeps the page from answering on a slow phone, in all cases
/// or in those with the word in what they are called.
pub fn long_tasks(args: &[String]) -> Result<()> {
    if args.len() > 1 {
        bail!("usage: cargo xtask long-tasks [WORD]");
    }
    run_command(built("long_tasks")?.args(args))
}

/// An example of the browser's tests, over the pages and the program as they are now.
fn built(example: &str) -> Result<std::process::Command> {
    crate::ui::run(&[])?;
    run_command(cargo().args(["build", "-p", "chuhe"]))?;
    let mut command = cargo();
    command.args(["run", "--quiet", "-p", "browser", "--example", example, "--"]);
    Ok(command)
}
