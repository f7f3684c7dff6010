//! Random games of xiangqi as records.

use conformance::TestDice;
use game::{Dice, Game, Outcome, Played, Reason, Seat};
use games::Variant;
use record::{Annotations, Record, Tag, Tags, Variation};
use xiangqi::{Move, Options, Position, Xiangqi};

/// Starts with special notation: many pawns on a file, Black to move, counters.
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
        annotations: annotations(&start, game.history(), &mut dice, 2),
    }
}

/// Comments, glyphs and variations here and there along a line, nested up to `depth`.
fn annotations(
    start: &Position,
    line: &[Played<Move>],
    dice: &mut TestDice,
    depth: usize,
) -> Annotations {
    const COMMENTS: [&str; 4] =
        ["好棋", "two\nlines", "a \\n that is none; (1. no move)", "$1 ! \""];
    let mut annotations = Annotations::default();
    let mut position = start.clone();
    for played in 0..=line.len() {
        if dice.roll(6) == 0 {
            annotations.add_comment(played, dice.pick(&COMMENTS));
        }
        if played > 0 && dice.roll(9) == 0 {
            annotations.add_glyph(played, dice.pick(&[1, 6, 14]));
        }
        let Some(next) = line.get(played) else { break };
        if depth > 0 && dice.roll(8) == 0 {
            let mut after = position.clone();
            let mut other = Vec::new();
            for _ in 0..=dice.roll(5) {
                let legal = after.legal_moves();
                let Some(count) = u32::try_from(legal.len()).ok().filter(|&n| n > 0) else { break };
                let action = legal[dice.roll(count) as usize];
                other.push(Played { seat: after.side_to_move().seat(), action, revealed: None });
                after.make(action);
            }
            let actions = other.iter().map(ToString::to_string).collect();
            let inside = self::annotations(&position, &other, dice, depth - 1);
            annotations.add_variation(played, Variation { actions, annotations: inside });
        }
        position.make(next.action);
    }
    annotations
}
