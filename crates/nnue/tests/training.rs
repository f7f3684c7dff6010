//! Tests that a small network learns the values of pieces.

#[path = "common/games.rs"]
mod games;

use conformance::TestDice;
use game::Dice;
use games::each_position;
use nnue::{
    GameResult, Sample,
    training::{Recipe, Trainer},
};
use xiangqi::{Kind, Position, Side};

/// Material balance, from which the results and scores of these samples are computed.
fn material(position: &Position) -> i32 {
    let worth = |side| {
        let pieces = [(Kind::Chariot, 900), (Kind::Horse, 400), (Kind::Cannon, 450)];
        pieces.map(|(kind, worth)| worth * position.pieces(side, kind).len() as i32)
    };
    worth(Side::Red).iter().sum::<i32>() - worth(Side::Black).iter().sum::<i32>()
}

fn samples(seed: u64) -> Vec<Sample> {
    let mut samples = Vec::new();
    each_position(seed, 100, |position| {
        let score = material(position);
        let result = match score {
            100.. => GameResult::RedWon,
            ..=-100 => GameResult::BlackWon,
            _ => GameResult::Draw,
        };
        samples.push(Sample::new(position, score, result, 0));
    });
    samples
}

fn train(trainer: &mut Trainer, samples: &[Sample], epochs: std::ops::Range<u64>) {
    let mut samples = samples.to_vec();
    for epoch in epochs {
        let mut dice = TestDice::new(100 + epoch);
        // Positions of one game are similar, so a batch must mix games.
        samples.sort_by_cached_key(|_| dice.roll(u32::MAX));
        for batch in samples.chunks(256) {
            let recipe = Recipe { rate: 3e-3, ..Recipe::default() };
            trainer.step(batch, &recipe.cosine(epoch, 12), &mut dice);
        }
    }
}

#[test]
fn training_learns_and_resumes() {
    let (taught, unseen) = (samples(31), samples(32));
    let mut trainer = Trainer::new(&mut TestDice::new(1));
    let ignorant = trainer.loss(&unseen, 0.3);
    train(&mut trainer, &taught, 0..6);
    let mut resumed = Trainer::from_bytes(&trainer.to_bytes()).expect("what it wrote");
    assert_eq!(resumed.steps(), trainer.steps());
    train(&mut trainer, &taught, 6..12);
    train(&mut resumed, &taught, 6..12);
    assert!(resumed.to_bytes() == trainer.to_bytes(), "interrupted, it learns otherwise");

    let learnt = trainer.loss(&unseen, 0.3);
    let network = trainer.network();
    let whole = network.loss(&unseen, 0.3);
    assert!(learnt < ignorant - 0.03, "from {ignorant} to {learnt}");
    assert!((whole - learnt).abs() < 2e-3, "{learnt}, in whole numbers {whole}");

    // An additional chariot is good for its side.
    for (fen, is_ahead) in [
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1", false),
        ("1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", true),
        ("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR b - - 0 1", true),
    ] {
        let score = network.evaluate(&Position::from_fen(fen).expect("a position"));
        assert_eq!(score > 0, is_ahead, "{fen}: {score}");
    }
}

#[test]
fn damaged_trainers_are_refused() {
    let bytes = Trainer::new(&mut TestDice::new(2)).to_bytes();
    let short = Trainer::from_bytes(&bytes[1..]).map(|_| ()).expect_err("too short");
    assert_eq!(short, format!("expected {} bytes, found {}", bytes.len(), bytes.len() - 1));
    let mut bytes = bytes;
    bytes[8..12].copy_from_slice(&f32::NAN.to_le_bytes());
    assert_eq!(Trainer::from_bytes(&bytes).map(|_| ()), Err("a weight is no number".to_owned()));
}
