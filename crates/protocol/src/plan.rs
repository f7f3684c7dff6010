use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// Settings of a table. They are chosen before the first seat is taken, and every player sees them
/// before joining.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TablePlan {
    /// Variant id: `xiangqi`, `undercover`, `sifang`, `banqi`.
    pub variant: String,
    /// Options text of the game; empty for the default options.
    #[serde(default)]
    pub options: String,
    /// Text of the time control; `none` without clocks.
    pub clock: String,
    /// Seconds for each set-up step (undercover); 0 for no limit.
    #[serde(default)]
    pub setup_seconds: u32,
    /// Plans of the seats, in seat order.
    pub seats: Vec<SeatPlan>,
    /// Referee's text of a custom starting position. Such a table is unrated, and no deal is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Whether this is a training table: players may undo without asking and peek at face-down
    /// pieces. It is never rated.
    #[serde(default)]
    pub training: bool,
    /// Whether the game is rated.
    ///
    /// Every seat is then for a different signed-in person, and training is off. A player without
    /// an account is rejected with the code `sign-in`.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub rated: bool,
}

impl TablePlan {
    /// The terms that two seekers must share to play each other: game, options, clock, set-up time,
    /// rating and number of seats. The order of the seats is not among them: the first seeker decides
    /// who moves first.
    pub fn terms(&self) -> (&str, &str, &str, u32, bool, usize) {
        let TablePlan { variant, options, clock, setup_seconds, rated, seats, .. } = self;
        (variant, options, clock, *setup_seconds, *rated, seats.len())
    }
}

/// Kind of player for a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum SeatPlan {
    /// The player who opens the table. Several host seats: several people at one device.
    Host,
    /// A player who comes with the invitation.
    Open,
    /// A computer player.
    Computer {
        /// Level: `level-1` to `level-8`, or `top`.
        level: String,
        /// Whether it resigns when it is clearly lost.
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        resigns: bool,
    },
}
