use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// What a table is to be: everything chosen before the first seat is taken, and shown to every
/// player before they sit down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TablePlan {
    /// Variant id: `xiangqi`, `undercover`, `sifang`, `banqi`.
    pub variant: String,
    /// The game's options text; empty for the default.
    #[serde(default)]
    pub options: String,
    /// The time control's text, `none` without clocks.
    pub clock: String,
    /// Seconds for each set-up step (undercover), 0 without a limit.
    #[serde(default)]
    pub setup_seconds: u32,
    /// One plan a seat, in seat order.
    pub seats: Vec<SeatPlan>,
    /// A position to start from instead of the usual one: the referee's text. Unrated, and the
    /// deal is not drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// A training table: undo without asking and peeking are allowed, and it is never rated.
    #[serde(default)]
    pub training: bool,
    /// A rated table: every seat is for a person who is signed in, each a different one, and nobody
    /// trains. Whoever wants to sit down without an account is refused with the code `sign-in`.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub rated: bool,
}

/// Who is to sit in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub enum SeatPlan {
    /// The one who opens the table (several seats: several people at one device).
    Host,
    /// Whoever comes by the invitation.
    Open,
    /// The computer, at a level: `level-1` to `level-8`, or `top`.
    Computer {
        /// The level's name.
        level: String,
        /// Whether it gives up when it is clearly lost.
        #[serde(default, skip_serializing_if = "core::ops::Not::not")]
        resigns: bool,
    },
}
