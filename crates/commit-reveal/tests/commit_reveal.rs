//! Commitments and dice against values computed with `sha256sum` and a few lines of Python.

use commit_reveal::{Commitment, Salt, Seed, SeedDice};
use game::Dice;

fn seed() -> Seed {
    Seed::from_hex("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f").unwrap()
}

#[test]
fn commitment_is_the_documented_hash() {
    // printf 'chuhe seed 1\n0001…1f' | sha256sum
    let expected = "996a45cb8e0565eade0753183fea5ee28469374c42b406e4c4201075ff14e3b1";
    assert_eq!(seed().commitment().to_string(), expected);
    assert_eq!(expected.parse::<Commitment>().unwrap(), seed().commitment());
}

#[test]
fn dice_are_the_documented_rolls() {
    let salt: Salt = "00112233445566778899aabbccddeeff".parse().unwrap();
    let mut dice = SeedDice::new(&seed(), &[salt, Salt::default()]);
    let rolls: Vec<u32> = [6, 32, 5, 2, 1, 1000, 7, 90, 3, 4].map(|sides| dice.roll(sides)).into();
    assert_eq!(rolls, [3, 3, 3, 1, 0, 519, 1, 13, 0, 1]);
}

#[test]
fn rolls_are_even() {
    let mut dice = SeedDice::new(&seed(), &[]);
    let mut counts = [0u32; 7];
    for _ in 0..70_000 {
        counts[dice.roll(7) as usize] += 1;
    }
    // The bounds are ten standard deviations of a fair die.
    assert!(counts.iter().all(|&count| (9_070..10_930).contains(&count)), "{counts:?}");
}

#[test]
fn secrets_do_not_print() {
    assert_eq!(format!("{:?}", seed()), "Seed(<secret>)");
    assert_eq!(format!("{:?}", SeedDice::new(&seed(), &[])), "SeedDice(<secret>)");
}

#[test]
fn wrong_hex_is_refused() {
    for text in ["", "00", "zz", &"0".repeat(63), &"0".repeat(65), &"G".repeat(64), &"é".repeat(32)]
    {
        assert_eq!(Seed::from_hex(text).unwrap_err().expected, 64, "{text:?}");
    }
}
