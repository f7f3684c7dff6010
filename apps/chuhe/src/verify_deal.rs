//! `chuhe verify-deal`: checks that a game's deal matches its commitment and that its log matches
//! the server's signatures.

use crate::terminal::Results;
use anyhow::{Context, Result, bail};
use commit_reveal::{Commitment, ParseHexError, PublicKey, Salt, Seed, SeedDice};
use games::{AnyGame, Variant};
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};
use table::{Finding, Proof};

/// Help text on the exit status.
const STATUSES: &str = "\
Exit status: 0 everything holds, as far as it goes; 2 something is broken, or cannot be read;
3 the chance of a game is not proven; 4 a game cannot be checked, or files are of different
tables and were not compared. Of several the first of 2, 3, 4.";

/// Arguments of `chuhe verify-deal`: proof files, or the values of one deal.
#[derive(clap::Args)]
#[command(after_help = STATUSES)]
pub struct VerifyDealArgs {
    /// Proofs saved by pages, or answers of `/api/tables/…/transcript`; several proofs of one table
    /// are compared with each other
    #[arg(conflicts_with_all = ["variant", "commitment", "seed", "salts"])]
    files: Vec<PathBuf>,
    /// The server's public key from another source, 64 hex digits
    #[arg(long, value_parser = public_key)]
    key: Option<PublicKey>,
    /// Game: undercover or banqi
    #[arg(long, required_unless_present = "files")]
    variant: Option<String>,
    /// Options of the game
    #[arg(long, default_value = "")]
    options: String,
    /// Commitment shown before the game, 64 hex digits
    #[arg(long, required_unless_present = "files")]
    commitment: Option<String>,
    /// Seed revealed after the game, 64 hex digits
    #[arg(long, required_unless_present = "files")]
    seed: Option<String>,
    /// Players' salts in seat order, 32 hex digits each
    #[arg(long = "salt")]
    salts: Vec<String>,
}

/// Result of a check, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Holds,
    CannotBeChecked,
    NotProven,
    Broken,
}

impl Verdict {
    const fn of(finding: Finding) -> Verdict {
        if finding.leaves_chance_open() {
            Verdict::NotProven
        } else if finding.cannot_be_checked() {
            Verdict::CannotBeChecked
        } else {
            Verdict::Holds
        }
    }

    /// Exit status as listed in [`STATUSES`].
    const fn status(self) -> u8 {
        match self {
            Verdict::Holds => 0,
            Verdict::Broken => 2,
            Verdict::NotProven => 3,
            Verdict::CannotBeChecked => 4,
        }
    }
}

/// Checks the given files or the given deal.
pub fn run(args: &VerifyDealArgs) -> Result<ExitCode> {
    match (&args.variant, &args.commitment, &args.seed) {
        (Some(variant), Some(commitment), Some(seed)) => {
            deal(variant, &args.options, commitment, seed, &args.salts)?;
            Ok(ExitCode::SUCCESS)
        }
        _ => proofs(&args.files, args.key.as_ref()),
    }
}

fn public_key(text: &str) -> Result<PublicKey, ParseHexError> {
    text.trim().to_ascii_lowercase().parse()
}

/// Checks the commitment, repeats the dice rolls and prints the deal.
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
        bail!("the seed does not match the commitment: its own is {}", seed.commitment());
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

/// Draws that the start position does not show because they apply after the set-up.
fn deal_lines(game: &AnyGame) -> Vec<String> {
    match game {
        AnyGame::Undercover(game) => game.deal_lines(),
        AnyGame::Xiangqi(_) | AnyGame::Sifang(_) | AnyGame::Banqi(_) => Vec::new(),
    }
}

/// Checks each proof, and compares each pair.
fn proofs(files: &[PathBuf], key: Option<&PublicKey>) -> Result<ExitCode> {
    let proofs: Vec<(&Path, Proof)> =
        files.iter().map(|file| Ok((file.as_path(), read(file)?))).collect::<Result<_>>()?;
    let mut results = Results::new();
    let mut verdict = Verdict::Holds;
    for (file, proof) in &proofs {
        let is_shared =
            proofs.iter().any(|(_, other)| other.table == proof.table && !other.salts.is_empty());
        verdict = verdict.max(check(&mut results, file, proof, is_shared, key)?);
    }
    for (index, one) in proofs.iter().enumerate() {
        for other in &proofs[..index] {
            verdict = verdict.max(compare(&mut results, other, one)?);
        }
    }
    results.finish()?;
    if verdict == Verdict::Broken {
        bail!("verification failed: the server broke its commitment, or a file was changed");
    }
    Ok(ExitCode::from(verdict.status()))
}

/// Checks one proof. `is_shared` says whether any file of the table has a device's own salts.
fn check(
    results: &mut Results,
    file: &Path,
    proof: &Proof,
    is_shared: bool,
    key: Option<&PublicKey>,
) -> io::Result<Verdict> {
    let lines = proof.transcript.len();
    writeln!(results, "{}: table {}, {lines} lines", file.display(), proof.table)?;
    writeln!(results, "  signed with {}", proof.key)?;
    let mut faults: Vec<String> = proof.faults().iter().map(ToString::to_string).collect();
    if key.is_some_and(|key| proof.key.parse().as_ref() != Ok(key)) {
        faults.push("this is not the key that you named".to_owned());
    }
    for fault in &faults {
        writeln!(results, "  BROKEN: {fault}")?;
    }
    if !faults.is_empty() {
        return Ok(Verdict::Broken);
    }
    let finding = match proof.finding() {
        Finding::NoShare if is_shared => Finding::Holds,
        finding => finding,
    };
    writeln!(results, "  {finding}")?;
    Ok(Verdict::of(finding))
}

/// Compares two proofs.
fn compare(
    results: &mut Results,
    (file, proof): &(&Path, Proof),
    (other_file, other): &(&Path, Proof),
) -> io::Result<Verdict> {
    let (file, other_file) = (file.display(), other_file.display());
    if proof.table != other.table {
        writeln!(results, "not compared: {file} and {other_file} are of different tables")?;
        return Ok(Verdict::CannotBeChecked);
    }
    let found = proof.contradictions(other);
    for contradiction in &found {
        writeln!(results, "BROKEN: {file} and {other_file}: {contradiction}")?;
    }
    Ok(if found.is_empty() { Verdict::Holds } else { Verdict::Broken })
}

fn read(file: &Path) -> Result<Proof> {
    let text =
        std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not a proof", file.display()))
}
