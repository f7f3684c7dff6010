//! The puzzles of the pages. They are part of the server, so that it knows them without built pages.

use std::{collections::HashMap, sync::LazyLock};
use ui_model::{
    Variant,
    puzzles::{Corpus, PuzzleId},
};

type Ratings = HashMap<PuzzleId, u16>;

static XIANGQI: LazyLock<Ratings> = LazyLock::new(|| {
    let file = include_str!("../../../../apps/web/static/corpus/xiangqi.txt");
    read(Variant::Xiangqi, file)
});
static UNDERCOVER: LazyLock<Ratings> = LazyLock::new(|| {
    let file = include_str!("../../../../apps/web/static/corpus/undercover.txt");
    read(Variant::Undercover, file)
});
static SIFANG: LazyLock<Ratings> = LazyLock::new(|| {
    let file = include_str!("../../../../apps/web/static/corpus/sifang.txt");
    read(Variant::Sifang, file)
});
static BANQI: LazyLock<Ratings> = LazyLock::new(|| {
    let file = include_str!("../../../../apps/web/static/corpus/banqi.txt");
    read(Variant::Banqi, file)
});

fn read(variant: Variant, file: &str) -> Ratings {
    Corpus::read(variant, file).iter().flat_map(Corpus::ratings).collect()
}

/// The rating of a puzzle in its file; `None` if the game has no such puzzle.
pub(super) fn rating_in_file(variant: Variant, id: PuzzleId) -> Option<u16> {
    let ratings = match variant {
        Variant::Xiangqi => &XIANGQI,
        Variant::Undercover => &UNDERCOVER,
        Variant::Sifang => &SIFANG,
        Variant::Banqi => &BANQI,
    };
    ratings.get(&id).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_its_puzzles() {
        for (ratings, least) in
            [(&XIANGQI, 5_900), (&UNDERCOVER, 1_000), (&SIFANG, 1_500), (&BANQI, 1_000)]
        {
            assert!(ratings.len() >= least, "{}", ratings.len());
            assert!(ratings.values().all(|rating| (100..=3_500).contains(rating)));
        }
    }
}
