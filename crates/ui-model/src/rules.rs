//! What the rules say about a table: where a page asks the games themselves.

use crate::{
    TableModel, Variant,
    board::{BoardShape, Scene, Side, Step},
};
use commit_reveal::{Seed, SeedDice};
use game::{Observer, Seat};
use games::{AnyGame, AnyView};

/// The board before the first move of a usual game, as a spectator sees it.
pub fn start_scene(variant: Variant) -> Scene {
    let shape = BoardShape::of(variant);
    // Whatever the chance, nothing of it is seen yet.
    let mut dice = SeedDice::new(&Seed::new([0; 32]), &[]);
    let game = AnyGame::new(variant, "", &mut dice).ok();
    let seen = game.map(|game| game.view(Observer::Spectator).to_string());
    seen.and_then(|text| Scene::read(shape, &text)).unwrap_or_else(|| Scene::empty(shape))
}

impl TableModel {
    /// What `seat` may play now, taken apart for the board; set-up choices are not in it.
    pub fn legal_steps(&self, seat: u8) -> Vec<Step> {
        self.legal(seat).iter().filter_map(|text| Step::read(self.shape(), text)).collect()
    }

    /// What `seat` may do now, as texts: the page's own view says it, no server is asked.
    pub fn legal(&self, seat: u8) -> Vec<String> {
        self.view(seat)
            .map_or_else(Vec::new, |view| view.legal().iter().map(ToString::to_string).collect())
    }

    /// The position as `seat` sees it.
    pub fn view(&self, seat: u8) -> Option<AnyView> {
        let observer = Observer::Seat(Seat::checked(seat)?);
        AnyView::from_text(self.variant, &self.options, observer, &self.state.position).ok()
    }

    /// The points that win, if points win at all.
    pub fn score_target(&self) -> Option<u16> {
        self.variant.score_target(&self.options)
    }

    /// A side's points as the position's text says, in a game that counts them.
    pub fn score(&self, side: Side) -> Option<u16> {
        let scores = self.variant.scores_points().then(|| self.word(1))?;
        let (red, black) = scores.split_once('/')?;
        if side == Side::Red { red } else { black }.parse().ok()
    }

    /// How many plies to take back so that one of `seats` is on move again.
    pub fn plies_to_undo(&self, seats: &[u8]) -> u16 {
        let since = self.history.iter().rev().position(|entry| seats.contains(&entry.seat));
        since.map_or(1, |since| u16::try_from(since + 1).unwrap_or(u16::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_board_to_begin_with() {
        let pieces = [
            (Variant::Xiangqi, 32),
            (Variant::Undercover, 32),
            (Variant::Sifang, 56),
            (Variant::Banqi, 32),
        ];
        for (variant, count) in pieces {
            assert_eq!(start_scene(variant).faces.len(), count, "{variant}");
        }
    }
}
