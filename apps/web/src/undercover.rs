//! Undercover's parts of the table: the choice of the mole, its marker, the reveal button, and the
//! handover of the device between two players.

mod fates;
mod handover;
mod key;
mod setup;

pub(crate) use fates::MoleFates;
pub(crate) use handover::DeviceHandover;
pub(crate) use key::TurnKeyBar;
pub(crate) use setup::SetupPanel;
