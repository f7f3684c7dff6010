//! The wire contract between a page and a table, be the table in the server or in the page itself.
//!
//! Positions, actions, options and clocks travel as the texts of the field (see the rules crates);
//! the structures here only say what belongs together. **Nothing here is meant for a secret of
//! another seat:** the table fills these words per observer, from views.
//!
//! Every viewer has a sequence of its own without gaps, so that an event told to one seat alone
//! leaves no trace in anybody else's numbers.
#![no_std]

extern crate alloc;

mod analysis;
mod command;
mod eboards;
mod http;
mod limits;
mod plan;
mod players;
mod socket;
mod update;

pub use analysis::{
    AnalysedLine, Analysis, AnalysisRequest, HintReason, PlyReview, ReviewReply, ReviewRequest,
};
pub use command::{Ask, Command, Offer};
pub use eboards::{
    ClaimSeat, CorrectEboard, Correction, EboardCorrection, EboardDoubt, EboardEnd, EboardState,
    EboardView, EboardWords, RegisterEboard, RegisteredEboard, SeatClaim,
};
pub use http::{
    Created, ErrorBody, JoinRequest, Joined, LiveTable, OpenRequest, Seek, TableInfo,
    TableTranscript,
};
pub use limits::*;
pub use plan::{SeatPlan, TablePlan};
pub use players::{
    Account, Archive, ArchivedGame, ArchivedPlayer, ChangePassword, Credentials, LadderRow, Place,
    Player, PlayerNames, Ranking, RankingRow, Strength,
};
pub use socket::{ToClient, ToServer};
pub use update::{
    ClockState, EndState, Entry, GroundState, Reveal, SeatState, SignedHead, Snapshot, State,
    TurnState, Update, UpdateEvent, WarningState,
};

/// The examples of the readme run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
