use crate::Side;

/// How the four sides are grouped into teams.
///
/// ```
/// use sifang::{Mode, Side};
///
/// assert_eq!(Mode::from_name("se"), Some(Mode::SouthEast));
/// assert_eq!(Mode::SouthEast.ally(Side::Red), Some(Side::Green));
/// assert!(Mode::NorthSouth.allied(Side::Red, Side::Yellow));
/// assert_eq!(Mode::Solo.ally(Side::Red), None);
/// assert!(Mode::Solo.allied(Side::Red, Side::Red), "each side is its own team");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Mode {
    /// 双打 (doubles): north and south against east and west.
    #[default]
    NorthSouth,
    /// 混合双打 (mixed doubles): south and east against north and west.
    SouthEast,
    /// 混合双打 (mixed doubles): south and west against north and east.
    SouthWest,
    /// 单打 (solo): each side plays for itself.
    Solo,
}

impl Mode {
    /// Every mode, team modes first.
    pub const ALL: [Mode; 4] = [Mode::NorthSouth, Mode::SouthEast, Mode::SouthWest, Mode::Solo];

    /// Text in options and positions: `ns`, `se`, `sw`, `solo`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Mode::NorthSouth => "ns",
            Mode::SouthEast => "se",
            Mode::SouthWest => "sw",
            Mode::Solo => "solo",
        }
    }

    /// Returns the mode with this text.
    pub fn from_name(name: &str) -> Option<Mode> {
        Mode::ALL.into_iter().find(|mode| mode.as_str() == name)
    }

    /// The ally of a side; `None` in solo.
    pub fn ally(self, side: Side) -> Option<Side> {
        let of_team = |other: &Side| *other != side && self.team(*other) == self.team(side);
        Side::ALL.into_iter().find(of_team)
    }

    /// Whether two sides are on the same team. A side is on its own team.
    pub fn allied(self, one: Side, other: Side) -> bool {
        self.team(one) == self.team(other)
    }

    /// Team number of a side: 0 or 1 in teams, the side's index in solo.
    pub const fn team(self, side: Side) -> usize {
        match (self, side) {
            (Mode::Solo, side) => side.index(),
            (_, Side::Red)
            | (Mode::NorthSouth, Side::Yellow)
            | (Mode::SouthEast, Side::Green)
            | (Mode::SouthWest, Side::Blue) => 0,
            _ => 1,
        }
    }
}
