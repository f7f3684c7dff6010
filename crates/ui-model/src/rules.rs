//! Questions about a table that the page answers with the games' own rules.

use crate::{GameModel, Variant};
use commit_reveal::{Seed, SeedDice};
use game::{Observer, Seat};
use games::{
    AnyGame, AnyView,
    board::{BoardShape, BoardView, Side, Step},
};

/// The starting position of a game with default options, as a spectator sees it.
pub fn start_scene(variant: Variant) -> BoardView {
    view_of_deal(variant, "", Observer::Spectator)
        .map_or_else(|| BoardView::empty(BoardShape::of(variant)), |view| BoardView::of(&view))
}

/// The view of a new deal, which is the same for every seed; `None` if the options are invalid.
pub(crate) fn view_of_deal(variant: Variant, options: &str, observer: Observer) -> Option<AnyView> {
    let mut dice = SeedDice::new(&Seed::new([0; 32]), &[]);
    Some(AnyGame::new(variant, options, &mut dice).ok()?.view(observer))
}

impl GameModel {
    /// The legal actions of `seat` as steps on the board. Set-up choices are not included.
    pub fn legal_steps(&self, seat: u8) -> Vec<Step> {
        self.legal(seat).iter().filter_map(|text| Step::read(self.shape(), text)).collect()
    }

    /// The legal actions of `seat` as text, computed from the seat's own view without the server.
    pub fn legal(&self, seat: u8) -> Vec<String> {
        self.view(seat)
            .map_or_else(Vec::new, |view| view.legal().iter().map(ToString::to_string).collect())
    }

    /// The position as `seat` sees it.
    pub fn view(&self, seat: u8) -> Option<AnyView> {
        let observer = Observer::Seat(Seat::checked(seat)?);
        AnyView::from_text(self.variant, &self.options, observer, &self.position).ok()
    }

    /// The points needed to win, in games with such a limit.
    pub fn score_target(&self) -> Option<u16> {
        self.variant.score_target(&self.options)
    }

    /// A side's points, in games that count points.
    pub fn score(&self, side: Side) -> Option<u16> {
        self.scene().points(side)
    }

    /// A side's points after `plies` plies, in games that count points.
    pub fn score_after(&self, side: Side, plies: usize) -> Option<u16> {
        self.scene_after(plies).points(side)
    }

    /// Number of plies to take back until one of `seats` is on move again.
    pub fn plies_to_undo(&self, seats: &[u8]) -> u16 {
        let since = self.history.iter().rev().position(|entry| seats.contains(&entry.seat));
        since.map_or(1, |since| u16::try_from(since + 1).unwrap_or(u16::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::HistoryEntry;

    #[test]
    fn points_are_those_of_the_board_that_is_shown() {
        let mut table = crate::test_game("banqi", "", 0);
        table.start = "8/8/8/Kkr5 r 0/0 0 2 -".to_owned();
        table.position = "8/8/8/2K5 r 35/0 0 4 -".to_owned();
        for (seat, letter) in table.seats.iter_mut().zip(['r', 'b']) {
            seat.letter = letter;
        }
        table.history = ["a1b1", "b1c1"]
            .map(|done| HistoryEntry { seat: 0, done: done.to_owned(), clock_ms: None })
            .to_vec();
        let points = [0, 1, 2].map(|plies| table.score_after(Side::Red, plies));
        assert_eq!(points, [Some(0), Some(30), Some(35)]);
        assert_eq!(table.score_after(Side::Black, 0), Some(0));
    }

    #[test]
    fn every_game_has_a_board_to_begin_with() {
        let pieces = [
            (Variant::Xiangqi, 32),
            (Variant::Undercover, 32),
            (Variant::Sifang, 56),
            (Variant::Banqi, 32),
        ];
        for (variant, count) in pieces {
            assert_eq!(start_scene(variant).faces().count(), count, "{variant}");
        }
    }
}
