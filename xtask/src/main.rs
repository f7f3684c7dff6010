//! Build chores: `cargo play`, `cargo verify`, and the parts they are made of.

mod diagrams;
mod play;
mod rust_target;
mod shell;
mod small_rooms;
mod ui;
mod verify;

use anyhow::{Result, bail};

const HELP: &str = "\
cargo play [-- ARGS]      build everything and play (arguments go to `chuhe play`)
cargo verify [STEP ...]   install what tests need and run every check, or the steps named
cargo xtask ui [--dev]    build the pages alone, into <target>/web-dist
cargo xtask diagrams      draw the diagrams of docs/rules again, from docs/rules/diagrams.txt
cargo xtask steps         list the steps of verify
";

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (chore, rest) = match args.split_first() {
        Some((chore, rest)) => (chore.as_str(), rest),
        None => ("help", &[][..]),
    };
    match chore {
        "play" => play::run(rest),
        "ui" => ui::run(rest),
        "diagrams" => diagrams::run(),
        "verify" => verify::run(rest),
        "steps" => {
            verify::list();
            Ok(())
        }
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        unknown => bail!("no chore `{unknown}`\n\n{HELP}"),
    }
}
