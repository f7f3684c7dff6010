//! What several screens are made of.

mod actions;
mod dialog;
mod invite;
mod moves;
mod rule_card;
mod save;
mod seat;
mod settings;
mod sprite;
mod type_move;

pub(crate) use actions::{Actions, Questions};
pub(crate) use dialog::Dialog;
pub(crate) use invite::{Invite, Invited};
pub(crate) use moves::{MoveList, Walk};
pub(crate) use rule_card::{LoupeButton, RuleButton};
pub(crate) use save::{SaveAs, save};
pub(crate) use seat::{SeatPlate, Taken};
pub(crate) use settings::{SettingsButton, SettingsDialog, Switch};
pub(crate) use sprite::{Picture, Sprite};
pub(crate) use type_move::TypeMove;
