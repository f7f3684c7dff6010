//! `cargo xtask gallery`, `first-load`, `long-tasks` and `club-night`: programs that drive the built pages
//! in a real browser.

use crate::shell::{cargo, run as run_command, target_dir};
use anyhow::{Result, bail};

/// `cargo xtask gallery [WORD]`: takes pictures of all screens, or of those with the word in their
/// path, into `<target>/gallery`.
pub fn gallery(args: &[String]) -> Result<()> {
    if args.len() > 1 {
        bail!("usage: cargo xtask gallery [WORD]");
    }
    let folder = target_dir().join("gallery");
    let mut example = built("gallery")?;
    run_command(example.arg(folder).args(args))
}

/// `cargo xtask first-load [ROUNDS]`: measures the first paint and the first tap on a slow phone.
pub fn first_load(args: &[String]) -> Result<()> {
    if args.len() > 1 {
        bail!("usage: cargo xtask first-load [ROUNDS]");
    }
    let mut example = built("first_load")?;
    run_command(example.args(args))
}

/// `cargo xtask long-tasks [WORD]`: measures long tasks of the pages on a slow phone, in all cases
/// or in those with the word in their name.
pub fn long_tasks(args: &[String]) -> Result<()> {
    if args.len() > 1 {
        bail!("usage: cargo xtask long-tasks [WORD]");
    }
    run_command(built("long_tasks")?.args(args))
}

/// `cargo xtask club-night [MINUTES] [BOTS]`: plays a club night with bots and three browsers.
pub fn club_night(args: &[String]) -> Result<()> {
    if args.len() > 2 {
        bail!("usage: cargo xtask club-night [MINUTES] [BOTS]");
    }
    run_command(built("club_night")?.args(args))
}

/// Builds the pages and the program; returns the command of an example of the browser tests.
fn built(example: &str) -> Result<std::process::Command> {
    crate::ui::run(&[])?;
    run_command(cargo().args(["build", "-p", "chuhe"]))?;
    let mut command = cargo();
    command.args(["run", "--quiet", "-p", "browser", "--example", example, "--"]);
    Ok(command)
}
