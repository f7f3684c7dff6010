//! What several screens are made of.

mod action_bar;
mod archive_pager;
mod archived_games;
mod choice_group;
mod dialog;
mod invite;
mod moves;
mod name_field;
mod page_header;
mod rating_changes;
mod route_link;
mod rule_card;
mod save;
mod seat;
mod settings;
mod sign_in;
mod sprite;
mod type_move;

pub(crate) use action_bar::{ActionBar, Questions};
pub(crate) use archive_pager::ArchivePager;
pub(crate) use archived_games::ArchivedGames;
pub(crate) use choice_group::ChoiceGroup;
pub(crate) use dialog::Dialog;
pub(crate) use invite::{InvitePanel, JoinPanel};
pub(crate) use moves::{HistoryButtons, MoveList};
pub(crate) use name_field::NameField;
pub(crate) use page_header::PageHeader;
pub(crate) use rating_changes::RatingChanges;
pub(crate) use route_link::RouteLink;
pub(crate) use rule_card::{LoupeButton, RuleButton};
pub(crate) use save::{SaveDialog, save};
pub(crate) use seat::{CapturedPieces, SeatPlate};
pub(crate) use settings::{SettingsButton, SettingsDialog, Switch};
pub(crate) use sign_in::{NeedsAccount, PasswordField, SignIn, SignInDialog, value};
pub(crate) use sprite::{Icon, Sprite};
pub(crate) use type_move::TypeMove;
