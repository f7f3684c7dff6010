//! What several screens are made of.

mod actions;
mod bar;
mod choices;
mod dialog;
mod game_list;
mod games;
mod go;
mod invite;
mod moves;
mod name_field;
mod rating_changes;
mod rule_card;
mod save;
mod seat;
mod settings;
mod sign_in;
mod sprite;
mod type_move;

pub(crate) use actions::{Actions, Questions};
pub(crate) use bar::Bar;
pub(crate) use choices::Choices;
pub(crate) use dialog::Dialog;
pub(crate) use game_list::GameList;
pub(crate) use games::Games;
pub(crate) use go::Go;
pub(crate) use invite::{Invite, Invited};
pub(crate) use moves::{MoveList, Walk};
pub(crate) use name_field::NameField;
pub(crate) use rating_changes::RatingChanges;
pub(crate) use rule_card::{LoupeButton, RuleButton};
pub(crate) use save::{SaveAs, save};
pub(crate) use seat::{SeatPlate, Taken};
pub(crate) use settings::{SettingsButton, SettingsDialog, Switch};
pub(crate) use sign_in::{NeedsAccount, PasswordField, SignIn, SignInDialog, value};
pub(crate) use sprite::{Picture, Sprite};
pub(crate) use type_move::TypeMove;
