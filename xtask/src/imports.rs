//! `cargo xtask imports`: reads and imports a large file of games, every tenth with an error.

use crate::shell::{cargo, run as run_command};
use anyhow::{Context, Result, bail};

const USAGE: &str = "usage: cargo xtask imports [--games N]";

/// Runs both tests with 100,000 games by default: the reader of the pages, which takes at most 20,000
/// of them, and `chuhe import`.
pub fn run(args: &[String]) -> Result<()> {
    let games: u64 = match args {
        [] => 100_000,
        [name, value] if name == "--games" => {
            value.parse().with_context(|| format!("--games {value}: not a number"))?
        }
        _ => bail!(USAGE),
    };
    for (package, file, test) in [
        ("record", "keep_going", "a_collection_with_many_bad_games_is_read_to_its_end"),
        ("chuhe", "explorer", "a_large_file_is_imported_past_its_problems"),
    ] {
        let mut command = cargo();
        command.args(["test", "-p", package, "--test", file, "--", "--exact", test, "--nocapture"]);
        run_command(command.env("CHUHE_IMPORTS", games.to_string()))?;
    }
    Ok(())
}
