//! `chuhe verify-deal`: that a finished game's chance was what the host had committed to.

use crate::terminal::Results;
use anyhow::{Context, Result, bail};
use commit_reveal::{Commitment, Salt, Seed, SeedDice};
use games::{AnyGame, Variant};
use std::io::Write;

/// What was shown before the game and revealed after it.
#[derive(clap::Args)]
pub struct VerifyDealArgs {
    /// The game: undercover or banqi
    #[arg(long)]
    variant: String,
    /// The game's options text
    #[arg(long, default_value = "")]
    options: String,
    /// The commitment shown before the game, 64 hex digits
    #[arg(long)]
    commitment: String,
    /// The seed revealed after it, 64 hex digits
    #[arg(long)]
    seed: String,
    /// The players' salts in seat order, 32 hex digits each
    #[arg(long = "salt")]
    salts: Vec<String>,
}

/// Checks the commitment, rolls the dice again and prints the deal.
pub fn run(args: &VerifyDealArgs) -> Result<()> {
    let variant: Variant = args.variant.parse()?;
    let commitment: Commitment = args.commitment.parse().context("the commitment")?;
    let seed = Seed::from_hex(&args.seed).context("the seed")?;
    let salts: Vec<Salt> = args
        .salts
        .iter()
        .map(|salt| salt.parse().with_context(|| format!("the salt `{salt}`")))
        .collect::<Result<_>>()?;
    if seed.commitment() != commitment {
        bail!("the seed does not open the commitment: it gives {}", seed.commitment());
    }
    let mut dice = SeedDice::new(&seed, &salts);
    let game = AnyGame::new(variant, &args.options, &mut dice).context("the options")?;
    let mut results = Results::new();
    writeln!(results, "commitment holds\nstart {}", game.truth_text())?;
    for line in deal_lines(&game) {
        writeln!(results, "{line}")?;
    }
    Ok(results.finish()?)
}

/// What the start's text does not show: the draws that wait for the set-up.
fn deal_lines(game: &AnyGame) -> Vec<String> {
    match game {
        AnyGame::Undercover(game) => game.deal_lines(),
        AnyGame::Xiangqi(_) | AnyGame::Sifang(_) | AnyGame::Banqi(_) => Vec::new(),
    }
}
