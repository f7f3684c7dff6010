//! Running games of other players, shown in miniature on the start page.

use crate::{Variant, players::player_words};
use board_art::Layout;
use games::board::{BoardShape, BoardView, Side, Step};
use i18n::{Language, PLIES, counted, shown_name, side_name, variant_name};
use protocol::{GameId, LiveTable, SeatState};

/// A game to watch, with the data that a spectator may see.
#[derive(Clone, PartialEq, Debug)]
pub struct LiveGame {
    /// Id of its table.
    pub table: GameId,
    /// The game.
    pub variant: Variant,
    /// The pieces on the board.
    pub scene: BoardView,
    /// The last step.
    pub last: Option<Step>,
    /// Number of plies played.
    pub plies: usize,
    seats: Vec<SeatState>,
    on_move: Option<u8>,
}

impl LiveGame {
    /// Converts the server's data; `None` for a game that this page does not know.
    pub fn read(told: LiveTable) -> Option<LiveGame> {
        let LiveTable { table, variant, seats, position, last, plies, on_move } = told;
        let variant: Variant = variant.parse().ok()?;
        let shape = BoardShape::of(variant);
        // The pieces do not depend on the options.
        let scene = BoardView::read(variant, "", &position).ok()?;
        let last = last.and_then(|done| Step::read(shape, &done));
        Some(LiveGame { table, variant, scene, last, plies, seats, on_move })
    }

    /// The game with this table id.
    pub fn of<'a>(games: &'a [LiveGame], table: &GameId) -> Option<&'a LiveGame> {
        games.iter().find(|game| game.table == *table)
    }

    /// The layout of its board: the first side at the bottom, banqi's long side horizontal.
    pub const fn layout(&self) -> Layout {
        Layout::for_seat(self.scene.shape(), 0, false)
    }

    /// The name of the game and the number of moves.
    pub fn title(&self, language: Language) -> String {
        let plies = counted(language, PLIES, &self.plies.to_string());
        format!("{}\u{a0}· {plies}", variant_name(language, self.variant))
    }

    /// The players, each with a flag for the one on move.
    pub fn players(&self, language: Language) -> Vec<(String, bool)> {
        let named = |(seat, state): (u8, &SeatState)| {
            let side = Side::of_seat(self.scene.shape(), state.letter);
            let name = match side {
                _ if !state.name.is_empty() => {
                    player_words(shown_name(language, &state.name), state.strength)
                }
                Some(side) => side_name(language, side).to_owned(),
                None => String::new(),
            };
            (name, self.on_move == Some(seat))
        };
        (0..).zip(&self.seats).map(named).collect()
    }

    /// Title and players in one line.
    pub fn about(&self, language: Language) -> String {
        let names: Vec<String> = self.players(language).into_iter().map(|(name, _)| name).collect();
        format!("{}\u{a0}· {}", self.title(language), names.join(" – "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(variant: &str, position: &str) -> LiveTable {
        LiveTable {
            table: "t".into(),
            variant: variant.to_owned(),
            seats: vec![SeatState::person('w', "An"), SeatState::person('b', "Bo")],
            position: position.to_owned(),
            last: Some("h2e2".to_owned()),
            plies: 1,
            on_move: Some(1),
        }
    }

    const AFTER: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";

    #[test]
    fn a_game_is_read_and_worded() {
        let game = LiveGame::read(told("xiangqi", AFTER)).expect("a game");
        assert_eq!(game.scene.faces().count(), 32);
        assert_eq!(game.last, Step::read(BoardShape::River, "h2e2"));
        assert_eq!(
            game.players(Language::English),
            [("An".to_owned(), false), ("Bo".to_owned(), true)]
        );
        assert!(game.about(Language::SimplifiedChinese).starts_with("象棋"));
        assert_eq!(LiveGame::read(told("chess960", AFTER)), None);
    }
}
