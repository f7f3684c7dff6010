//! Proofs of games: what one file shows of its server, and what two files show.

#[expect(dead_code, reason = "other tests begin their games with clocks")]
mod common;

use commit_reveal::{ChainHead, HeadStatement, Salt, Seed, SigningKey};
use game::{Observer, Seat};
use protocol::{Command, SeatPlan, SignedHead, UnixMs};
use table::{Contradiction, Input, Proof, ProofFault, Table};

/// Id of the table.
const TABLE: &str = "t";

fn signing_key() -> SigningKey {
    SigningKey::from_bytes([3; 32])
}

/// The transcript of a game with fixed salts, resigned after several moves.
fn finished_transcript() -> Vec<String> {
    let plan = common::plan("banqi", "none", &[SeatPlan::Host, SeatPlan::Open]);
    let events = table::open(plan, "Ada", None, None, Seed::new([7; 32]), 0);
    let mut table = Table::replay(&events.expect("a plan")).expect("a table");
    put(&mut table, Input::Join { seat: None, name: "Bo", member: None });
    let salts = [Salt::new([1; 16]), Salt::new([2; 16])];
    for (seat, salt) in (0..).zip(salts) {
        let commitment = salt.commitment().to_string();
        command(&mut table, Seat::new(seat), &Command::CommitSalt { commitment });
    }
    for (seat, salt) in (0..).zip(salts) {
        command(&mut table, Seat::new(seat), &Command::RevealSalt { salt: salt.to_string() });
    }
    let on_move = |table: &Table| table.turn().seats().iter().next().expect("a seat on move");
    for _ in 0..8 {
        let seat = on_move(&table);
        let legal = table.game().expect("a game").view(Observer::Seat(seat)).legal();
        command(&mut table, seat, &Command::Act { action: legal[0].to_string() });
    }
    let seat = on_move(&table);
    command(&mut table, seat, &Command::Resign);
    table.transcript()
}

fn put(table: &mut Table, input: Input<'_>) {
    let events = table.decide(0, input).unwrap_or_else(|refusal| panic!("{refusal}"));
    events.iter().for_each(|event| table.evolve(event).expect("decided here"));
}

fn command(table: &mut Table, seat: Seat, command: &Command) {
    put(table, Input::Seat { seat, command, lag_ms: 0 });
}

fn head(lines: &[String], at_ms: u64, key: &SigningKey) -> SignedHead {
    let head = ChainHead::of(lines);
    let lines = lines.len() as u64;
    let signature = key.sign(&HeadStatement { table: TABLE, lines, head, at_ms }).to_string();
    SignedHead { lines, hash: head.to_string(), at_ms: UnixMs(at_ms), signature }
}

/// The first lines of a finished game, signed at this time.
fn proof(lines: usize, at_ms: u64) -> Proof {
    let key = signing_key();
    let transcript = finished_transcript()[..lines].to_vec();
    let head = head(&transcript, at_ms, &key);
    let (table, key) = (TABLE.into(), key.public().to_string());
    let (kept, kept_key, salts, choices) = (None, None, Vec::new(), Vec::new());
    Proof { table, key, transcript, head, kept, kept_key, salts, choices }
}

#[test]
fn two_files_show_more_than_one() {
    let long = proof(9, 1_000);
    let kept = |at_ms| {
        let mut kept = proof(6, 900);
        kept.kept = Some(head(&long.transcript[..5], at_ms, &signing_key()));
        kept
    };
    let mut other = proof(8, 2_000);
    other.transcript[7] = "acted 0 a8".to_owned();
    other.head = head(&other.transcript, 2_000, &signing_key());
    let mut other_head = proof(4, 900);
    other_head.kept = Some(head(&other.transcript, 950, &signing_key()));
    let mut foreign_key = proof(9, 1_000);
    let key = SigningKey::from_bytes([4; 32]);
    foreign_key.head = head(&long.transcript, 1_000, &key);
    foreign_key.key = key.public().to_string();
    let mut unsigned = kept(1_200);
    unsigned.kept.as_mut().expect("a head").signature = long.head.signature.clone();
    let mut elsewhere = other.clone();
    elsewhere.table = "elsewhere".into();
    let rolled_back = |lines| vec![Contradiction::RolledBack(lines, 9)];
    for (what, second, expected) in [
        ("the same", proof(9, 1_000), vec![]),
        ("the same, later", proof(9, 1_200), vec![]),
        ("fewer lines, earlier", proof(6, 900), vec![]),
        ("fewer lines at the same moment", proof(6, 1_000), vec![]),
        ("fewer lines, later", proof(6, 1_200), rolled_back(6)),
        ("an older head that was kept", kept(800), vec![]),
        ("fewer lines later, as a head that was kept", kept(1_200), rolled_back(5)),
        ("an unsigned head", unsigned, vec![]),
        ("another past in a head that was kept", other_head, vec![Contradiction::TwoPasts]),
        ("another key", foreign_key, vec![Contradiction::TwoKeys]),
        ("another table", elsewhere, vec![]),
    ] {
        assert_eq!(long.contradictions(&second), expected, "{what}");
        assert_eq!(second.contradictions(&long), expected, "{what}, the other way");
    }
    assert!(long.contradictions(&other).contains(&Contradiction::TwoPasts));
}

/// A contribution kept by one device must be in a finished game shown by another.
#[test]
fn a_share_of_one_is_looked_for_in_the_other() {
    let all = finished_transcript().len();
    let server = proof(all, 1_000);
    let mut mine = proof(9, 900);
    mine.salts = vec![(0, "01".repeat(16))];
    assert_eq!(mine.contradictions(&server), []);
    mine.salts[0].1 = "07".repeat(16);
    let found = mine.contradictions(&server);
    assert!(matches!(found[..], [Contradiction::Missing(_)]), "{found:?}");
}

/// A page that received fewer lines at a later time has both statements in one file.
#[test]
fn one_file_shows_a_game_that_was_rolled_back() {
    let mut proof = proof(9, 1_000);
    proof.kept = Some(head(&proof.transcript[..6], 900, &signing_key()));
    assert_eq!(proof.faults(), []);
    proof.kept = Some(head(&proof.transcript[..6], 1_200, &signing_key()));
    assert_eq!(proof.faults(), [ProofFault::RolledBack]);
}
