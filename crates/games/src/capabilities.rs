use crate::Variant;
use game::Seat;

/// Name and letter of one side of a game in texts and files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideName {
    /// Name in files: `red`.
    pub name: &'static str,
    /// Letter in positions and answers: `w`.
    pub letter: char,
}

/// Facts about a game that a table, a file or a page must know. See the methods of [`Variant`].
struct Capabilities {
    uses_seed: bool,
    has_secrets: bool,
    has_setup: bool,
    hides_pieces: bool,
    has_fixed_sides: bool,
    scores_points: bool,
    has_notations: bool,
    sides: &'static [SideName],
}

const fn side(name: &'static str, letter: char) -> SideName {
    SideName { name, letter }
}

const XIANGQI: Capabilities = Capabilities {
    uses_seed: false,
    has_secrets: false,
    has_setup: false,
    hides_pieces: false,
    has_fixed_sides: true,
    scores_points: false,
    has_notations: true,
    sides: &[side("red", 'w'), side("black", 'b')],
};

const UNDERCOVER: Capabilities = Capabilities {
    uses_seed: true,
    has_secrets: true,
    has_setup: true,
    hides_pieces: false,
    has_fixed_sides: true,
    scores_points: false,
    has_notations: true,
    sides: &[side("red", 'w'), side("black", 'b')],
};

const SIFANG: Capabilities = Capabilities {
    uses_seed: false,
    has_secrets: false,
    has_setup: false,
    hides_pieces: false,
    has_fixed_sides: true,
    scores_points: false,
    has_notations: false,
    sides: &[side("red", 'r'), side("green", 'g'), side("yellow", 'y'), side("blue", 'b')],
};

const BANQI: Capabilities = Capabilities {
    uses_seed: true,
    has_secrets: false,
    has_setup: false,
    hides_pieces: true,
    has_fixed_sides: false,
    scores_points: true,
    has_notations: false,
    sides: &[side("red", 'r'), side("black", 'b')],
};

impl Variant {
    const fn capabilities(self) -> &'static Capabilities {
        match self {
            Variant::Xiangqi => &XIANGQI,
            Variant::Undercover => &UNDERCOVER,
            Variant::Sifang => &SIFANG,
            Variant::Banqi => &BANQI,
        }
    }

    /// Whether randomness is drawn before or during a game.
    ///
    /// Such a game has a deal to commit to, and no standard starting position.
    pub const fn uses_seed(self) -> bool {
        self.capabilities().uses_seed
    }

    /// Whether a seat knows facts that another seat does not.
    ///
    /// Players who share a device must then not see each other's views, and the thinking time of a
    /// computer player must reveal nothing.
    pub const fn has_secrets(self) -> bool {
        self.capabilities().has_secrets
    }

    /// Whether the seats choose something before the first move, with a time for each step.
    pub const fn has_setup(self) -> bool {
        self.capabilities().has_setup
    }

    /// Whether pieces lie face down and are unknown to all players. A training table lets its
    /// player peek.
    pub const fn hides_pieces(self) -> bool {
        self.capabilities().hides_pieces
    }

    /// Whether a position hides nothing, so that all of it may be sent to any client at any time.
    pub const fn is_open(self) -> bool {
        !self.has_secrets() && !self.hides_pieces()
    }

    /// Whether a seat's side is known before the first action, in the order of [`Variant::sides`].
    /// Otherwise play decides it.
    pub const fn has_fixed_sides(self) -> bool {
        self.capabilities().has_fixed_sides
    }

    /// Whether captures count points during the game (see [`Variant::score_target`]).
    pub const fn scores_points(self) -> bool {
        self.capabilities().scores_points
    }

    /// Whether moves are also written in xiangqi notations (Chinese, WXF, ICCS).
    pub const fn has_notations(self) -> bool {
        self.capabilities().has_notations
    }

    /// The sides of the game, in seat order if sides are fixed.
    pub const fn sides(self) -> &'static [SideName] {
        self.capabilities().sides
    }

    /// The ally of `seat` under these options.
    ///
    /// `None` if the seat has no ally, and for options that cannot be parsed.
    pub fn partner(self, options: &str, seat: Seat) -> Option<Seat> {
        match self {
            Variant::Sifang => {
                let mode = options.parse::<sifang::Options>().ok()?.mode;
                let team = |seat| mode.team(sifang::Side::of_seat(seat));
                Seat::first(self.seats()).find(|&other| other != seat && team(other) == team(seat))
            }
            Variant::Xiangqi | Variant::Undercover | Variant::Banqi => None,
        }
    }

    /// Points needed to win with these options.
    ///
    /// `None` if points do not decide the game, and for options that cannot be parsed.
    pub fn score_target(self, options: &str) -> Option<u16> {
        match self {
            Variant::Banqi => options.parse::<banqi::Options>().ok()?.target,
            Variant::Xiangqi | Variant::Undercover | Variant::Sifang => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AnyGame;
    use conformance::TestDice;
    use game::Turn;

    #[test]
    fn capabilities_agree_with_the_games() {
        for variant in Variant::ALL {
            let game = AnyGame::new(variant, "", &mut TestDice::new(1)).expect("the usual options");
            let sides = variant.sides();
            assert_eq!(sides.len(), usize::from(variant.seats()), "{variant}");
            let is_setting_up = matches!(game.turn(), Turn::Setup(_));
            assert_eq!(is_setting_up, variant.has_setup(), "{variant}");
            assert_eq!(game.truth_text().contains('*'), variant.hides_pieces(), "{variant}");
            for (seat, side) in Seat::first(variant.seats()).zip(sides) {
                let expected = if variant.has_fixed_sides() { side.letter } else { '-' };
                assert_eq!(game.seat_letter(seat), expected, "{variant} {seat:?}");
            }
            assert_eq!(variant.score_target("").is_some(), variant.scores_points(), "{variant}");
        }
    }

    #[test]
    fn partners_are_mutual() {
        for (options, partners) in [
            ("", [Some(2), Some(3), Some(0), Some(1)]),
            ("mode=se", [Some(1), Some(0), Some(3), Some(2)]),
            ("mode=sw", [Some(3), Some(2), Some(1), Some(0)]),
            ("mode=solo", [None; 4]),
            ("mode=none", [None; 4]),
        ] {
            let found: alloc::vec::Vec<_> =
                Seat::first(4).map(|seat| Variant::Sifang.partner(options, seat)).collect();
            assert_eq!(found, partners.map(|seat| seat.map(Seat::new)), "{options}");
        }
        assert_eq!(Variant::Xiangqi.partner("", Seat::new(0)), None);
    }

    #[test]
    fn points_win_by_default() {
        assert_eq!(Variant::Banqi.score_target(""), Some(60));
        assert_eq!(Variant::Banqi.score_target("target=30"), Some(30));
        assert_eq!(Variant::Banqi.score_target("target=none"), None);
        assert_eq!(Variant::Banqi.score_target("no options"), None);
    }
}
