//! Tests of transcripts: honest ones pass the audit, each kind of cheating is found, and secrets
//! appear only at the end.

use commit_reveal::{ChainHead, Salt, Seed};
use conformance::TestDice;
use game::{Observer, Seat, Turn};
use protocol::{Command, SeatPlan, TablePlan};
use table::{Input, SeedPromise, Table, audit};

fn plan(variant: &str, options: &str, seats: &[SeatPlan]) -> TablePlan {
    TablePlan {
        variant: variant.into(),
        options: options.into(),
        clock: "5+3".into(),
        setup_seconds: 0,
        seats: seats.to_vec(),
        start: None,
        training: false,
        rated: false,
        ..TablePlan::default()
    }
}

fn people(variant: &str) -> Vec<SeatPlan> {
    let mut seats = vec![SeatPlan::Open; if variant == "sifang" { 4 } else { 2 }];
    seats[0] = SeatPlan::Host;
    seats
}

/// Opens a table whose salts are committed and revealed after it opens.
fn open(plan: TablePlan, seed: u8) -> Table {
    let events = table::open(plan, "Ada", None, None, Seed::new([seed; 32]), 0);
    Table::replay(&events.expect("a plan")).expect("a table")
}

fn join(table: &mut Table) {
    put(table, Input::Join { seat: None, name: "Bo", member: None }).expect("an open seat");
}

fn put(table: &mut Table, input: Input<'_>) -> Result<(), String> {
    let events = table.decide(1_000, input).map_err(|refusal| refusal.message)?;
    events.iter().for_each(|event| table.evolve(event).expect("decided here"));
    Ok(())
}

fn ask(table: &mut Table, seat: u8, command: &Command) -> Result<(), String> {
    put(table, Input::Seat { seat: Seat::new(seat), command, lag_ms: 0 })
}

const fn salt(seat: u8) -> Salt {
    Salt::new([seat + 1; 16])
}

fn commit(seat: u8) -> Command {
    Command::CommitSalt { commitment: salt(seat).commitment().to_string() }
}

fn reveal(seat: u8) -> Command {
    Command::RevealSalt { salt: salt(seat).to_string() }
}

fn act(action: &str) -> Command {
    Command::Act { action: action.into() }
}

/// A table with all players and all salts.
fn begun(variant: &str, options: &str, seed: u8) -> Table {
    let seats = people(variant);
    let mut table = open(plan(variant, options, &seats), seed);
    for _ in 1..seats.len() {
        join(&mut table);
    }
    if table.wants_salts() {
        for seat in 0..seats.len() as u8 {
            ask(&mut table, seat, &commit(seat)).expect("a commitment");
        }
        for seat in 0..seats.len() as u8 {
            ask(&mut table, seat, &reveal(seat)).expect("a salt");
        }
    }
    assert!(table.has_started(), "{variant}");
    table
}

/// Plays random actions, then resigns for each seat to move until the game is over.
fn play_out(table: &mut Table, actions: usize, dice: &mut TestDice) {
    for _ in 0..actions {
        let Some(seat) = table.turn().seats().iter().next() else { return };
        let legal = table.game().expect("a game").view(Observer::Seat(seat)).legal();
        let action = dice.pick(&legal).to_string();
        ask(table, seat.index() as u8, &act(&action)).expect("a legal action");
    }
    while let Some(seat) = table.turn().seats().iter().next() {
        ask(table, seat.index() as u8, &Command::Resign).expect("a resignation");
    }
}

#[test]
fn correct_transcripts_pass() {
    for (variant, options) in [
        ("xiangqi", ""),
        ("undercover", ""),
        ("undercover", "selection=random"),
        ("undercover", "locks=2 rearrange=manual"),
        ("sifang", "mode=solo"),
        ("banqi", ""),
    ] {
        for seed in 0..8 {
            let mut dice = TestDice::new(u64::from(seed));
            let mut table = begun(variant, options, seed);
            play_out(&mut table, 30, &mut dice);
            let transcript = table.transcript();
            let again = audit(&transcript)
                .unwrap_or_else(|error| panic!("{variant} {options} {seed}: {error}"));
            assert_eq!(again.plies(), table.plies(), "{variant} {options} {seed}");
            let (lines, head) = table.transcript_head();
            assert_eq!((lines as usize, head), (transcript.len(), ChainHead::of(&transcript)));
        }
    }
}

/// Transcript of an undercover game that Red resigned.
fn finished() -> Vec<String> {
    let mut table = begun("undercover", "first=red locks=1", 7);
    for (seat, action) in
        [(0, "lock:c3"), (1, "lock:g6"), (1, "mole:e3"), (0, "mole:e6"), (0, "h2e2"), (1, "h9g7")]
    {
        ask(&mut table, seat, &act(action)).unwrap_or_else(|why| panic!("{action}: {why}"));
    }
    ask(&mut table, 0, &Command::Resign).expect("a resignation");
    table.transcript()
}

/// Changes that break the rules or a commitment are found; two of them at the expected line.
#[test]
fn every_manipulation_is_found() {
    let honest = finished();
    audit(&honest).expect("an honest game");
    let replace = |from: &str, to: &str| {
        let mut lines = honest.clone();
        let line = lines.iter().position(|line| line.starts_with(from));
        let line = line.unwrap_or_else(|| panic!("no line `{from}` in {honest:#?}"));
        lines[line] = to.to_owned();
        lines
    };
    let without = |start: &str| {
        honest.iter().filter(|line| !line.starts_with(start)).cloned().collect::<Vec<_>>()
    };
    let other_seed = Seed::new([8; 32]);
    let mole = format!("choice 0 1 {}", other_seed.choice_commitment(0, 1, "mole:e6"));
    for (what, lines) in [
        ("another mole is revealed", replace("revealed 0 1", "revealed 0 1 mole:i6")),
        ("another mole was committed to", replace("choice 0 1", &mole)),
        ("a mole is not revealed", without("revealed 0 1")),
        ("a commitment is missing", without("choice 1 1")),
        ("another seed is revealed", replace("seed ", &format!("seed {}", other_seed.reveal()))),
        ("a salt was exchanged", replace("salt 1", &format!("salt 1 {}", salt(5)))),
        ("a salt was left out", without("salt 1")),
        (
            "a salt's commitment was exchanged",
            replace("salt-commitment 1", &format!("salt-commitment 1 {}", salt(5).commitment())),
        ),
        ("an illegal move", replace("acted 0 h2e2", "acted 0 h2e3")),
        ("a move of the other side", replace("acted 1 h9g7", "acted 0 h9g7")),
        ("the other side gave up", replace("resigned 0", "resigned 1")),
        ("the winner was exchanged", replace("ended", "ended resignation 0")),
        ("the end is missing", without("ended")),
        ("a line was put in", [honest.clone(), vec!["agreed".to_owned()]].concat()),
        ("an unknown keyword", [honest.clone(), vec!["amen".to_owned()]].concat()),
        ("nothing at all", Vec::new()),
    ] {
        assert!(audit(&lines).is_err(), "{what}");
    }
    // A different game within the rules passes the audit. Only the stored head distinguishes it.
    for lines in [replace("acted 0 h2e2", "acted 0 h2d2"), without("acted 1")] {
        audit(&lines).expect("within the rules");
        assert_ne!(ChainHead::of(&lines), ChainHead::of(&honest));
    }
    let faulty_line = |lines: &[String]| audit(lines).expect_err("an error").line;
    assert_eq!(faulty_line(&replace("acted 0 h2e2", "acted 0 h2e3")), 12);
    assert_eq!(faulty_line(&replace("revealed 0 1", "revealed 0 1 mole:i6")), 10);
}

/// The host commits first, then all salts are committed, then all are revealed, then the game
/// starts. No player can choose a salt knowing another one.
#[test]
fn salts_come_in_their_order() {
    let mut table = open(plan("banqi", "", &people("banqi")), 1);
    assert!(table.wants_salts());
    assert!(ask(&mut table, 1, &commit(1)).is_err(), "the seat is empty");
    ask(&mut table, 0, &commit(0)).expect("the host's");
    assert!(ask(&mut table, 0, &commit(3)).is_err(), "it is fixed");
    assert!(ask(&mut table, 0, &reveal(0)).is_err(), "a seat is open");
    join(&mut table);
    assert!(!table.has_started());
    assert!(ask(&mut table, 0, &reveal(0)).is_err(), "the guest's is not fixed");
    assert!(ask(&mut table, 0, &act("a1")).is_err(), "not begun");
    ask(&mut table, 1, &commit(1)).expect("the guest's");
    assert!(ask(&mut table, 1, &reveal(0)).is_err(), "another salt than was fixed");
    let broken = Command::RevealSalt { salt: "00".into() };
    assert!(ask(&mut table, 1, &broken).is_err(), "no salt");
    ask(&mut table, 1, &reveal(1)).expect("the guest's");
    assert!(ask(&mut table, 1, &reveal(1)).is_err(), "twice");
    assert!(!table.has_started());
    ask(&mut table, 0, &reveal(0)).expect("the host's");
    assert!(table.has_started() && !table.wants_salts());
    assert!(ask(&mut table, 0, &commit(0)).is_err(), "the game has begun");
}

/// Against a computer, only the person's salt counts. In games without randomness no salts are
/// needed.
#[test]
fn only_persons_commit_salts_and_only_if_chance_is_drawn() {
    let computer = SeatPlan::Computer { level: "level-3".into(), resigns: false };
    let seats = [computer, SeatPlan::Host];
    let mut table = open(plan("banqi", "", &seats), 1);
    assert!(ask(&mut table, 0, &commit(0)).is_err(), "a computer has none");
    ask(&mut table, 1, &commit(1)).expect("the person's");
    ask(&mut table, 1, &reveal(1)).expect("the person's");
    assert!(table.has_started());
    let mut table = open(plan("xiangqi", "", &seats), 1);
    assert!(table.has_started() && !table.wants_salts());
    assert!(ask(&mut table, 1, &commit(1)).is_err(), "nothing is drawn");
}

/// The same seed with another salt deals another game: the host alone decides nothing.
#[test]
fn salts_change_the_deal() {
    let deal = |own: Salt| {
        let mut table = open(plan("banqi", "", &[SeatPlan::Host, SeatPlan::Host]), 1);
        for seat in [0, 1] {
            let commitment = own.commitment().to_string();
            ask(&mut table, seat, &Command::CommitSalt { commitment }).expect("a commitment");
        }
        for seat in [0, 1] {
            let salt = own.to_string();
            ask(&mut table, seat, &Command::RevealSalt { salt }).expect("a salt");
        }
        table.game().expect("a game").truth_text()
    };
    assert_ne!(deal(salt(1)), deal(salt(2)));
}

/// During the choice of moles, the transcript is the same for every choice except for the digits of
/// a hash, and it has no line before the phase is over.
#[test]
fn commitments_reveal_nothing() {
    let lines_for = |mole: &str| {
        let mut table = begun("undercover", "first=red locks=0", 3);
        let before = table.transcript().len();
        ask(&mut table, 0, &act(mole)).expect("a choice");
        assert_eq!(table.transcript().len(), before, "{mole}: published too early");
        ask(&mut table, 1, &act("mole:e3")).expect("a choice");
        assert!(matches!(table.turn(), Turn::Seat(_)));
        table.transcript().split_off(before)
    };
    let blind = |lines: Vec<String>| {
        let blind = |line: String| {
            line.rsplit_once(' ').map(|(start, hash)| {
                assert!(hash.len() == 64 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()));
                start.to_owned()
            })
        };
        lines.into_iter().filter_map(blind).collect::<Vec<_>>()
    };
    let choices = ["mole:a6", "mole:c6", "mole:e6", "mole:random", "mole:-"];
    let all: Vec<Vec<String>> = choices.map(lines_for).into();
    for (index, lines) in all.iter().enumerate() {
        assert_eq!(blind(lines.clone()), ["choice 0 0", "choice 1 0"]);
        assert!(
            all[..index].iter().all(|other| other[0] != lines[0]),
            "the hash does not depend on the choice"
        );
        assert_eq!(
            other_seats(lines),
            other_seats(&all[0]),
            "the hash of one seat depends on the choice of another"
        );
    }
}

fn other_seats(lines: &[String]) -> &[String] {
    &lines[1..]
}

/// A log of an earlier version, with salts that came with the seats, gives the same game and a
/// transcript.
#[test]
fn salts_given_on_joining_still_count() {
    let plan = plan("banqi", "", &[SeatPlan::Host, SeatPlan::Host]);
    let events = table::open(plan, "Ada", None, Some(salt(4)), Seed::new([9; 32]), 0);
    let mut table = Table::replay(&events.expect("a plan")).expect("a table");
    assert!(table.has_started());
    play_out(&mut table, 10, &mut TestDice::new(1));
    let transcript = table.transcript();
    assert!(transcript[1].starts_with(&format!("joined 0 {} ", salt(4))));
    audit(&transcript).expect("an honest game");
    assert_eq!(SeedPromise::of(&transcript), Some(SeedPromise::Uncommitted));
}

/// If salts came with the seats, the operator could choose the deal; the first line says so.
/// Claiming committed salts for such a table is found.
#[test]
fn randomness_guarantees_are_distinguished() {
    for (variant, promise) in [
        ("xiangqi", SeedPromise::NoRandomness),
        ("undercover", SeedPromise::Committed),
        ("banqi", SeedPromise::Committed),
    ] {
        let transcript = begun(variant, "", 1).transcript();
        assert_eq!(SeedPromise::of(&transcript), Some(promise), "{variant}");
    }
    let mut own = plan("banqi", "", &[SeatPlan::Host, SeatPlan::Host]);
    own.training = true;
    own.start = Some(begun("banqi", "", 1).game().expect("a game").truth_text());
    let own = open(own, 1).transcript();
    assert_eq!(SeedPromise::of(&own), Some(SeedPromise::CustomStart));
    assert_eq!(SeedPromise::of(&["opened".to_owned()]), None);
    assert_eq!(SeedPromise::of(&[]), None);

    let plan = plan("banqi", "", &[SeatPlan::Host, SeatPlan::Host]);
    let events = table::open(plan, "Ada", None, Some(salt(4)), Seed::new([9; 32]), 0);
    let mut table = Table::replay(&events.expect("a plan")).expect("a table");
    ask(&mut table, 0, &Command::Resign).expect("a resignation");
    let mut lines = table.transcript();
    lines[0] = lines[0].replace("given-salts", "committed-salts");
    assert_eq!(audit(&lines).expect_err("a salt without a commitment").line, 2);
}

/// Events that the plan or the end makes impossible are found, although every move is legal.
#[test]
fn events_against_the_plan_are_found() {
    let computer = |resigns| SeatPlan::Computer { level: "level-3".into(), resigns };
    let people = || vec![SeatPlan::Host, SeatPlan::Host];
    let with = |change: &dyn Fn(&mut TablePlan)| {
        let mut plan = plan("xiangqi", "", &people());
        change(&mut plan);
        open(plan, 1).transcript()
    };
    let clockless = with(&|plan| plan.clock = "none".into());
    let clocked = with(&|_| {});
    let apart = {
        let seats = [SeatPlan::Host, SeatPlan::Open];
        let mut table = open(plan("xiangqi", "", &seats), 1);
        join(&mut table);
        table.transcript()
    };
    let training = with(&|plan| plan.training = true);
    let stubborn = with(&|plan| plan.seats[1] = computer(false));
    let faint = with(&|plan| plan.seats[1] = computer(true));
    let renamed: Vec<String> =
        faint.iter().map(|line| line.replace("joined 1 - level-3", "joined 1 - top")).collect();
    let timeless: Vec<String> = clocked.iter().map(|line| line.replace("5+3", "5 min")).collect();
    let resigned = ["acted 0 h2e2", "resigned 1", "ended resignation 0"];
    let flagged = ["acted 0 h2e2", "flagged 1", "ended flag-fall 0"];
    let other_flag = ["acted 0 h2e2", "flagged 0", "ended flag-fall 1"];
    let agreed = ["acted 0 h2e2", "agreed", "ended agreement -"];
    let claimed = ["acted 0 h2e2", "claimed 0 win", "ended abandoned 0"];
    let wrongly_claimed = ["acted 0 h2e2", "claimed 0 win", "ended abandoned 1"];
    let after = |end: [&'static str; 3], more: &[&'static str]| [&end, more].concat();
    for (what, start, more, honest) in [
        ("a flag", &clocked, flagged.to_vec(), true),
        ("a flag without a clock", &clockless, flagged.to_vec(), false),
        ("the flag of a clock that stands", &clocked, other_flag.to_vec(), false),
        ("an unreadable clock", &timeless, resigned.to_vec(), false),
        ("a computer gives up", &faint, resigned.to_vec(), true),
        ("a computer gives up that may not", &stubborn, resigned.to_vec(), false),
        ("a computer of another level", &renamed, resigned.to_vec(), false),
        ("a draw", &clocked, agreed.to_vec(), true),
        ("a claim", &apart, claimed.to_vec(), true),
        ("a claim of a draw", &apart, vec!["claimed 1 draw", "ended abandoned -"], true),
        ("a claim with another winner", &apart, wrongly_claimed.to_vec(), false),
        ("a claim of more", &apart, vec!["claimed 1 all", "ended abandoned 1"], false),
        ("a claim on one device", &clocked, claimed.to_vec(), false),
        ("a claim without a clock", &clockless, claimed.to_vec(), false),
        ("a claim against a computer", &faint, claimed.to_vec(), false),
        ("a move after the end", &clocked, after(agreed, &["acted 1 h9g7"]), false),
        ("a second end", &clocked, after(agreed, &["ended agreement -"]), false),
        ("another end", &clocked, after(agreed, &["resigned 1", "ended resignation 0"]), false),
        ("undone after the end", &clocked, after(agreed, &["taken-back 1"]), false),
        ("undone in training", &training, after(agreed, &["taken-back 1"]), true),
    ] {
        let lines: Vec<String> =
            start.iter().cloned().chain(more.iter().map(|line| (*line).to_owned())).collect();
        let found = audit(&lines);
        assert_eq!(found.is_ok(), honest, "{what}: {:?}", found.err());
    }
}

/// During the set-up no draw can be agreed and no clock runs.
#[test]
fn a_set_up_has_few_ends() {
    for end in ["agreed", "flagged 0", "claimed 1 draw"] {
        let mut table = begun("undercover", "first=red locks=0", 3);
        let mut lines = table.transcript();
        ask(&mut table, 0, &Command::Resign).expect("a resignation");
        let ended = table.transcript().split_off(lines.len());
        audit(&table.transcript()).expect("an honest game");
        lines.push(end.to_owned());
        lines.extend(ended.into_iter().skip(1));
        let error = audit(&lines).expect_err(end);
        assert_eq!(lines[error.line - 1], end, "{error}");
    }
}

/// A game cannot be continued after its end revealed the seed.
#[test]
fn a_takeback_after_the_seed_is_found() {
    let mut plan = plan("banqi", "", &[SeatPlan::Host, SeatPlan::Host]);
    plan.training = true;
    let mut table = open(plan, 1);
    for command in [commit, reveal] {
        (0..2).for_each(|seat| ask(&mut table, seat, &command(seat)).expect("a salt"));
    }
    ask(&mut table, 0, &act("a1")).expect("a flip");
    ask(&mut table, 1, &Command::Resign).expect("a resignation");
    let mut lines = table.transcript();
    audit(&lines).expect("an honest game");
    lines.push("taken-back 1".to_owned());
    assert_eq!(audit(&lines).expect_err("it was shown").line, lines.len());
}
