use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// Settings of a table. They are chosen before the first seat is taken, and every player sees them
/// before joining.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
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
    /// Number of moves by which spectators see the game late, so that no spectator can help a player;
    /// 0 for none. Only for rated games with hidden information.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub spectator_delay: u8,
    /// Lowest rating of the players who may join a rated table; 0 for any.
    #[serde(default, skip_serializing_if = "is_none")]
    pub min_rating: u32,
    /// Highest rating of the players who may join a rated table; 0 for any.
    #[serde(default, skip_serializing_if = "is_none")]
    pub max_rating: u32,
    /// Whether the game is shown to everyone: the table was listed in the lobby, or was opened for a
    /// rated challenge. The server sets it; what a client sends is ignored.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub is_public: bool,
}

pub(crate) const fn is_zero(number: &u8) -> bool {
    *number == 0
}

const fn is_none(rating: &u32) -> bool {
    *rating == 0
}

impl TablePlan {
    /// The seats of the player who opens the table.
    pub fn host_seats(&self) -> Vec<u8> {
        let seats = (0..).zip(&self.seats);
        seats.filter(|(_, plan)| **plan == SeatPlan::Host).map(|(seat, _)| seat).collect()
    }

    /// The terms that two seekers must share to play each other: game, options, clock, set-up time,
    /// rating, spectator delay and number of seats. The order of the seats is not among them: the
    /// first seeker decides who moves first. Nor is the range of ratings, which each seeker has for
    /// the other.
    pub fn terms(&self) -> (&str, &str, &str, u32, bool, u8, usize) {
        let TablePlan { variant, options, clock, setup_seconds, rated, .. } = self;
        let (delay, seats) = (self.spectator_delay, self.seats.len());
        (variant, options, clock, *setup_seconds, *rated, delay, seats)
    }

    /// Whether a player with this rating may join.
    ///
    /// ```
    /// use protocol::TablePlan;
    ///
    /// let plan = TablePlan { min_rating: 1_400, ..TablePlan::default() };
    /// assert_eq!([1_399, 1_400, 2_800].map(|rating| plan.wants(rating)), [false, true, true]);
    /// ```
    pub fn wants(&self, rating: i32) -> bool {
        rating >= self.min_rating as i32
            && (self.max_rating == 0 || rating <= self.max_rating as i32)
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
