//! Random games of xiangqi as records.

use conformance::TestDice;
use game::{Game, Outcome, Reason, Seat};
use games::Variant;
use record::{Record, Tag, Tags};
use xiangqi::{Options, Position, Xiangqi};

/// Starts that need more than the usual notation: many pawns on a file, Black to move, counters.
pub(crate) const STARTS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "3k5/2P1P4/2P1P4/4P4/9/9/p8/2p1p4/2p1p4/5K3 b - - 7 40",
    "3k5/4R4/4R4/1cc6/3n1n3/3N1N3/1CC6/4r4/4r4/5K3 w - - 0 1",
    "3k5/4P4/4P4/4P4/4P4/9/8p/8p/8p/5K2p w - - 100 77",
];

/// A random game of at most `plies` plies.
pub(crate) fn sample(seed: u64, plies: usize) -> Record {
    let mut dice = TestDice::new(seed);
    let options: Options = dice.pick(&["", "quiet-limit=20", "repetition=off"]).parse().unwrap();
    let start = Position::from_fen(STARTS[seed as usize % STARTS.len()]).unwrap();
    let mut game = Xiangqi::from_position(options, start.clone());
    while game.outcome().is_none() && game.history().len() < plies {
        let seat = game.position().side_to_move().seat();
        let played = dice.pick(&game.legal(seat));
        game.play(seat, played).unwrap();
    }
    let beside = [
        None,
        Some(Outcome::duel(Reason::Resignation, Some(Seat::new(1)))),
        Some(Outcome::duel(Reason::FlagFall, Some(Seat::new(0)))),
        Some(Outcome::duel(Reason::Agreement, None)),
    ];
    let mut tags = Tags::default();
    for (tag, value) in [
        (Tag::Event, "第24届“五羊杯”"),
        (Tag::Date, "2026.11.21"),
        (Tag::Site, "C:\\ a \"hall\""),
        (Tag::Opening, "中炮对屏风马"),
    ] {
        if seed.is_multiple_of(2) {
            tags.set(tag, value);
        }
    }
    Record {
        variant: Variant::Xiangqi,
        options: options.to_string(),
        start: start.fen(),
        names: vec!["许银川".into(), format!("Lü \"Q\" {seed}")],
        actions: game.history().iter().map(ToString::to_string).collect(),
        outcome: game.outcome().cloned().or_else(|| beside[seed as usize / 4 % 4].clone()),
        tags,
    }
}
