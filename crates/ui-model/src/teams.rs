//! Sifang's teams and their badges.

use crate::{GameModel, players::side_of_seat};
use game::Seat;
use i18n::{Language, Message, side_name};

/// The badge of a team.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Team {
    /// The team of Red.
    Sun,
    /// The other team.
    Moon,
}

impl Team {
    /// Stable name for style sheets and tests.
    pub const fn id(self) -> &'static str {
        match self {
            Team::Sun => "sun",
            Team::Moon => "moon",
        }
    }

    /// Name of the team.
    pub const fn message(self) -> Message {
        match self {
            Team::Sun => Message::TeamSun,
            Team::Moon => Message::TeamMoon,
        }
    }
}

impl GameModel {
    /// The seat's partner.
    pub fn partner(&self, seat: u8) -> Option<u8> {
        let partner = self.variant.partner(&self.options, Seat::checked(seat)?)?;
        Some(partner.index() as u8)
    }

    /// The team of a seat; `None` in solo games.
    pub fn team(&self, seat: u8) -> Option<Team> {
        let partner = self.partner(seat)?;
        Some(if seat == 0 || partner == 0 { Team::Sun } else { Team::Moon })
    }

    /// Whether two sides play: two players, or two teams.
    pub fn has_two_sides(&self) -> bool {
        self.variant.seats() == 2 || self.partner(0).is_some()
    }

    /// Whether a seat plays for the first side: the first seat and its partner.
    pub fn is_first_side(&self, seat: u8) -> bool {
        seat == 0 || self.partner(0) == Some(seat)
    }

    /// The first seat of the other side, in a game of two sides.
    pub fn other_side(&self) -> u8 {
        if self.partner(0) == Some(1) { 2 } else { 1 }
    }

    /// The seat whose winning chances are shown while a seat with this chance is on move: the first
    /// seat where two sides play, and the seat on move in a race of four.
    pub fn shown_chance(&self, seat: u8, chance: f64) -> (u8, f64) {
        match (self.has_two_sides(), self.is_first_side(seat)) {
            (false, _) => (seat, chance),
            (true, true) => (0, chance),
            (true, false) => (0, 1.0 - chance),
        }
    }

    /// Name of the partner's side.
    pub fn partner_words(&self, language: Language, seat: u8) -> Option<String> {
        let side = side_of_seat(self.variant, self.partner(seat)?)?;
        Some(side_name(language, side).to_owned())
    }

    /// The teams in short, for a label; `None` in a game for two.
    pub fn mode_message(&self) -> Option<Message> {
        if self.variant.seats() == 2 {
            return None;
        }
        Some(match self.partner(0) {
            Some(1) => Message::ChipSe,
            Some(3) => Message::ChipSw,
            Some(_) => Message::ChipNs,
            None => Message::ChipSolo,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game;

    #[test]
    fn teams_follow_from_the_mode() {
        for (options, teams, chip) in [
            ("", "smsm", Message::ChipNs),
            ("mode=se", "ssmm", Message::ChipSe),
            ("mode=sw", "smms", Message::ChipSw),
            ("mode=solo", "----", Message::ChipSolo),
        ] {
            let model = test_game("sifang", options, 0);
            let found: String = (0..4)
                .map(|seat| {
                    model.team(seat).map_or('-', |team| if team == Team::Sun { 's' } else { 'm' })
                })
                .collect();
            assert_eq!((found.as_str(), model.mode_message()), (teams, Some(chip)), "{options}");
        }
        assert_eq!(test_game("xiangqi", "", 0).mode_message(), None);
        for (variant, options, firsts, other) in [
            ("xiangqi", "", &[0][..], 1),
            ("sifang", "", &[0, 2][..], 1),
            ("sifang", "mode=se", &[0, 1][..], 2),
            ("sifang", "mode=sw", &[0, 3][..], 1),
        ] {
            let model = test_game(variant, options, 0);
            assert!(model.has_two_sides(), "{options}");
            let seats = 0..model.variant.seats();
            let found: Vec<u8> = seats.filter(|&seat| model.is_first_side(seat)).collect();
            assert_eq!((&found[..], model.other_side()), (firsts, other), "{options}");
            let chances = [firsts[firsts.len() - 1], other].map(|it| model.shown_chance(it, 0.75));
            assert_eq!(chances, [(0, 0.75), (0, 0.25)], "{options}");
        }
        let race = test_game("sifang", "mode=solo", 0);
        assert!(!race.has_two_sides());
        assert_eq!(race.shown_chance(2, 0.75), (2, 0.75));
        let model = test_game("sifang", "", 0);
        assert_eq!(model.partner_words(Language::English, 0).as_deref(), Some("Yellow"));
    }
}
