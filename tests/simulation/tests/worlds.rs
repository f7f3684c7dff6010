//! Two worlds that differ only in a secret look the same to every other viewer, under all faults.

use simulation::{Outcome, Script, Step, TableSpec, run};

/// Number of pairs of worlds.
const PAIRS: u64 = 40;

/// The script of a seed with one table of undercover xiangqi, without steps that can reveal
/// secrets.
fn script(seed: u64, secret_pick: u16) -> Script {
    let mut script = Script::draw(seed);
    script.servers = 1;
    script.secret_pick = Some(secret_pick);
    script.tables = vec![TableSpec {
        variant: "undercover",
        clock: "none",
        setup_seconds: 0,
        spectators: 2,
        second_device: false,
        training: false,
    }];
    let keeps = |step: &Step| match step {
        Step::Say { .. }
        | Step::Flood { .. }
        | Step::Crowd { .. }
        | Step::Pair
        | Step::DaySeeks { .. } => false,
        Step::Play { plies, .. } => *plies < 20,
        _ => true,
    };
    script.steps.retain(keeps);
    for step in &mut script.steps {
        if let Step::Act { table, .. } | Step::Play { table, .. } = step {
            *table = 0;
        }
    }
    // Both players send their salts and choose moles, then play.
    script.steps.splice(0..0, [Step::Play { table: 0, plies: 18 }]);
    script
}

/// All messages to viewers other than the first seat, with their times. Commitments to hidden
/// choices are salted hashes; of hashes and signatures only the length is compared.
fn sent_to_others(outcome: &Outcome) -> Vec<String> {
    let is_others = |line: &&String| line.contains(" page ") && !line.contains(" page 0:");
    let masked = |line: &String| {
        let is_hash = |word: &str| word.len() >= 64 && word.bytes().all(|b| b.is_ascii_hexdigit());
        let mut text = line.clone();
        for word in line.split(|letter: char| !letter.is_ascii_alphanumeric()) {
            if is_hash(word) {
                text = text.replace(word, &"#".repeat(word.len()));
            }
        }
        text
    };
    outcome.kept.iter().filter(is_others).map(masked).collect()
}

#[test]
fn other_viewers_cannot_tell_the_worlds_apart() {
    let mut differ = 0;
    let mut messages = 0;
    for seed in 1..=PAIRS {
        let [one, other] = [0, 1].map(|pick| run(&script(seed, pick), true));
        for outcome in [&one, &other] {
            assert_eq!(outcome.failure, None, "seed {seed}");
        }
        let (others_one, others_other) = (sent_to_others(&one), sent_to_others(&other));
        for (a, b) in others_one.iter().zip(&others_other) {
            assert_eq!(a, b, "seed {seed}");
        }
        assert_eq!(others_one.len(), others_other.len(), "seed {seed}");
        messages += others_one.len();
        differ += u32::from(one.trace != other.trace);
    }
    assert_eq!(u64::from(differ), PAIRS, "the worlds are to differ");
    eprintln!("{PAIRS} pairs of worlds, {messages} messages alike");
}
