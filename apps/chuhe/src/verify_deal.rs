//! `chuhe verify-deal`: that a game's chance was what was committed to, and its past what was signed.

use crate::terminal::Results;
use anyhow::{Context, Result, bail};
use commit_reveal::{Commitment, Salt, Seed, SeedDice};
use games::{AnyGame, Variant};
use std::{
    io::Write,
    path::{Path, PathBuf},
};
use ui_model::Proof;

/// What was kept of a game, or what was shown before it and revealed after it.
#[derive(clap::Args)]
pub struct VerifyDealArgs {
    /// Proofs that pages have saved, or answers of `/api/tables/…/transcript`; several of one table
    /// are held against each other
    #[arg(conflicts_with_all = ["variant", "commitment", "seed", "salts"])]
    files: Vec<PathBuf>,
    /// The server's public key, 64 hex digits, if you know it from elsewhere
    #[arg(long)]
    key: Option<String>,
    /// The game: undercover or banqi
    #[arg(long, required_unless_present = "files")]
    variant: Option<String>,
    /// The game's options text
    #[arg(long, default_value = "")]
    options: String,
    /// The commitment shown before the game, 64 hex digits
    #[arg(long, required_unless_present = "files")]
    commitment: Option<String>,
    /// The seed revealed after it, 64 hex digits
    #[arg(long, required_unless_present = "files")]
    seed: Option<String>,
    /// The players' salts in seat order, 32 hex digits each
    #[arg(long = "salt")]
    salts: Vec<String>,
}

/// Checks whatever there is to check.
pub fn run(args: &VerifyDealArgs) -> Result<()> {
    match (&args.variant, &args.commitment, &args.seed) {
        (Some(variant), Some(commitment), Some(seed)) => {
            deal(variant, &args.options, commitment, seed, &args.salts)
        }
        _ => proofs(&args.files, args.key.as_deref()),
    }
}

/// Checks the commitment, rolls the dice again and prints the deal.
fn deal(
    variant: &str,
    options: &str,
    commitment: &str,
    seed: &str,
    salts: &[String],
) -> Result<()> {
    let variant: Variant = variant.parse()?;
    let commitment: Commitment = commitment.parse().context("the commitment")?;
    let seed = Seed::from_hex(seed).context("the seed")?;
    let salts: Vec<Salt> = salts
        .iter()
        .map(|salt| salt.parse().with_context(|| format!("the salt `{salt}`")))
        .collect::<Result<_>>()?;
    if seed.commitment() != commitment {
        bail!("the seed does not open the commitment: it gives {}", seed.commitment());
    }
    let mut dice = SeedDice::new(&seed, &salts);
    let game = AnyGame::new(variant, options, &mut dice).context("the options")?;
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

/// Checks each proof by itself, and each against the others.
fn proofs(files: &[PathBuf], key: Option<&str>) -> Result<()> {
    let proofs: Vec<(&Path, Proof)> =
        files.iter().map(|file| Ok((file.as_path(), read(file)?))).collect::<Result<_>>()?;
    let mut results = Results::new();
    let mut is_broken = false;
    for (file, proof) in &proofs {
        writeln!(
            results,
            "{}: table {}, {} lines",
            file.display(),
            proof.table,
            proof.transcript.len()
        )?;
        writeln!(results, "  signed with {}", proof.key)?;
        let mut faults: Vec<String> = proof.faults().iter().map(ToString::to_string).collect();
        if key.is_some_and(|key| key != proof.key) {
            faults.push("this is not the key that you named".to_owned());
        }
        match faults.as_slice() {
            [] if proof.can_be_audited() => {
                let all = "signed, and the whole game follows from what was committed to";
                writeln!(results, "  holds: {all}")?;
            }
            [] => {
                let all = "signed; the game is not over, its chance not revealed";
                writeln!(results, "  holds so far: {all}")?;
            }
            faults => {
                for fault in faults {
                    writeln!(results, "  BROKEN: {fault}")?;
                }
            }
        }
        is_broken |= !faults.is_empty();
    }
    for (index, (file, proof)) in proofs.iter().enumerate() {
        for (other, _) in proofs[..index].iter().filter(|(_, other)| proof.contradicts(other)) {
            writeln!(results, "BROKEN: {} and {} tell two pasts", other.display(), file.display())?;
            is_broken = true;
        }
    }
    results.finish()?;
    if is_broken {
        bail!("the server has not kept its word, or a file is not what it was");
    }
    Ok(())
}

fn read(file: &Path) -> Result<Proof> {
    let text =
        std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is no proof", file.display()))
}
