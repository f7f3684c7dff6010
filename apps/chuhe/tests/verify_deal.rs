//! `chuhe verify-deal`: its messages and exit status.

use commit_reveal::{ChainHead, HeadStatement, Salt, Seed, SigningKey};
use protocol::{SeatPlan, SignedHead, TablePlan, UnixMs};
use std::{path::Path, process::Command};
use table::Proof;

const TABLE: &str = "t";

fn plan(variant: &str, change: impl FnOnce(&mut TablePlan)) -> String {
    let mut plan = TablePlan {
        variant: variant.into(),
        options: String::new(),
        clock: "none".into(),
        setup_seconds: 0,
        seats: vec![SeatPlan::Host, SeatPlan::Host],
        start: None,
        training: false,
        rated: false,
        ..TablePlan::default()
    };
    change(&mut plan);
    serde_json::to_string(&plan).expect("json")
}

fn salt(seat: u8) -> Salt {
    Salt::new([seat + 1; 16])
}

/// Transcript signed by the server at this time.
fn proof(table: &str, lines: &[String], at_ms: u64) -> Proof {
    let key = SigningKey::from_bytes([3; 32]);
    let head = ChainHead::of(lines);
    let count = lines.len() as u64;
    let signature = key.sign(&HeadStatement { table, lines: count, head, at_ms }).to_string();
    Proof {
        table: table.into(),
        key: key.public().to_string(),
        transcript: lines.to_vec(),
        head: SignedHead { lines: count, hash: head.to_string(), at_ms: UnixMs(at_ms), signature },
        kept: None,
        kept_key: None,
        salts: Vec::new(),
        choices: Vec::new(),
    }
}

/// Log of a game without chance.
fn xiangqi(plan: &str, more: &[&str]) -> Vec<String> {
    let start = [format!("opened committed-salts - {plan}")];
    let joined = ["joined 0 - Ada", "joined 1 - Ada"];
    let more = joined.iter().chain(more).map(|line| (*line).to_owned());
    start.into_iter().chain(more).collect()
}

/// Log of a banqi game that Red resigns at once. Salts are either fixed first or given with the
/// seats.
fn banqi(is_bound: bool) -> Vec<String> {
    let seed = Seed::new([7; 32]);
    let word = if is_bound { "committed-salts" } else { "given-salts" };
    let mut lines = vec![format!("opened {word} {} {}", seed.commitment(), plan("banqi", |_| ()))];
    if is_bound {
        lines.extend((0..2).map(|seat| format!("joined {seat} - Ada")));
        let commitment = |seat| format!("salt-commitment {seat} {}", salt(seat).commitment());
        lines.extend((0..2).map(commitment));
        lines.extend((0..2).map(|seat| format!("salt {seat} {}", salt(seat))));
    } else {
        lines.extend((0..2).map(|seat| format!("joined {seat} {} Ada", salt(seat))));
    }
    lines.extend(["resigned 0".to_owned(), "ended resignation 1".to_owned()]);
    lines.push(format!("seed {}", seed.reveal()));
    lines
}

/// Exit status and output for these files.
fn verify(folder: &Path, proofs: &[Proof], more: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_chuhe"));
    command.arg("verify-deal").args(more);
    for (number, proof) in proofs.iter().enumerate() {
        let file = folder.join(format!("{number}.json"));
        std::fs::write(&file, serde_json::to_string(proof).expect("json")).expect("written");
        command.arg(file);
    }
    let output = command.output().expect("chuhe runs");
    let said = [&output.stdout[..], &output.stderr].map(String::from_utf8_lossy).concat();
    (output.status.code(), said)
}

#[test]
fn each_outcome_has_its_status() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = plan("xiangqi", |_| ());
    let resigned = ["acted 0 h2e2", "acted 1 h9g7", "resigned 0", "ended resignation 1"];
    let flagged = ["acted 0 h2e2", "flagged 1", "ended flag-fall 0"];
    let own = plan("xiangqi", |plan| {
        plan.training = true;
        plan.start = Some("?".into());
    });
    let one = |lines: &[String]| vec![proof(TABLE, lines, 1_000)];
    let whole = xiangqi(&open, &resigned);
    let mut mine = proof(TABLE, &banqi(true), 900);
    mine.salts = vec![(0, salt(0).to_string())];
    let server = proof(TABLE, &banqi(true), 1_000);
    let longer = proof(TABLE, &whole[..5], 1_000);
    let later = proof(TABLE, &whole[..4], 2_200);
    let elsewhere = proof("elsewhere", &whole, 1_000);
    for (what, proofs, status, words) in [
        ("a whole game", one(&whole), 0, "  holds: "),
        ("half a game", one(&whole[..4]), 0, "  holds so far: "),
        ("a flag without a clock", one(&xiangqi(&open, &flagged)), 2, "BROKEN: line 5"),
        ("salts that came with the seats", one(&banqi(false)), 3, "chance is not proven"),
        ("a foreign salt", vec![server.clone()], 3, "chance is not proven"),
        ("the own salt", vec![mine.clone()], 0, "  holds: "),
        ("the own salt beside the server's word", vec![mine, server], 0, "  holds: "),
        ("an own start", one(&xiangqi(&own, &resigned[2..])), 4, "cannot be checked"),
        ("a game rolled back", vec![longer.clone(), later], 2, "the game was rolled back"),
        ("two tables", vec![longer, elsewhere], 4, "not compared"),
    ] {
        let (found, said) = verify(folder.path(), &proofs, &[]);
        assert_eq!(found, Some(status), "{what}: {said}");
        assert!(said.contains(words), "{what}: {said}");
        assert_eq!(said.contains("BROKEN"), status == 2, "{what}: {said}");
    }
}

#[test]
fn a_key_is_read_in_either_case() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = proof(TABLE, &banqi(true)[..3], 1_000);
    let other = SigningKey::from_bytes([4; 32]).public().to_string();
    for (key, status) in
        [(proof.key.to_uppercase(), 0), (proof.key.clone(), 0), (other, 2), ("1f".to_owned(), 2)]
    {
        let (found, said) = verify(folder.path(), std::slice::from_ref(&proof), &["--key", &key]);
        assert_eq!(found, Some(status), "{key}: {said}");
    }
}
