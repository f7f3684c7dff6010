//! Files of running games keep their secrets.

use games::{AnyGame, Variant};
use record::{
    Annotations, Record, SealKey, SealedRecord, Tags, is_sealed, read, read_any, read_sealed,
    write, write_sealed,
};

const UNDERCOVER: &str =
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 MOLES 3/3";
const BANQI: &str = "********/********/********/******** - 0/0 0 0 DEAL";

fn game(variant: Variant, start: &str, actions: &[&str]) -> Record {
    let seats = usize::from(variant.seats());
    Record {
        variant,
        options: String::new(),
        start: start.to_owned(),
        names: vec!["An".to_owned(); seats],
        actions: actions.iter().map(|&action| action.to_owned()).collect(),
        outcome: None,
        tags: Tags::default(),
        annotations: Annotations::default(),
    }
}

fn undercover(moles: &str) -> Record {
    let start = UNDERCOVER.replace("MOLES", moles);
    game(Variant::Undercover, &start, &["h2e2", "h9g7", "h0g2"])
}

fn banqi(deal: &str) -> Record {
    game(Variant::Banqi, &BANQI.replace("DEAL", deal), &["a4=P", "b4=n"])
}

fn seal(record: Record, key: u8) -> String {
    let log = vec!["opened".to_owned(), "chose      ".to_owned()];
    let sealed = SealedRecord::new(record, SealKey::new([key; 16]), 1_700_000_000_000, log);
    write_sealed(&sealed).expect("a running game")
}

/// The file without its sealed lines.
fn in_the_open(file: &str) -> Vec<&str> {
    file.lines().filter(|line| !line.starts_with("seal")).collect()
}

/// Files of two games that differ only in their secret differ only under the seal.
#[test]
fn a_sealed_file_tells_nothing_of_the_secret() {
    type MakeRecord = fn(&str) -> Record;
    let worlds: [(MakeRecord, [&str; 3]); 2] = [
        (undercover, ["c6/e3", "g6/-", "-/a3"]),
        (
            banqi,
            [
                "PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb",
                "PnRRpkaaBnbCprPKcpBrcPNNApAPPpbC",
                "PnCbpPPApANNPcrBpcKPrpCbnBaakpRR",
            ],
        ),
    ];
    for (record, secrets) in worlds {
        let files = secrets.map(|secret| seal(record(secret), 3));
        for (file, secret) in files.iter().zip(secrets) {
            assert_eq!(file.len(), files[0].len(), "{file}");
            assert_eq!(in_the_open(file), in_the_open(&files[0]));
            assert!(!file.contains(secret), "{secret} in {file}");
        }
    }
}

/// The sealed bytes are spread evenly for any content.
#[test]
fn the_key_decides_every_sealed_byte() {
    let files = [1, 2].map(|key| seal(undercover("c6/e3"), key));
    let sealed = files.each_ref().map(|file| {
        let lines = file.lines().filter_map(|line| line.strip_prefix("sealed "));
        lines.flat_map(str::chars).collect::<Vec<char>>()
    });
    let same = sealed[0].iter().zip(&sealed[1]).filter(|(a, b)| a == b).count();
    // One digit in sixteen is the same by chance: 25 of 400.
    assert!(same < sealed[0].len() / 8, "{same} of {}", sealed[0].len());
}

#[test]
fn a_sealed_game_is_read_back_whole() {
    for record in [undercover("c6/e3"), banqi("PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb")] {
        let file = seal(record.clone(), 9);
        assert!(is_sealed(file.as_bytes()));
        assert!(!is_sealed(write(&record).expect("a sound game").as_bytes()));
        let read_back = read_sealed(file.as_bytes()).expect("our own file");
        assert_eq!(write_sealed(&read_back).as_deref(), Some(file.as_str()));
        assert_eq!(read_back.saved_ms(), 1_700_000_000_000);
        assert_eq!(read_back.log(), ["opened", "chose      "]);
        assert_eq!(read_back.reveal(), record);
    }
}

/// A program without support for seals shows nothing of such a game.
#[test]
fn other_readers_refuse_a_sealed_file() {
    let file = seal(undercover("c6/e3"), 9);
    for problems in [
        read(file.as_bytes()),
        read_any(file.as_bytes(), Some("game.chuhe")).map(|_| undercover("-/-")),
    ] {
        let problems = problems.expect_err("sealed");
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert_eq!(problems[0].code, "sealed");
    }
}

/// Every change of a sealed file is reported, and no report reveals the secret.
#[test]
fn no_problem_tells_what_is_sealed() {
    let deal = "PnRRpkaaBnbCprPKcpBrcPNNApAPPpCb";
    let file = seal(banqi(deal), 5);
    let first_sealed = file.lines().find(|line| line.starts_with("sealed ")).expect("one");
    for (from, to, code) in [
        ("a4=P", "a4=k", "action"),
        ("2 b4=n", "2 c4=n", "action"),
        ("position Pn", "position Pk", "mismatch"),
        ("start ****", "start P***", "mismatch"),
        ("result *", "result red resignation", "sealed"),
        ("turn red", "variation 0.1 c4=R\nturn red", "sealed"),
        (first_sealed, "sealed 00", "sealed"),
        (first_sealed, "sealed xy", "sealed"),
        ("seal 1 ", "seal 2 ", "sealed"),
        ("seal 1 0505", "seal 1 0506", "sealed"),
    ] {
        let changed = file.replace(from, to);
        assert_ne!(changed, file, "{from}");
        let problems = read_sealed(changed.as_bytes()).expect_err(from);
        assert!(problems.iter().any(|problem| problem.code == code), "{from}: {problems:?}");
        let told: String = problems.iter().map(ToString::to_string).collect();
        let hidden = deal.get(2..8).expect("a deal");
        assert!(!told.contains(hidden), "{told}");
        // The refusal of a wrong piece does not name the right one.
        assert!(!told.contains("is `P`"), "{told}");
    }
    assert!(read_sealed(b"chuhe 1\nvariant banqi\n").is_err());
    assert!(read_sealed(b"").is_err());
}

#[test]
fn a_game_that_is_over_is_not_sealed() {
    let mut record = undercover("c6/e3");
    let game = AnyGame::from_text(record.variant, "", &record.start).expect("a position");
    record.outcome = Some(game.agreed_draw());
    let key = SealKey::new([1; 16]);
    assert_eq!(write_sealed(&SealedRecord::new(record, key, 0, Vec::new())), None);
}
